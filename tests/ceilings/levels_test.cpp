// Which size holds: the sweep's where it is clear, what independent sources agree on where it is not, and
// none where neither can be relied on.
#include "ceilings/levels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>

#include "ceilings/build.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

constexpr double kib = 1024, mib = 1024 * 1024;

std::vector<CacheClaim> claims(double l1, double l2, std::initializer_list<const char*> sources) {
    std::vector<CacheClaim> out;
    for (const char* source : sources) {
        out.push_back({.level = Level::L1, .bytes = l1, .source = source});
        out.push_back({.level = Level::L2, .bytes = l2, .source = source});
    }
    return out;
}

/// A sweep in steps of √2 to 128 MiB over an L1 that ends at `l1` (200 GB/s), an L2 at `l2` (95), an L3 at 8
/// MiB (60), memory (20). Around `noisy` bytes, a factor of four either way, one of its two passes ran at
/// half the rate, and its threads waited.
Samples swept(double l1, double l2, std::vector<CacheClaim> system, double noisy = 0) {
    Samples samples = samples_of({});
    samples.machine.caches = std::move(system);
    for (int step = 0; step <= 30; ++step) {
        const double bytes = 4 * kib * std::pow(2, 0.5 * step);
        const double rate = bytes <= 1.01 * l1        ? 200e9
                            : bytes <= 1.01 * l2      ? 95e9
                            : bytes <= 1.01 * 8 * mib ? 60e9
                                                      : 20e9;
        const bool held_up = noisy > 0 && bytes >= noisy / 4 && bytes <= noisy * 4;
        samples.series.push_back(
            sweep_of(memory_target(Level::DRAM), bytes, {rate, held_up ? rate / 2 : rate}));
    }
    return samples;
}

const LevelSize& level_of(const std::vector<LevelSize>& levels, Level level) {
    return *std::find_if(levels.begin(), levels.end(),
                         [level](const LevelSize& size) { return size.level == level; });
}

std::string text_of(const std::vector<Note>& notes, std::string_view code) {
    for (const Note& note : notes)
        if (note.code == code) return note.text;
    return {};
}

TEST(Levels, AClearSweepOverrulesClaimsThatAgree) {
    const Samples samples = swept(128 * kib, 2 * mib, claims(32 * kib, 512 * kib, {"hwloc", "cpuid"}));
    const auto levels = find_levels(samples);
    for (const auto& [level, bytes] : {std::pair(Level::L1, 128 * kib), std::pair(Level::L2, 2 * mib)}) {
        EXPECT_NEAR(*level_of(levels, level).bytes, bytes, 0.02 * bytes);
        EXPECT_FALSE(level_of(levels, level).by_claims);
        EXPECT_TRUE(level_of(levels, level).certain);
    }
    EXPECT_NE(text_of(level_notes(levels, samples.machine), "cache_size_disagreement"), "");
}

TEST(Levels, ADisturbedSweepYieldsToClaimsThatAgree) {
    const Samples samples = swept(
        128 * kib, 2 * mib, claims(32 * kib, 512 * kib, {"hwloc", "sysfs", "cpuid", "getconf"}), 128 * kib);
    const auto levels = find_levels(samples);
    const LevelSize& l1 = level_of(levels, Level::L1);
    EXPECT_EQ(l1.bytes, 32 * kib);
    EXPECT_TRUE(l1.by_claims);
    EXPECT_TRUE(l1.certain);
    EXPECT_NEAR(*l1.detected_bytes, 128 * kib, 2 * kib) << "what the sweep showed stays on record";
    EXPECT_EQ(
        text_of(level_notes(levels, samples.machine), "cache_size_by_claims"),
        "L1: a plateau of the disturbed sweep ends at 128 KiB; hwloc, sysfs, cpuid and getconf claim 32 "
        "KiB, which is taken");
}

TEST(Levels, ThreadsThatWaitedDisturbAPointThoughItsRatesAgree) {
    Samples samples = swept(128 * kib, 2 * mib, claims(32 * kib, 512 * kib, {"hwloc", "cpuid"}));
    for (Series& series : samples.series)
        for (Block& block : series.blocks) block.waits = {0.5, 0.5, 0.5};
    const auto levels = find_levels(samples);
    EXPECT_EQ(level_of(levels, Level::L1).bytes, 32 * kib);
    EXPECT_EQ(level_of(levels, Level::L2).bytes, 512 * kib);
}

TEST(Levels, TheBestTrialSpeaksForABlock) {
    Samples samples = swept(32 * kib, 512 * kib, claims(32 * kib, 512 * kib, {"hwloc", "cpuid"}));
    for (Series& series : samples.series)
        for (Block& block : series.blocks) block.seconds = {3, 3, 1};
    const auto levels = find_levels(samples);
    EXPECT_NEAR(*level_of(levels, Level::L1).bytes, 32 * kib, kib);
    EXPECT_NEAR(*level_of(levels, Level::L2).bytes, 512 * kib, 16 * kib);
}

/// The blocks of tests/data/ceilings/load_sweep_busy.csv.
Samples recorded_under_load() {
    Samples samples = samples_of({});
    std::ifstream file(MANSARD_SOURCE_DIR "/tests/data/ceilings/load_sweep_busy.csv");
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::vector<double> values;
        for (std::string cell; std::getline(cells, cell, ',');)
            values.push_back(cell.empty() ? 0 : std::stod(cell));
        values.resize(12);
        Series series = sweep_of(memory_target(Level::DRAM), values[0], {values[1]});
        Block& block = series.blocks[0];
        block.seconds.clear();
        for (std::size_t trial = 0; trial < 5; ++trial)
            if (values[2 + trial] > 0) {
                block.seconds.push_back(values[2 + trial]);
                block.waits.push_back(values[7 + trial]);
            }
        samples.series.push_back(std::move(series));
    }
    return samples;
}

TEST(Levels, InASweepRecordedUnderLoad) {
    Samples samples = recorded_under_load();
    ASSERT_GT(samples.series.size(), 30U);
    const auto spoilt = std::count_if(samples.series.begin(), samples.series.end(),
                                      [](const Series& series) { return !is_left_alone(series.blocks[0]); });
    EXPECT_GT(spoilt, 20) << "that is what it was recorded for";
    for (const char* source : {"sysfs", "cpuid"}) {
        samples.machine.caches.push_back({.level = Level::L1, .bytes = 32 * kib, .source = source});
        samples.machine.caches.push_back({.level = Level::L2, .bytes = 512 * kib, .source = source});
    }
    const auto levels = find_levels(samples);
    // Within a step of the sweep's grid.
    EXPECT_NEAR(std::log2(*level_of(levels, Level::L1).bytes / (32 * kib)), 0, 0.55);
    EXPECT_NEAR(std::log2(*level_of(levels, Level::L2).bytes / (512 * kib)), 0, 0.55);
    EXPECT_TRUE(level_of(levels, Level::L1).certain);
    EXPECT_TRUE(level_of(levels, Level::L2).certain);
    EXPECT_FALSE(level_of(levels, Level::L3).certain) << "disturbed, and the claims differ by eight";
}

TEST(Levels, AnEdgeOneStepOffIsTheSameEdge) {
    const auto levels =
        find_levels(swept(45.3 * kib, 512 * kib, claims(32 * kib, 512 * kib, {"hwloc", "cpuid"}), 32 * kib));
    EXPECT_FALSE(level_of(levels, Level::L1).by_claims);
    EXPECT_TRUE(level_of(levels, Level::L1).certain);
}

TEST(Levels, NothingIsCertainWhereTheSweepIsDisturbedAndNobodyAgrees) {
    for (const bool one_source : {true, false}) {
        SCOPED_TRACE(one_source);
        auto system = claims(32 * kib, 512 * kib, {"hwloc"});
        if (!one_source) system.push_back({.level = Level::L1, .bytes = 48 * kib, .source = "cpuid"});
        Samples samples = swept(128 * kib, 2 * mib, system, 128 * kib);
        Series loads = series_of(memory_target(Level::L1), std::vector<double>(13, 200e9));
        loads.working_set_bytes = 76 * kib;
        Series stores = series_of(memory_target(Level::L1, Pattern::store), std::vector<double>(13, 90e9));
        stores.working_set_bytes = 20 * kib;
        samples.series.push_back(loads);
        samples.series.push_back(stores);
        const Ceilings built = build(samples);
        EXPECT_FALSE(level_of(built.levels, Level::L1).certain);
        ASSERT_EQ(built.roofs.size(), 2U);
        EXPECT_EQ(built.roofs[0].status, Status::suspect);
        EXPECT_NE(built.roofs[0].reason.find("128 KiB by a disturbed sweep, 32 KiB by hwloc"),
                  std::string::npos)
            << built.roofs[0].reason;
        EXPECT_EQ(built.roofs[1].status, Status::measured) << "20 KiB lie inside whatever is right";
    }
}

TEST(Levels, WithoutClaimsADisturbedSweepProvesNothing) {
    Samples samples = swept(128 * kib, 2 * mib, {}, 128 * kib);
    samples.series.push_back(series_of(memory_target(Level::L1), std::vector<double>(13, 200e9)));
    EXPECT_EQ(build(samples).roofs.at(0).status, Status::suspect);
    samples = swept(128 * kib, 2 * mib, {});
    samples.series.push_back(series_of(memory_target(Level::L1), std::vector<double>(13, 200e9)));
    EXPECT_EQ(build(samples).roofs.at(0).status, Status::measured);
}

TEST(Levels, ASharedLevelIsNeverSizedByClaimsThatTheSweepContradicts) {
    auto system = claims(32 * kib, 512 * kib, {"hwloc", "cpuid"});
    for (const char* source : {"hwloc", "cpuid"})
        system.push_back({.level = Level::L3, .bytes = 64 * mib, .source = source});
    Samples samples = swept(32 * kib, 512 * kib, system, 8 * mib);
    Series loads = series_of(memory_target(Level::L3), std::vector<double>(13, 60e9));
    loads.working_set_bytes = 2 * mib;
    samples.series.push_back(loads);
    const Ceilings built = build(samples);
    const LevelSize& l3 = level_of(built.levels, Level::L3);
    EXPECT_NEAR(*l3.bytes, 8 * mib, 0.2 * mib) << "neighbours have a part of it";
    EXPECT_FALSE(l3.certain);
    EXPECT_EQ(built.roofs.at(0).status, Status::measured) << "2 MiB lie inside 8 and 64 MiB";
}

TEST(Levels, WithoutASweepTheClaimsStand) {
    Samples samples = samples_of({});
    samples.machine.caches = claims(32 * kib, 512 * kib, {"hwloc", "cpuid"});
    for (const LevelSize& size : find_levels(samples)) {
        EXPECT_EQ(size.bytes, size.claimed_bytes);
        EXPECT_TRUE(size.by_claims);
        EXPECT_TRUE(size.certain);
    }
    samples.machine.caches.push_back({.level = Level::L2, .bytes = 4 * mib, .source = "getconf"});
    EXPECT_FALSE(level_of(find_levels(samples), Level::L2).certain);
}

TEST(Levels, FilesOfBeforeTheChoiceAreRead) {
    Ceilings ceilings = build(swept(32 * kib, 512 * kib, claims(32 * kib, 512 * kib, {"hwloc"})));
    Json document = to_json(ceilings);
    for (Json& level : document["levels"])
        for (const char* key : {"bytes", "by_claims", "certain"}) level.erase(key);
    const Ceilings read = ceilings_from_json(document, "old.json");
    for (const LevelSize& size : read.levels) {
        EXPECT_EQ(size.bytes, size.detected_bytes);
        EXPECT_TRUE(size.certain);
    }
}

}  // namespace
}  // namespace mansard::ceilings
