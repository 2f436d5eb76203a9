// Runs plain kernels on the CPU: a thread of the host for each thread of a block, a barrier for
// __syncthreads, one block after another. Loads and stores of global memory are counted word by word. Include
// it before a kernel's file, once for each program.
#pragma once

#include <barrier>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#define MANSARD_CUDA_SHIM 1

namespace mansard::kernels::cuda::shim {

struct Dim {
    unsigned x = 1, y = 1, z = 1;
};

/// What the threads of a block share.
struct Block {
    explicit Block(unsigned threads, std::size_t shared_bytes)
        : barrier(static_cast<std::ptrdiff_t>(threads)), shared(shared_bytes / 16 + 1) {}
    std::barrier<> barrier;
    struct alignas(16) Line {
        unsigned char bytes[16];
    };
    std::vector<Line> shared;
};

struct Thread {
    Dim thread{}, block{}, threads{}, blocks{};
    Block* own = nullptr;
};
inline thread_local Thread current;

/// Accesses to each 16-byte word of the memory that a run was given.
struct Counts {
    const unsigned char* memory = nullptr;
    std::vector<int> loads, stores;
};
inline Counts counts;

inline std::size_t word_of(const void* at) {
    return static_cast<std::size_t>(static_cast<const unsigned char*>(at) - counts.memory) / 16;
}
/// Threads of a block touch words of their own in these kernels, or only read: plain counters would race only
/// where two threads load one word, so these are atomic.
template <typename W>
const W& loaded(const W* at) {
    __atomic_fetch_add(&counts.loads.at(word_of(at)), 1, __ATOMIC_RELAXED);
    return *at;
}
template <typename W>
W& stored(W* at) {
    __atomic_fetch_add(&counts.stores.at(word_of(at)), 1, __ATOMIC_RELAXED);
    return *at;
}
inline unsigned char* shared_at(std::uint32_t at) {
    return reinterpret_cast<unsigned char*>(current.own->shared.data()) + at;
}

/// Runs `kernel(frame)` on every thread of the grid.
template <typename Kernel, typename Frame>
void run(const Kernel& kernel, const Frame& frame, unsigned blocks, unsigned threads,
         std::size_t shared_bytes = 0) {
    for (unsigned block = 0; block < blocks; ++block) {
        Block own(threads, shared_bytes);
        std::vector<std::jthread> team;
        for (unsigned thread = 0; thread < threads; ++thread)
            team.emplace_back([&, thread] {
                current = {{thread}, {block}, {threads}, {blocks}, &own};
                kernel(frame);
            });
    }
}

}  // namespace mansard::kernels::cuda::shim

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define threadIdx (mansard::kernels::cuda::shim::current.thread)
#define blockIdx (mansard::kernels::cuda::shim::current.block)
#define blockDim (mansard::kernels::cuda::shim::current.threads)
#define gridDim (mansard::kernels::cuda::shim::current.blocks)
#define __uint_as_float(bits) std::bit_cast<float>(bits)
#define __syncthreads() mansard::kernels::cuda::shim::current.own->barrier.arrive_and_wait()
