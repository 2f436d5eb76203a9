// Threads, memory and the clock: what every measurement on a CPU stands on.
#include "kernels/measure/team.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <mutex>
#include <set>

#include "core/error.hpp"
#include "kernels/measure/arena.hpp"
#include "kernels/measure/clock.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::kernels {
namespace {

/// Three members, whatever this machine has: those beyond it share its CPUs.
std::vector<int> three_cpus() {
    const std::vector<int> allowed = read_machine(Cgroup()).cpus_used;
    std::vector<int> cpus;
    for (std::size_t i = 0; i < 3; ++i) cpus.push_back(allowed[i % allowed.size()]);
    return cpus;
}

TEST(Team, EveryMemberAskedRunsOnce) {
    Team team(three_cpus());
    EXPECT_EQ(team.size(), 3);
    for (const int members : {1, 3, 2, 3}) {
        std::vector<std::atomic<int>> runs(3);
        team.run(members, [&](int member) { ++runs[static_cast<std::size_t>(member)]; });
        for (int i = 0; i < 3; ++i) EXPECT_EQ(runs[static_cast<std::size_t>(i)], i < members ? 1 : 0);
    }
}

TEST(Team, TheCallerIsMemberZeroAndTheOthersAreThreads) {
    Team team(three_cpus());
    std::mutex mutex;
    std::set<std::thread::id> threads;
    std::thread::id zero;
    for (int i = 0; i < 10; ++i)
        team.run(3, [&](int member) {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
            if (member == 0) zero = std::this_thread::get_id();
        });
    EXPECT_EQ(threads.size(), 3u) << "the same three threads every time";
    EXPECT_EQ(zero, std::this_thread::get_id());
}

TEST(Team, MembersStandOnTheirCpusAndTheCallerIsLetGo) {
    cpu_set_t before, after;
    ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
    const std::vector<int> cpus = three_cpus();
    {
        Team team(cpus);
        std::vector<int> found(3);
        for (int i = 0; i < 100; ++i)
            team.run(3, [&](int member) { found[static_cast<std::size_t>(member)] = ::sched_getcpu(); });
        EXPECT_EQ(found, cpus);
    }
    ASSERT_EQ(::sched_getaffinity(0, sizeof after, &after), 0);
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Team, WorkersWakeFromSleep) {
    Team team(three_cpus());
    std::atomic<int> runs = 0;
    for (int i = 0; i < 3; ++i) {
        team.run(3, [&](int) { ++runs; });
        // Far longer than workers spin for.
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    EXPECT_EQ(runs, 9);
}

TEST(Team, TimeCoversAllMembers) {
    Team team(three_cpus());
    for (const int members : {1, 2, 3}) EXPECT_GT(team.time(members, [](int) {}).seconds, 0);
    // The last member alone sleeps, and that counts.
    const Team::Timing timing = team.time(3, [](int member) {
        if (member == 2) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    });
    EXPECT_GE(timing.seconds, 0.02);
    // A thread that sleeps is off its CPU like one that another program has pushed off.
    if (!thread_cpu_clock_is_fine()) GTEST_SKIP() << "this system counts CPU time in ticks";
    EXPECT_GE(timing.waited_s, 0.019);
    EXPECT_LE(timing.waited_s, timing.seconds);
}

TEST(Team, OneMemberNeedsNoThread) {
    Team team(std::vector{three_cpus().front()});
    EXPECT_EQ(team.size(), 1);
    int runs = 0;
    team.run(1, [&](int) { ++runs; });
    EXPECT_EQ(runs, 1);
}

TEST(Team, ACpuThatIsNotThereLeavesItsThreadUnpinned) {
    Team team(std::vector{three_cpus().front(), CPU_SETSIZE - 1});
    std::atomic<int> runs = 0;
    team.run(2, [&](int) { ++runs; });
    EXPECT_EQ(runs, 2);
}

TEST(Arena, IsAlignedAndKeepsWhatWasTouched) {
    constexpr std::size_t size = (std::size_t{5} << 20) + 4096;
    Arena arena(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % (std::size_t{2} << 20), 0u);
    EXPECT_EQ(arena.size(), size);
    EXPECT_EQ(arena.huge_page_fraction(), 0) << "nothing is resident yet";
    arena.touch(4096);
    arena.data()[100] = std::byte{42};
    arena.touch(size);
    arena.touch(4096);
    EXPECT_EQ(arena.data()[100], std::byte{42});
    EXPECT_EQ(arena.data()[4096], std::byte{1}) << "data is never zero";
    arena.data()[size - 1] = std::byte{7};
    EXPECT_GE(arena.huge_page_fraction(), 0);
    EXPECT_LE(arena.huge_page_fraction(), 1);
}

TEST(Arena, ReservingCostsNothing) {
    const Arena arena(std::size_t{64} << 30);
    EXPECT_EQ(arena.size(), std::size_t{64} << 30);
}

TEST(Arena, AnAddressSpaceThatIsNotThereIsAnError) {
    EXPECT_THROW(Arena(std::size_t{1} << 60), Error);
}

TEST(Clock, IsThatOfACore) {
    const double hz = measure_clock_hz();
    EXPECT_GT(hz, 0.2e9);
    EXPECT_LT(hz, 10e9);
}

TEST(Clock, TheMonotonicOneRuns) {
    const double before = monotonic_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_GE(monotonic_seconds(), before + 0.002);
}

}  // namespace
}  // namespace mansard::kernels
