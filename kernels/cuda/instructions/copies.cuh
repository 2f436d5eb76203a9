// Copies from device memory into shared memory that no register takes part in: one struct for each way. In
// the tests' shim each is a model of what the manual promises and no more, so that a loop which waits for too
// little reads what is not there yet.
#pragma once

#include "kernels/cuda/frame.cuh"

#if MANSARD_DEVICE_CODE
#define MANSARD_FACTS(...)
#else
#include "kernels/cuda/instructions/facts.hpp"
#define MANSARD_FACTS(...) static constexpr InstructionFacts facts{__VA_ARGS__};
#endif

namespace mansard::kernels::cuda {

/// Each thread asks for 16 bytes and waits for groups of what it asked for.
struct CopyAsync {
    MANSARD_FACTS(.ptx = "cp.async.cg.shared.global", .sass = "LDGSTS", .architecture = 80, .threads = 32)
#if defined(__CUDACC__)
    static MANSARD_DEVICE void copy(std::uint32_t to, const Word* from) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    }
    static MANSARD_DEVICE void close_group() {
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    /// Waits until no more than `most` of the thread's groups are under way.
    template <int most>
    static MANSARD_DEVICE void wait() {
        asm volatile("cp.async.wait_group %0;" ::"n"(most) : "memory");
    }
#elif MANSARD_DEVICE_CODE
    static void copy(std::uint32_t to, const Word* from) {
        shim::copy_async(to, from, sizeof(Word));
    }
    static void close_group() {
        shim::close_group();
    }
    template <int most>
    static void wait() {
        shim::wait_for_groups(most);
    }
#endif
};

/// A barrier in shared memory (8 bytes) that counts arrivals of threads and bytes of copies. Its phase ends
/// when none of both is outstanding.
struct SharedBarrier {
#if defined(__CUDACC__)
    static MANSARD_DEVICE void make(std::uint32_t barrier, std::uint32_t arrivals) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
    }
    /// Arrives, and has the phase wait for `bytes` more.
    static MANSARD_DEVICE void arrive_expecting(std::uint32_t barrier, std::uint32_t bytes) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                     : "memory");
    }
    /// Waits for the end of the phase of that parity: phases 0, 2, 4 … have 0.
    static MANSARD_DEVICE void wait(std::uint32_t barrier, std::uint32_t parity) {
        std::uint32_t done = 0;
        while (done == 0)
            asm volatile(
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; "
                "}"
                : "=r"(done)
                : "r"(barrier), "r"(parity)
                : "memory");
    }
    /// What this thread has done to shared memory (also to barriers) comes before what the copy engine and
    /// the matrix units do there, which go another way.
    static MANSARD_DEVICE void fence() {
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
#elif MANSARD_DEVICE_CODE
    static void make(std::uint32_t barrier, std::uint32_t arrivals) {
        shim::make_barrier(barrier, arrivals);
    }
    static void arrive_expecting(std::uint32_t barrier, std::uint32_t bytes) {
        shim::arrive(barrier, bytes);
    }
    static void wait(std::uint32_t barrier, std::uint32_t parity) {
        shim::wait_for_phase(barrier, parity);
    }
    static void fence() {}
#endif
};

/// One thread asks the copy engine for `bytes` (a multiple of 16), which a barrier counts as they come.
struct CopyBulk {
    MANSARD_FACTS(.ptx = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
                  .sass = "UBLKCP", .architecture = 90, .threads = 1)
#if defined(__CUDACC__)
    static MANSARD_DEVICE void copy(std::uint32_t to, const Word* from, std::uint32_t bytes,
                                    std::uint32_t barrier) {
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                to),
            "l"(from), "r"(bytes), "r"(barrier)
            : "memory");
    }
#elif MANSARD_DEVICE_CODE
    static void copy(std::uint32_t to, const Word* from, std::uint32_t bytes, std::uint32_t barrier) {
        shim::copy_bulk(to, from, bytes, barrier);
    }
#endif
};

}  // namespace mansard::kernels::cuda
