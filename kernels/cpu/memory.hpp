// How a bandwidth kernel walks its arrays: streams side by side, whole granules per trip.
// Included by sources that are compiled once per row of the ISA matrix; everything here has internal linkage.
#pragma once

#include <iterator>
#include <utility>

#include MANSARD_ROW_HEADER
#include "kernels/cpu/checks.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// Instructions of a trip. The loop's own cost nothing beside 32; 8 fit into the loop buffers of cores that
/// have one.
inline constexpr int usual_trip = 32, short_trip = 8;

/// Instructions per stream and trip: `Trip` in all, and at least one cache line per stream.
template <int Streams, int Trip>
inline constexpr int unroll = Trip / Streams > 64 / word_bytes ? Trip / Streams : 64 / word_bytes;

template <int Streams, int Trip>
inline constexpr std::size_t granule = static_cast<std::size_t>(Streams) * unroll<Streams, Trip>* word_bytes;

/// `address`, opaque to the compiler: what is added afterwards becomes a displacement in the instruction.
/// Otherwise GCC shares the sums between arrays, keeps 32 of them in registers and spills them inside the
/// loop.
[[gnu::always_inline]] inline std::byte* opaque(std::byte* address) {
    asm("" : "+r"(address));
    return address;
}

/// Walks `passes` times over `Arrays` arrays of `length` bytes each, calling step(at, displacement, index)
/// for every register's worth: at[i] + displacement lies in array i, the index counts 0 … Streams × unroll
/// within a trip. Streams start `length ÷ Streams` apart and advance together, one cache line of each at a
/// time, so that the hardware prefetchers follow Streams sequences.
template <int Streams, int Trip, int Arrays, typename Step, int... I, int... P>
[[gnu::always_inline]] inline void walk(std::integer_sequence<int, I...>, std::integer_sequence<int, P...>,
                                        std::byte* const (&arrays)[Arrays], std::size_t length, long passes,
                                        Step step) {
    const std::size_t stride = length / Streams;
    for (long pass = 0; pass < passes; ++pass)
        for (std::size_t offset = 0; offset < stride; offset += unroll<Streams, Trip> * word_bytes) {
            std::byte* at[Streams * Arrays];
            ((at[P] = opaque(arrays[P % Arrays] + static_cast<std::size_t>(P / Arrays) * stride + offset)),
             ...);
            (step(&at[I % Streams * Arrays], static_cast<std::size_t>(I / Streams) * word_bytes, I), ...);
        }
}

template <int Streams, int Trip = usual_trip, int Arrays, typename Step>
[[gnu::always_inline]] inline void walk(std::byte* const (&arrays)[Arrays], std::size_t length, long passes,
                                        Step step) {
    walk<Streams, Trip>(std::make_integer_sequence<int, Streams * unroll<Streams, Trip>>{},
                        std::make_integer_sequence<int, Streams * Arrays>{}, arrays, length, passes, step);
}

/// 1 KiB ahead: about what L3 or DRAM delivers to one of four streams during its latency.
inline constexpr int far_lines = 16;

/// Asks for the line `Lines` lines ahead of `from`, once per line: `displacement` is where in the array
/// `from` lies. Beyond the end of the array nothing happens: a prefetch does not fault.
template <int Lines>
[[gnu::always_inline]] inline void prefetch_ahead(const std::byte* from, std::size_t displacement) {
    if constexpr (Lines > 0)
        if (displacement % 64 == 0) prefetch(from + Lines * 64);
}

template <int Streams, int PrefetchLines = 0, int Trip = usual_trip>
constexpr KernelDesc stream_kernel(KernelDesc common, int arrays) {
    common.measures = Kind::bandwidth;
    common.isa = Isa::MANSARD_ROW;
    common.engine = ROW_ENGINE;
    common.instructions_per_trip = Streams * unroll<Streams, Trip>;
    common.unroll = Trip == usual_trip ? 0 : unroll<Streams, Trip>;
    common.streams = Streams;
    common.prefetch_lines = PrefetchLines;
    common.arrays = arrays;
    common.granule = granule<Streams, Trip>;
    return common;
}

/// Elements of 8 bytes that `passes` walks over one array of the frame's handle.
inline double elements(const Frame& frame, int arrays) {
    return static_cast<double>(frame.bytes / static_cast<std::size_t>(arrays) / 8) *
           static_cast<double>(frame.passes);
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
