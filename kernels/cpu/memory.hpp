// How a bandwidth kernel walks its arrays: streams side by side, whole granules per trip.
// Included by sources that are compiled once per row of the ISA matrix; everything here has internal linkage.
#pragma once

#include <iterator>
#include <utility>

#include MANSARD_ROW_HEADER
#include "kernels/cpu/checks.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// Instructions per stream and trip: 16 loads in all, at least one cache line per stream.
template <int Streams>
inline constexpr int unroll = 32 / Streams > 64 / word_bytes ? 32 / Streams : 64 / word_bytes;

template <int Streams>
inline constexpr std::size_t granule = static_cast<std::size_t>(Streams) * unroll<Streams>* word_bytes;

/// Walks `passes` times over arrays of `length` bytes, calling step(offset, index) for every register's
/// worth: the offset is into each array, the index counts 0 … Streams × unroll within a trip. Streams start
/// `length ÷ Streams` apart and advance together, one cache line of each at a time, so that the hardware
/// prefetchers follow Streams sequences.
template <int Streams, typename Step, int... I>
[[gnu::always_inline]] inline void walk(std::integer_sequence<int, I...>, std::size_t length, long passes,
                                        Step step) {
    const std::size_t stride = length / Streams;
    for (long pass = 0; pass < passes; ++pass)
        for (std::size_t at = 0; at < stride; at += unroll<Streams> * word_bytes)
            (step(at + static_cast<std::size_t>(I % Streams) * stride +
                      static_cast<std::size_t>(I / Streams) * word_bytes,
                  I),
             ...);
}

template <int Streams, typename Step>
[[gnu::always_inline]] inline void walk(std::size_t length, long passes, Step step) {
    walk<Streams>(std::make_integer_sequence<int, Streams * unroll<Streams>>{}, length, passes, step);
}

template <int Streams>
constexpr KernelDesc stream_kernel(KernelDesc common, int arrays) {
    common.measures = Kind::bandwidth;
    common.isa = Isa::MANSARD_ROW;
    common.engine = ROW_ENGINE;
    common.instructions_per_trip = Streams * unroll<Streams>;
    common.streams = Streams;
    common.arrays = arrays;
    common.granule = granule<Streams>;
    return common;
}

/// Elements of 8 bytes that `passes` walks over one array of the frame's handle.
inline double elements(const Frame& frame, int arrays) {
    return static_cast<double>(frame.bytes / static_cast<std::size_t>(arrays) / 8) *
           static_cast<double>(frame.passes);
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
