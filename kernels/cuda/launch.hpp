// How a GPU kernel is launched and how its work is counted: the part of a descriptor that CPUs have no use
// for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/names.hpp"
#include "kernels/cuda/indices.cuh"

namespace mansard::kernels::cuda {

/// How much of an SM's memory is shared memory; L1 is the rest.
enum class Carveout : std::uint8_t { driver, l1, shared };

/// What an element is, so that the device can say how many of them a launch did.
enum class Counted : std::uint8_t {
    trips,         ///< a trip of the loop of `threads_per_element` threads
    words,         ///< 16 bytes of each array, once for each pass
    words_by_all,  ///< the same, by every block
    steps,         ///< a dependent load
    launches,      ///< a launch of a kernel that does nothing
    copies,        ///< 16 bytes that the copy engine moves
};

/// What must lie in memory before the kernel runs.
enum class Contents : std::uint8_t { none, numbers, floats, links };

/// What a launch left behind, for a check by value.
struct Evidence {
    std::uint64_t passes = 0;
    std::uint64_t words = 0;         ///< of one array
    std::uint64_t steps_before = 0;  ///< steps of the same chase in earlier launches
    unsigned blocks = 0, threads = 0;
    bool zeros = false;
    const std::byte* result = nullptr;  ///< result_bytes_per_thread × threads × blocks
    /// Array `array` from 16-byte word `first` on: copies `count` of them here from the device.
    std::vector<std::uint32_t> (*read)(void* device, int array, std::uint64_t first,
                                       std::uint64_t count) = nullptr;
    void* device = nullptr;
};

constexpr unsigned bit_of(Level level) {
    return 1U << static_cast<unsigned>(level);
}

struct GpuLaunch {
    std::string_view symbol{};               ///< the kernel's name in its image
    std::string_view image{};                ///< "sm_75/fma": folder and stem of the file it stands in
    int architecture = 75;                   ///< the least that has its instructions, times ten
    bool only_that = false;                  ///< its instructions exist on no later one (sm_90a, sm_100a)
    int emulated_from = 0, emulated_to = 0;  ///< architectures that do not really have them
    unsigned threads = 256;                  ///< of a block
    unsigned blocks_per_sm = 1;
    unsigned threads_per_element = 32;  ///< trips: a warp, or a warpgroup of 128
    unsigned shared_bytes = 0;          ///< of a block, dynamic
    unsigned unroll = 1;                ///< accesses of a thread in a trip
    Walk walk = Walk::together;
    unsigned levels = 0;                  ///< bits 1 << Level: where the kernel measures that level
    unsigned result_bytes = 4;            ///< of each thread
    bool odd_passes = false;              ///< its check needs an odd number of passes
    unsigned in_flight_bytes = 0;         ///< of an SM, where that is what is measured
    unsigned stages = 0, tile_bytes = 0;  ///< buffers of a copy pipeline, and the bytes of one
    unsigned parameter = 0;               ///< handed to the kernel
    Carveout carveout = Carveout::driver;
    Counted counted = Counted::trips;
    Contents contents = Contents::none;
    /// What is wrong with what the launch left behind; empty: nothing.
    std::string (*check)(const Evidence& evidence) = nullptr;
};

}  // namespace mansard::kernels::cuda
