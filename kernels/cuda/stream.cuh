// Loops that walk over global memory in 128-bit accesses, and their descriptors.
//
// An element is 16 bytes of each array. Reads are added up, 32 bits at a time, so that a sum over all threads
// shows each word that was left out or read twice, whatever the number of walks.
#pragma once

#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/instructions/memory.cuh"

#if MANSARD_DEVICE_CODE

namespace mansard::kernels::cuda {

MANSARD_DEVICE std::uint32_t sum_of(const Word& word) {
    return word.x + word.y + word.z + word.w;
}

/// Calls `trip(word, stride)` for each trip of each walk.
template <Walk walk, int Unroll, typename Trip>
MANSARD_DEVICE void walk_words(const GpuFrame& frame, const Trip& trip) {
    const Place place = place_of(walk, frame.words, blockIdx.x, gridDim.x, threadIdx.x, blockDim.x, Unroll);
#pragma unroll 1
    for (std::uint64_t pass = 0; pass < frame.passes; ++pass) {
        std::uint64_t word = place.first;
#pragma unroll 1
        for (std::uint64_t left = place.trips; left > 0; --left, word += place.stride) trip(word, pass);
    }
}

template <typename Load, Walk walk, int Unroll>
MANSARD_DEVICE void load_loop(const GpuFrame& frame) {
    const auto* const a = reinterpret_cast<const Word*>(frame.memory);
    std::uint32_t sum = 0;
    walk_words<walk, Unroll>(frame, [&](std::uint64_t word, std::uint64_t) {
        Word values[Unroll];
#pragma unroll
        for (int i = 0; i < Unroll; ++i) values[i] = Load::load(a + word + i * blockDim.x);
#pragma unroll
        for (int i = 0; i < Unroll; ++i) sum += sum_of(values[i]);
    });
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

template <typename Store, int Unroll>
MANSARD_DEVICE void store_loop(const GpuFrame& frame) {
    auto* const a = reinterpret_cast<Word*>(frame.memory);
    walk_words<Walk::together, Unroll>(frame, [&](std::uint64_t word, std::uint64_t) {
#pragma unroll
        for (int i = 0; i < Unroll; ++i) {
            const std::uint64_t at = word + i * blockDim.x;
            // What is written depends on where, so that nothing on the way can make less of it.
            const auto index = static_cast<std::uint32_t>(at);
            Store::store(a + at, Word{index, ~index, index * 0x9e3779b1U, index + 0x7f4a7c15U});
        }
    });
}

template <typename Load, typename Store, Walk walk, int Unroll>
MANSARD_DEVICE void copy_loop(const GpuFrame& frame) {
    const auto* const a = reinterpret_cast<const Word*>(frame.memory);
    auto* const b = reinterpret_cast<Word*>(frame.memory) + frame.words;
    walk_words<walk, Unroll>(frame, [&](std::uint64_t word, std::uint64_t) {
        Word values[Unroll];
#pragma unroll
        for (int i = 0; i < Unroll; ++i) values[i] = Load::load(a + word + i * blockDim.x);
#pragma unroll
        for (int i = 0; i < Unroll; ++i) Store::store(b + word + i * blockDim.x, values[i]);
    });
}

/// c ← a + 3 b on 32-bit integers: the traffic of STREAM's triad, exact in whatever order.
template <typename Load, typename Store, int Unroll>
MANSARD_DEVICE void triad_loop(const GpuFrame& frame) {
    const auto* const a = reinterpret_cast<const Word*>(frame.memory);
    const auto* const b = a + frame.words;
    auto* const c = reinterpret_cast<Word*>(frame.memory) + 2 * frame.words;
    walk_words<Walk::together, Unroll>(frame, [&](std::uint64_t word, std::uint64_t) {
        Word x[Unroll], y[Unroll];
#pragma unroll
        for (int i = 0; i < Unroll; ++i) {
            x[i] = Load::load(a + word + i * blockDim.x);
            y[i] = Load::load(b + word + i * blockDim.x);
        }
#pragma unroll
        for (int i = 0; i < Unroll; ++i)
            Store::store(c + word + i * blockDim.x, Word{x[i].x + 3 * y[i].x, x[i].y + 3 * y[i].y,
                                                         x[i].z + 3 * y[i].z, x[i].w + 3 * y[i].w});
    });
}

}  // namespace mansard::kernels::cuda

#else

#include "kernels/cuda/reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

inline std::string check_load(const Evidence& evidence) {
    const auto passes = static_cast<std::uint32_t>(evidence.passes);
    return compare_sums(sum_of_results(evidence), passes * sum_of_numbers(4 * evidence.words));
}

inline std::string check_broadcast(const Evidence& evidence) {
    const auto walks = static_cast<std::uint32_t>(evidence.passes) * evidence.blocks;
    return compare_sums(sum_of_results(evidence), walks * sum_of_numbers(4 * evidence.words));
}

inline std::string check_store(const Evidence& evidence) {
    return check_windows(evidence, 0, [](std::uint32_t index) {
        const std::uint32_t word = index / 4;
        const std::uint32_t values[4] = {word, ~word, word * 0x9e3779b1U, word + 0x7f4a7c15U};
        return values[index % 4];
    });
}

inline std::string check_copy(const Evidence& evidence) {
    return check_windows(evidence, 1, [](std::uint32_t index) { return number_at(index); });
}

/// Array b continues the numbers of array a; its first index is that of its place behind a, taken modulo 2³².
inline std::string check_triad(const Evidence& evidence) {
    for (int window = 0; window < 3; ++window) {
        const std::uint64_t count = std::min<std::uint64_t>(4096, evidence.words);
        const std::uint64_t first = (evidence.words - count) / 2 * static_cast<std::uint64_t>(window);
        const auto found = evidence.read(evidence.device, 2, first, count);
        if (found.size() != 4 * count) return "what was written could not be read back";
        for (std::uint64_t i = 0; i < found.size(); ++i) {
            const std::uint32_t a = number_at(static_cast<std::uint32_t>(4 * first + i));
            const std::uint32_t b = number_at(static_cast<std::uint32_t>(4 * (evidence.words + first) + i));
            if (found[i] != a + 3 * b) return "a sum of the triad is wrong";
        }
    }
    return {};
}

struct StreamShape {
    std::string_view family, symbol;
    Pattern pattern;
    Walk walk;
    int unroll;
    unsigned threads, blocks_per_sm, levels;
    Carveout carveout = Carveout::driver;
};

/// `read` and `written`: arrays.
constexpr KernelDesc stream_kernel(const StreamShape& shape, std::string_view instruction, int per_trip,
                                   int read, int written, std::string (*check)(const Evidence&)) {
    return {.family = shape.family,
            .summary = "128-bit accesses to global memory",
            .measures = Kind::bandwidth,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .pattern = shape.pattern,
            .work = {.read_bytes = 16.0 * read, .written_bytes = 16.0 * written},
            .instruction = instruction,
            .instructions_per_trip = per_trip,
            .streams = shape.unroll,
            .arrays = read + written,
            .granule = 16,
            .gpu = {.symbol = shape.symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .threads = shape.threads,
                    .blocks_per_sm = shape.blocks_per_sm,
                    .unroll = static_cast<unsigned>(shape.unroll),
                    .walk = shape.walk,
                    .levels = shape.levels,
                    .carveout = shape.carveout,
                    .counted = shape.walk == Walk::same ? Counted::words_by_all : Counted::words,
                    .contents = read > 0 ? Contents::numbers : Contents::none,
                    .check = check}};
}

}  // namespace mansard::kernels::cuda

#endif
