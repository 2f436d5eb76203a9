#include "ceilings/fingerprint.hpp"

#include <gtest/gtest.h>

#include "ceilings/build.hpp"
#include "core/error.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

const std::vector<std::string> sources{"a.json", "b.json"};

Samples later(Samples samples) {
    samples.created = "2026-02-01T12:00:00Z";
    return samples;
}

TEST(Fingerprint, SameMachineDiffersInNothing) {
    Machine other = zen2();
    other.memory_bytes *= 1.005;
    other.caches.clear();
    EXPECT_TRUE(fingerprint_differences(zen2(), other).empty());
}

TEST(Fingerprint, EveryPartCounts) {
    const std::vector<std::pair<std::string, void (*)(Machine&)>> changes{
        {"architecture", [](Machine& m) { m.architecture = "aarch64"; }},
        {"CPU vendor", [](Machine& m) { m.cpu_vendor = "GenuineIntel"; }},
        {"CPU:", [](Machine& m) { m.cpu_model = "AMD EPYC 7313"; }},
        {"CPU family", [](Machine& m) { m.cpu_family = 26; }},
        {"CPU model number", [](Machine& m) { m.cpu_model_number = 2; }},
        {"CPU stepping", [](Machine& m) { m.cpu_stepping = 2; }},
        {"microcode", [](Machine& m) { m.microcode = "0xa0011d7"; }},
        {"instruction sets", [](Machine& m) { m.isas.push_back(Isa::avx512); }},
        {"cores of the machine", [](Machine& m) { m.cores_online = 64; }},
        {"CPUs used", [](Machine& m) { m.cpus_used = {0}; }},
        {"threads per core", [](Machine& m) { m.threads_per_core = 2; }},
        {"NUMA nodes", [](Machine& m) { m.numa_nodes = 2; }},
        {"CPU quota", [](Machine& m) { m.quota_cpus = 1.5; }},
        {"memory", [](Machine& m) { m.memory_bytes *= 0.5; }}};
    for (const auto& [name, change] : changes) {
        Machine other = zen2();
        change(other);
        const auto differences = fingerprint_differences(zen2(), other);
        ASSERT_EQ(differences.size(), 1U) << name;
        EXPECT_TRUE(differences[0].starts_with(name)) << differences[0];
    }
}

TEST(Pool, AddsTheBlocksOfEqualSeries) {
    Samples first = samples_of({series_of(compute_target(), ranks(6))});
    Samples second = samples_of({series_of(compute_target(), {7, 8, 9, 10, 11, 12, 13})});
    second.created = "2026-02-01T12:00:00Z";
    const std::vector<Samples> runs{first, second};
    const Samples pooled = pool(runs, sources);
    ASSERT_EQ(pooled.series.size(), 1U);
    EXPECT_EQ(pooled.created, "2026-02-01T12:00:00Z");
    EXPECT_DOUBLE_EQ(pooled.seconds, 120);
    EXPECT_EQ(pooled.series[0].blocks.back().round, 12) << "rounds are numbered on";

    const Ceilings built = build(runs, sources);
    ASSERT_EQ(built.roofs.size(), 1U);
    EXPECT_EQ(built.roofs[0].samples, 13);
    EXPECT_DOUBLE_EQ(*built.roofs[0].value, 10);
    EXPECT_DOUBLE_EQ(built.roofs[0].ci95->low, 7);
    EXPECT_TRUE(built.roofs[0].range == std::nullopt);
}

TEST(Pool, ATinyDifferenceOfSetsIsTheSameGeometryAndALargeOneIsNot) {
    Series small = series_of(memory_target(Level::L3), {1, 2});
    Series close = small, far = small;
    small.working_set_bytes = 2e6;
    close.working_set_bytes = 2.4e6;
    far.working_set_bytes = 4e6;
    const std::vector<Samples> near_runs{samples_of({small}), later(samples_of({close}))};
    EXPECT_EQ(pool(near_runs, sources).series.size(), 1U);
    const std::vector<Samples> far_runs{samples_of({small}), later(samples_of({far}))};
    EXPECT_EQ(pool(far_runs, sources).series.size(), 2U);
}

TEST(Pool, VariantsStayApart) {
    const std::vector<Samples> runs{samples_of({series_of(compute_target(), {1}, "c8")}),
                                    samples_of({series_of(compute_target(), {2}, "c12")})};
    EXPECT_EQ(pool(runs, sources).series.size(), 2U);
}

TEST(Pool, CountersGrowByWhatTheRunsSaw) {
    Samples first = samples_of({}), second = samples_of({});
    first.before.steal_s = 100, first.after.steal_s = 101;
    second.before.steal_s = 500, second.after.steal_s = 503;  // 399 s were stolen between the runs
    const Samples pooled = pool(std::vector<Samples>{first, second}, sources);
    EXPECT_DOUBLE_EQ(*pooled.after.steal_s - *pooled.before.steal_s, 4);
    second.after.steal_s.reset();
    EXPECT_FALSE(pool(std::vector<Samples>{first, second}, sources).after.steal_s);
}

TEST(Pool, AnotherMachineIsRefusedByName) {
    Samples other = samples_of({});
    other.machine.microcode = "0xdead";
    other.machine.cpus_used = {0};
    try {
        pool(std::vector<Samples>{samples_of({}), other}, sources);
        FAIL() << "pooled two machines";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        const std::string what = error.what();
        for (const char* part :
             {"b.json", "a.json", "microcode: 0xa0011d5 and 0xdead", "CPUs used: 0 1 and 0"})
            EXPECT_NE(what.find(part), std::string::npos) << what;
    }
    EXPECT_THROW(pool({}, {}), Error);
}

TEST(Pool, ACopyOfARunIsNoSecondRun) {
    const Samples run = samples_of({series_of(compute_target(), ranks(6))});
    Samples begun = run;  // what it held before it was resumed
    begun.series[0].blocks.resize(2);
    for (const Samples& copy : {run, begun}) {
        try {
            pool(std::vector<Samples>{run, copy}, sources);
            FAIL() << "pooled a run with itself";
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find("a.json"), std::string::npos) << error.what();
        }
    }
    EXPECT_NO_THROW(pool(std::vector<Samples>{run, later(run)}, sources)) << "equal rates are no copy";
}

TEST(Pool, OneIncompleteRunMakesAllPartial) {
    Samples cut = samples_of({});
    cut.complete = false;
    EXPECT_FALSE(pool(std::vector<Samples>{samples_of({}), cut}, sources).complete);
}

}  // namespace
}  // namespace mansard::ceilings
