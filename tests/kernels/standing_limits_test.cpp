// Limits that no block shows, read from the system's files.
#include "kernels/measure/standing_limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;

const Note* note_of(const Samples& samples, std::string_view code) {
    const auto found = std::find_if(samples.notes.begin(), samples.notes.end(),
                                    [code](const Note& note) { return note.code == code; });
    return found == samples.notes.end() ? nullptr : &*found;
}

void set_clocks(FakeRoot& root, const std::string& allowed) {
    for (const std::string cpu : {"0", "1"}) {
        const std::string folder = "sys/devices/system/cpu/cpu" + cpu + "/cpufreq/";
        root.with(folder + "cpuinfo_max_freq", "3600000\n");
        root.with(folder + "scaling_max_freq", cpu == "0" ? "3600000\n" : allowed + "\n");
    }
}

TEST(StandingLimits, AMemoryPolicyIsAnythingButLocal) {
    for (const auto& [line, policy] : {std::pair{"55d0c000 default file=/usr/bin/x mapped=2 N0=2\n", ""},
                                       {"55d0c000 local anon=1\n", ""},
                                       {"55d0c000 bind:0 file=/usr/bin/x\n", "bind:0"},
                                       {"55d0c000 interleave:0-1\n", "interleave:0-1"},
                                       {"", ""}}) {
        FakeRoot root;
        EXPECT_EQ(read_memory_policy(root.with("proc/self/numa_maps", line).path()), policy) << line;
    }
    EXPECT_EQ(read_memory_policy(FakeRoot().path()), "");
}

TEST(StandingLimits, APolicyMattersWhereThereAreSeveralNodes) {
    FakeRoot root;
    root.with("proc/self/numa_maps", "55d0c000 bind:0 file=/usr/bin/x\n");
    Samples samples;
    note_standing_limits(samples, root.path());
    EXPECT_EQ(note_of(samples, "memory_policy"), nullptr);
    samples.machine.nodes = {{.node = 0}, {.node = 1}};
    note_standing_limits(samples, root.path());
    ASSERT_NE(note_of(samples, "memory_policy"), nullptr);
    EXPECT_NE(note_of(samples, "memory_policy")->text.find("bind:0"), std::string::npos);
    note_standing_limits(samples, root.path());
    EXPECT_EQ(samples.notes.size(), 1U) << "said once, also after a resumption";
}

TEST(StandingLimits, TheSlowestMeasuredCpuTellsTheClocksLimit) {
    Samples samples;
    samples.machine.cpus_used = {0, 1};
    note_standing_limits(samples, FakeRoot().path());
    FakeRoot root;
    set_clocks(root, "3500000");
    note_standing_limits(samples, root.path());
    EXPECT_EQ(note_of(samples, "clock_limited"), nullptr) << "a step below the highest is none";
    set_clocks(root, "2400000");
    note_standing_limits(samples, root.path());
    ASSERT_NE(note_of(samples, "clock_limited"), nullptr);
    EXPECT_NE(note_of(samples, "clock_limited")->text.find("2.40 GHz or below, of 3.60 GHz"),
              std::string::npos)
        << note_of(samples, "clock_limited")->text;
    EXPECT_NE(note_of(samples, "clock_limited")->remedy.find("--max 3600MHz"), std::string::npos);
    samples = {};
    samples.machine.cpus_used = {0};
    note_standing_limits(samples, root.path());
    EXPECT_TRUE(samples.notes.empty()) << "a CPU that is not measured may be as slow as it likes";
}

}  // namespace
}  // namespace mansard::kernels
