// What other programs had while measuring: counted from /proc/stat, and noted where it was much.
#include "kernels/measure/company.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "tests/kernels/fake_root.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;
using namespace testing;

TEST(OtherTime, IsWhatIsBusyAndNotOurs) {
    FakeRoot root;
    const auto tick = 1 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    root.with("proc/stat",
              "cpu  9 9 9 9 9 9 9 9 9 9\n"
              "cpu0 1000 200 30 7777 7777 4 5 7777 900 100\n"
              "cpu1 10000 0 0 7777 7777 0 0\n"
              "cpu2 100000 0 0 7777 7777 0 0 7777 0 0\n"
              "cpu3 1\n"
              "intr 5 6\n");
    root.with("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", "0,2\n");
    const std::vector<int> cpus{0, 1};
    const OtherTime time = read_other_time(cpus, root.path());
    ASSERT_TRUE(time.siblings_s.has_value());
    EXPECT_DOUBLE_EQ(*time.siblings_s, 100000 * tick);
    ASSERT_TRUE(time.all_s.has_value());
    // This process has had some time too, and that is not another's: less than a minute of it.
    EXPECT_LT(*time.all_s, 111239 * tick);
    EXPECT_GT(*time.all_s, 111239 * tick - 60);
    for (const char* list : {"0\n", "lots\n", "0-999999999\n", ""}) {
        root.with("sys/devices/system/cpu/cpu0/topology/thread_siblings_list", list);
        EXPECT_FALSE(read_other_time(cpus, root.path()).siblings_s.has_value()) << list;
    }
    EXPECT_FALSE(read_other_time(cpus, FakeRoot().path()).all_s.has_value()) << "missing is not zero";
}

TEST(Company, IsAnAverageOverTime) {
    const OtherTime before{.all_s = 100, .siblings_s = 7}, after{.all_s = 130, .siblings_s = 6};
    const Company company = company_between(before, after, 60);
    EXPECT_EQ(company.cpus, 0.5);
    EXPECT_EQ(company.sibling_cpus, 0.0) << "counters that fall say nothing";
    EXPECT_FALSE(company_between(before, {}, 60).cpus.has_value());
    EXPECT_FALSE(company_between(before, after, 0).cpus.has_value());
}

std::vector<std::string> codes_after(FakeScript script, Machine machine = four_cores()) {
    FakeDevice device(std::move(machine), std::move(script));
    const KernelDesc fma = compute_kernel(Op::fma, 8);
    std::vector<std::string> codes;
    for (const Note& note : measure(device, make_plan(), {experiment_of(fma)}).notes) {
        EXPECT_EQ(note.severity, Severity::warning);
        EXPECT_FALSE(note.remedy.empty());
        codes.push_back(note.code);
    }
    return codes;
}

TEST(Company, IsNotedWhereItIsMuch) {
    using Codes = std::vector<std::string>;
    FakeScript script;
    script.company = [](double) { return Company{.cpus = 0.2, .sibling_cpus = 0.05}; };
    EXPECT_EQ(codes_after(script), Codes{});
    script.company = [](double) { return Company{.cpus = 1, .sibling_cpus = 0.9}; };
    EXPECT_EQ(codes_after(script), (Codes{"busy_elsewhere", "busy_sibling"}));
    Machine large = four_cores();
    large.cores_online = 128;
    EXPECT_EQ(codes_after(script, large), Codes{"busy_sibling"}) << "less than 2 % of that machine";
    script.company = [](double) { return Company{}; };
    EXPECT_EQ(codes_after(script), Codes{});
    // What was much at first is judged over the whole run.
    script.company = [](double now) { return Company{.cpus = now < 0.2 ? 1.0 : 0.1, .sibling_cpus = {}}; };
    EXPECT_EQ(codes_after(script), Codes{});
}

TEST(Company, WhatWasNotedBeforeAnInterruptionStays) {
    Samples samples{.machine = four_cores()};
    note_company({.cpus = 1, .sibling_cpus = {}}, samples);
    ASSERT_EQ(samples.notes.size(), 1U);
    samples.resumed = 1;
    note_company({.cpus = 0.1, .sibling_cpus = {}}, samples);
    EXPECT_EQ(samples.notes.size(), 1U);
    samples.resumed = 0;
    note_company({.cpus = 0.1, .sibling_cpus = {}}, samples);
    EXPECT_TRUE(samples.notes.empty());
}

}  // namespace
}  // namespace mansard::kernels
