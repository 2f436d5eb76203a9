// What the shim's threads can rely on of copies that go on beside them: models of cp.async, of the copy
// engine and of barriers in shared memory, by the PTX manual's words. A late engine brings bytes only when
// somebody waits for them and no sooner; an early one writes as soon as it is asked. A loop that is right
// with both waits for all that it reads, and asks for nothing where others still read. Include it behind
// shim.hpp.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <mutex>

#include "tests/cuda/shim.hpp"

namespace mansard::kernels::cuda::shim {

enum class Engine { late, early };
inline Engine engine = Engine::late;
/// How often a thread looks before it takes it that nobody brings what it waits for, and whether one did.
inline int patience = 100'000;
inline std::atomic<bool> stuck = false;

struct Copy {
    std::uint32_t to;
    const unsigned char* from;
    std::uint32_t bytes;
};
inline void carry_out(const Copy& copy) {
    for (std::uint32_t i = 0; i < copy.bytes; i += 16) (void)loaded(copy.from + i);
    std::memcpy(shared_at(copy.to), copy.from, copy.bytes);
}

/// Of one thread.
inline thread_local std::vector<Copy> open_group;
inline thread_local std::deque<std::vector<Copy>> groups;

inline void copy_async(std::uint32_t to, const void* from, std::uint32_t bytes) {
    const Copy copy{to, static_cast<const unsigned char*>(from), bytes};
    if (engine == Engine::early)
        carry_out(copy);
    else
        open_group.push_back(copy);
}
inline void close_group() {
    groups.push_back(std::move(open_group));
    open_group.clear();
}
inline void wait_for_groups(std::size_t most) {
    for (; groups.size() > most; groups.pop_front())
        for (const Copy& copy : groups.front()) carry_out(copy);
}

struct PhaseBarrier {
    unsigned arrivals = 0, missing = 0;
    std::int64_t bytes = 0;  ///< still to come in this phase
    unsigned phase = 0;
    std::vector<Copy> copies{};

    void settle() {
        if (missing != 0 || bytes != 0) return;
        ++phase;
        missing = arrivals;
    }
    void bring() {
        for (const Copy& copy : copies) {
            carry_out(copy);
            bytes -= copy.bytes;
        }
        if (!copies.empty()) settle();
        copies.clear();
    }
};
/// Blocks run one after another, so these are of one block at a time.
inline std::map<std::uint32_t, PhaseBarrier> barriers;
inline std::mutex barriers_mutex;

inline void make_barrier(std::uint32_t barrier, unsigned arrivals) {
    const std::lock_guard lock(barriers_mutex);
    barriers[barrier] = {.arrivals = arrivals, .missing = arrivals};
}
inline void arrive(std::uint32_t barrier, std::uint32_t bytes) {
    const std::lock_guard lock(barriers_mutex);
    PhaseBarrier& one = barriers.at(barrier);
    one.bytes += bytes;
    --one.missing;
    one.settle();
}
inline void copy_bulk(std::uint32_t to, const void* from, std::uint32_t bytes, std::uint32_t barrier) {
    const std::lock_guard lock(barriers_mutex);
    PhaseBarrier& one = barriers.at(barrier);
    one.copies.push_back({to, static_cast<const unsigned char*>(from), bytes});
    if (engine == Engine::early) one.bring();
}
inline void wait_for_phase(std::uint32_t barrier, unsigned parity) {
    for (int attempt = 0; attempt < patience && !stuck; ++attempt) {
        {
            const std::lock_guard lock(barriers_mutex);
            PhaseBarrier& one = barriers.at(barrier);
            one.bring();
            if (one.phase % 2 != parity) return;
        }
        std::this_thread::yield();
    }
    stuck = true;
}

}  // namespace mansard::kernels::cuda::shim
