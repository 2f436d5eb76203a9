// Which thread touches what: index functions of the kernels, the same on the device and in the tests.
#pragma once

#include "kernels/cuda/frame.cuh"

namespace mansard::kernels::cuda {

/// How the blocks of a grid share a set.
enum class Walk : unsigned char {
    together,  ///< side by side through all of it: neighbouring blocks read neighbouring memory
    apart,     ///< each block through a part of its own
    same,      ///< each block through all of it
};

struct Place {
    std::uint64_t first;   ///< word of the thread's first access in the first trip
    std::uint64_t stride;  ///< words from one trip to the next
    std::uint64_t trips;   ///< in a walk over the set
};

/// Where a thread walks. A trip is `unroll` accesses, `threads` words apart; `words` is a multiple of
/// granule().
MANSARD_BOTH constexpr Place place_of(Walk walk, std::uint64_t words, unsigned block, unsigned blocks,
                                      unsigned thread, unsigned threads, unsigned unroll) {
    const std::uint64_t trip = static_cast<std::uint64_t>(threads) * unroll;
    switch (walk) {
        case Walk::together:
            return {block * trip + thread, blocks * trip, words / (blocks * trip)};
        case Walk::apart:
            return {words / blocks * block + thread, trip, words / blocks / trip};
        default:
            return {thread, trip, words / trip};
    }
}

/// Words that the length of an array must be a multiple of.
MANSARD_BOTH constexpr std::uint64_t granule(Walk walk, unsigned blocks, unsigned threads, unsigned unroll) {
    return static_cast<std::uint64_t>(threads) * unroll * (walk == Walk::same ? 1 : blocks);
}

/// Byte in shared memory that a thread reads in access `access` of a trip: 128 bits a thread, one row of
/// threads after another, so that each quarter of a warp covers all 32 banks once.
MANSARD_BOTH constexpr std::uint32_t wide_shared_at(unsigned thread, unsigned threads, unsigned access) {
    return (access * threads + thread) * 16;
}

/// The same with 32 bits a thread and `ways` threads of a warp on each bank: their words are `ways` apart,
/// and every 32 words another row begins.
MANSARD_BOTH constexpr std::uint32_t conflicting_shared_at(unsigned thread, unsigned ways, unsigned access) {
    return (thread % 32 * ways + access * 32 * ways + thread / 32 % ways) * 4;
}

/// The place of sector `index` among `sectors` (a power of two) of 32 bytes in no order: a bijection. The
/// high bits of a product depend on all bits of the index, so they become the low ones.
MANSARD_BOTH constexpr std::uint64_t scattered(std::uint64_t index, std::uint64_t sectors) {
    const std::uint64_t mask = sectors - 1;
    std::uint64_t x = index * 0x9e3779b97f4a7c15ULL & mask;
    x ^= x >> 7;
    x = x * 0xbf58476d1ce4e5b9ULL & mask;
    x ^= x >> 11;
    return x * 0x94d049bb133111ebULL & mask;
}

}  // namespace mansard::kernels::cuda
