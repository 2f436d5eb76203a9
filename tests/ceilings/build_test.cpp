#include "ceilings/build.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;
using Flags = std::vector<std::string>;

Roof only_roof(const Samples& samples) {
    const Ceilings built = build(samples);
    EXPECT_EQ(built.roofs.size(), 1U);
    return built.roofs.at(0);
}

bool has_note(const std::vector<Note>& notes, std::string_view code) {
    return std::any_of(notes.begin(), notes.end(), [&](const Note& note) { return note.code == code; });
}

TEST(Build, TheBestVariantWins) {
    const Roof roof =
        only_roof(samples_of({series_of(compute_target(), std::vector<double>(13, 40), "c8"),
                              series_of(compute_target(), std::vector<double>(13, 47), "c12"),
                              series_of(compute_target(), std::vector<double>(13, 45), "c10")}));
    EXPECT_EQ(roof.id, "cpu.core.compute.f64.avx2.fma");
    EXPECT_EQ(roof.kernel, "kernel_c12");
    EXPECT_DOUBLE_EQ(*roof.value, 47);
    EXPECT_EQ(roof.unit, "FLOP/s");
    EXPECT_EQ(roof.status, Status::measured);
    EXPECT_EQ(roof.reason, "");
    EXPECT_EQ(roof.flags, Flags{});
}

TEST(Build, TheLowestLatencyWins) {
    const Roof roof = only_roof(samples_of({series_of(latency_target(Level::L2), {5e-9}, "slow"),
                                            series_of(latency_target(Level::L2), {4e-9}, "quick")}));
    EXPECT_EQ(roof.kernel, "kernel_quick");
    EXPECT_EQ(roof.unit, "s");
}

TEST(Build, InstructionSetsCompeteForABandwidthRoofOnly) {
    Target narrow = memory_target(Level::L1);
    narrow.isa = Isa::sse2;
    EXPECT_EQ(
        only_roof(samples_of({series_of(narrow, {9}), series_of(memory_target(Level::L1), {10})})).target.isa,
        Isa::avx2);
    EXPECT_EQ(build(samples_of({series_of(compute_target(Op::fma, Isa::sse2), {9}),
                                series_of(compute_target(), {10})}))
                  .roofs.size(),
              2U);
}

TEST(Build, SearchBlocksNeverMakeARoof) {
    Series lucky = series_of(compute_target(), {}, "lucky");
    lucky.blocks.push_back(block_of(lucky.target, 1000, 0, Phase::search));
    EXPECT_DOUBLE_EQ(*only_roof(samples_of({lucky, series_of(compute_target(), {10})})).value, 10);

    const Roof roof = only_roof(samples_of({lucky}));
    EXPECT_EQ(roof.status, Status::absent);
    EXPECT_FALSE(roof.value);
    EXPECT_EQ(roof.samples, 0);
    EXPECT_NE(roof.reason.find("search"), std::string::npos);
}

TEST(Build, SweepsMakeNoRoof) {
    EXPECT_TRUE(build(samples_of({sweep_of(memory_target(Level::L1), 4096, {1, 2})})).roofs.empty());
}

TEST(Build, AbsentSeriesKeepTheirReason) {
    Series absent = series_of(compute_target(Op::fma, Isa::avx512), {});
    absent.absent_reason = "this CPU has no avx512";
    const Ceilings built = build(samples_of({absent, series_of(compute_target(), {1})}));
    EXPECT_EQ(built.roofs[0].status, Status::absent);
    EXPECT_EQ(built.roofs[0].reason, "this CPU has no avx512");
    EXPECT_EQ(built.roofs[0].unit, "FLOP/s");
    EXPECT_EQ(built.roofs[1].status, Status::measured);
    EXPECT_EQ(verdict(built), Exit::ok) << "an absent roof is no failure";
    EXPECT_NE(only_roof(samples_of({series_of(compute_target(), {})})).reason, "");
}

TEST(Build, AFaultMakesTheRoofSuspect) {
    Series faulty = series_of(compute_target(), std::vector<double>(13, 99), "bad");
    faulty.blocks[4].faults = {"checksum"};
    const Ceilings built = build(samples_of({faulty}));
    EXPECT_EQ(built.roofs[0].status, Status::suspect);
    EXPECT_DOUBLE_EQ(*built.roofs[0].value, 99) << "kept, not clipped";
    EXPECT_NE(built.roofs[0].reason.find("checksum"), std::string::npos);
    EXPECT_EQ(verdict(built), Exit::suspect);
    ASSERT_EQ(warnings(built).size(), 1U);

    // A sound variant of the same roof makes it instead, and the failure stays visible.
    const Roof roof = only_roof(samples_of({faulty, series_of(compute_target(), {50}, "good")}));
    EXPECT_EQ(roof.status, Status::measured);
    EXPECT_EQ(roof.kernel, "kernel_good");
    EXPECT_TRUE(has_note(roof.notes, "variant_failed"));
}

TEST(Build, FewBlocks) {
    EXPECT_EQ(only_roof(samples_of({series_of(compute_target(), std::vector<double>(12, 1))})).flags,
              Flags{"few_blocks"});
    const Ceilings built = build(samples_of({series_of(compute_target(), std::vector<double>(12, 1))}));
    EXPECT_TRUE(has_note(built.notes, "few_blocks"));
    EXPECT_EQ(only_roof(samples_of({series_of(compute_target(), std::vector<double>(13, 1))})).flags,
              Flags{});
}

TEST(Build, ContendedIsAWarningOnly) {
    std::vector<double> values(13, 100);
    values[0] = values[1] = values[2] = 50;
    const Ceilings built = build(samples_of({series_of(compute_target(), values)}));
    EXPECT_EQ(built.roofs[0].flags, Flags{"contended"});
    EXPECT_EQ(built.roofs[0].status, Status::measured);
    EXPECT_EQ(verdict(built), Exit::ok);
    ASSERT_EQ(warnings(built).size(), 1U);
    EXPECT_NE(warnings(built)[0].find("cpu.core.compute.f64.avx2.fma"), std::string::npos);
}

TEST(Build, ThrottledBlocksFlagAndBeyondAQuarterSpoil) {
    Series series = series_of(compute_target(), std::vector<double>(16, 1));
    for (int i = 0; i < 4; ++i) series.blocks[static_cast<std::size_t>(i)].throttled_s = 0.01;
    Roof roof = only_roof(samples_of({series}));
    EXPECT_EQ(roof.flags, Flags{"throttled"});
    EXPECT_EQ(roof.status, Status::measured);
    series.blocks[4].throttled_s = 0.01;
    roof = only_roof(samples_of({series}));
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_NE(roof.reason.find("5 of 16"), std::string::npos);
}

TEST(Build, UnsteadyClockIsNoted) {
    Series series = series_of(compute_target(), std::vector<double>(13, 1));
    for (Block& block : series.blocks) set_clock(block, 3e9);
    series.blocks[0].clock_hz_after = 2e9;
    EXPECT_TRUE(has_note(only_roof(samples_of({series})).notes, "unsteady_clock"));
}

TEST(Build, QuotaFlagsRoofsOfMoreCoresThanItAllows) {
    Samples samples =
        samples_of({series_of(memory_target(Level::DRAM), std::vector<double>(13, 1)),
                    series_of(memory_target(Level::DRAM, Pattern::load, 2), std::vector<double>(13, 2))});
    samples.machine.quota_cpus = 1.5;
    Ceilings built = build(samples);
    EXPECT_EQ(built.roofs[0].flags, Flags{});
    EXPECT_EQ(built.roofs[1].flags, Flags{"quota"});
    EXPECT_TRUE(has_note(built.notes, "cpu_quota"));
    samples.machine.quota_cpus = 2;
    built = build(samples);
    EXPECT_EQ(built.roofs[1].flags, Flags{});
    EXPECT_FALSE(has_note(built.notes, "cpu_quota"));
}

TEST(Build, InterruptedSamplesGivePartialRoofs) {
    Samples samples = samples_of({series_of(compute_target(), std::vector<double>(13, 1))});
    samples.complete = false;
    const Ceilings built = build(samples);
    EXPECT_EQ(built.roofs[0].flags, Flags{"partial"});
    EXPECT_TRUE(has_note(built.notes, "partial"));
}

TEST(Build, StealAndThrottlingOfTheRunAreNoted) {
    Samples samples = samples_of({});
    samples.after.steal_s = 1 + 0.009 * 60 * 2;
    EXPECT_FALSE(has_note(build(samples).notes, "steal"));
    samples.after.steal_s = 1 + 0.02 * 60 * 2;
    EXPECT_TRUE(has_note(build(samples).notes, "steal"));
    samples.after.throttled_s = 0.5;
    EXPECT_TRUE(has_note(build(samples).notes, "throttled"));
}

struct BusCase {
    Level level;
    Pattern pattern;
    Work work;
    std::optional<double> factor;
};

TEST(Build, BusValueCountsTheLinesThatStoresRead) {
    const Work load{.read_bytes = 8}, store{.written_bytes = 8}, copy{.read_bytes = 8, .written_bytes = 8};
    const Work triad{.flops = 2, .read_bytes = 16, .written_bytes = 8};
    const Work nt_store{.written_bytes = 8, .nontemporal = true};
    for (const BusCase& bus :
         {BusCase{Level::L1, Pattern::store, store, std::nullopt},
          BusCase{Level::L2, Pattern::load, load, 1.0}, BusCase{Level::L2, Pattern::store, store, 2.0},
          BusCase{Level::L3, Pattern::copy, copy, 1.5}, BusCase{Level::DRAM, Pattern::triad, triad, 4.0 / 3},
          BusCase{Level::DRAM, Pattern::update, copy, 1.0},
          BusCase{Level::DRAM, Pattern::nt_store, nt_store, 1.0}}) {
        Series series = series_of(memory_target(bus.level, bus.pattern), std::vector<double>(13, 10));
        series.work = bus.work;
        const Roof roof = only_roof(samples_of({series}));
        SCOPED_TRACE(roof.id);
        ASSERT_EQ(roof.bus_value.has_value(), bus.factor.has_value());
        EXPECT_DOUBLE_EQ(roof.bus_value.value_or(0), *roof.value * bus.factor.value_or(0));
    }
    EXPECT_FALSE(only_roof(samples_of({series_of(compute_target(), {1})})).bus_value);
}

TEST(Build, TwoDramSetsMustAgree) {
    const auto sized = [](double bytes, double rate) {
        Series series = series_of(memory_target(Level::DRAM), std::vector<double>(13, rate));
        series.working_set_bytes = bytes;
        return series;
    };
    EXPECT_EQ(only_roof(samples_of({sized(1e8, 20e9), sized(2e8, 19.2e9)})).status, Status::measured);
    const Roof roof = only_roof(samples_of({sized(1e8, 20e9), sized(2e8, 18e9)}));
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_NE(roof.reason.find("differ by more than 5 %: 18.0 GB/s and 20.0 GB/s"), std::string::npos)
        << roof.reason;
    // The smaller set checks the larger one; it is no rival, however fast.
    const Roof checked = only_roof(samples_of({sized(1e8, 20e9), sized(2e8, 19.2e9)}));
    EXPECT_DOUBLE_EQ(*checked.value, 19.2e9);
    EXPECT_DOUBLE_EQ(checked.working_set_bytes, 2e8);
}

TEST(Build, IsAFunctionOfItsSamplesAndRoundTrips) {
    Samples samples = samples_of({series_of(compute_target(), ranks(16, 1e9)),
                                  series_of(memory_target(Level::L2), ranks(12, 1e9)),
                                  series_of(compute_target(Op::fma, Isa::avx512), {})});
    for (Block& block : samples.series[0].blocks) set_clock(block, 3e9);
    const Json first = to_json(build(samples));
    EXPECT_EQ(first, to_json(build(samples)));
    EXPECT_EQ(first["created"], samples.created);
    EXPECT_EQ(first, to_json(ceilings_from_json(parse_json(to_text(first), "test"), "test")));
    // The same from samples that went through a file.
    EXPECT_EQ(first, to_json(build(samples_from_json(parse_json(to_text(to_json(samples)), "s"), "s"))));
}

TEST(Build, TwoRoofsOfOneIdAreRefused) {
    Json document = to_json(build(samples_of(
        {series_of(compute_target(), ranks(16, 1e9)), series_of(memory_target(Level::L2), ranks(12, 1e9))})));
    document["roofs"].push_back(document["roofs"][0]);
    try {
        ceilings_from_json(document, "c.json");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        const std::string told = error.what();
        EXPECT_NE(told.find("c.json, roofs[2]"), std::string::npos) << told;
        EXPECT_NE(told.find("roofs[0]"), std::string::npos) << told;
        EXPECT_NE(told.find(document["roofs"][0]["id"].get<std::string>()), std::string::npos) << told;
    }
}

TEST(Build, AnUnknownCpuIsNoted) {
    Samples samples = samples_of({});
    EXPECT_FALSE(has_note(build(samples).notes, "no_port_limits"));
    samples.machine.cpu_family = 99;
    EXPECT_TRUE(has_note(build(samples).notes, "no_port_limits"));
}

}  // namespace
}  // namespace mansard::ceilings
