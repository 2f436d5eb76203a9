#include "ceilings/plateau.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "ceilings/levels.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

constexpr double kib = 1024, mib = 1024 * 1024;

struct Step {
    double end;  ///< bytes
    double rate;
};

using Curve = std::vector<SweepPoint>;

/// Points from 4 kib to `last`, four to an octave: the rate of the first step that holds the set, else
/// `memory`.
Curve curve(const std::vector<Step>& steps, double memory, double last = 128 * mib) {
    Curve points;
    for (int i = 0;; ++i) {
        const double bytes = 4 * kib * std::pow(2, 0.25 * i);
        if (bytes > last * 1.001) break;
        double rate = memory;
        for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            if (bytes <= step->end * 1.001) rate = step->rate;
        points.push_back({bytes, rate});
    }
    return points;
}

Curve with_noise(Curve points, double amplitude, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> noise(1 - amplitude, 1 + amplitude);
    for (SweepPoint& point : points) point.rate *= noise(generator);
    return points;
}

/// Each found end within a factor of two of the expected one.
void expect_ends(const Curve& points, const std::vector<double>& expected) {
    const std::vector<double> ends = plateau_ends(points);
    ASSERT_EQ(ends.size(), expected.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
        EXPECT_LE(ends[i], expected[i] * 2) << i;
        EXPECT_GE(ends[i], expected[i] / 2) << i;
    }
}

const std::vector<Step> three{{32 * kib, 200}, {512 * kib, 95}, {16 * mib, 60}};
const std::vector<double> three_ends{32 * kib, 512 * kib, 16 * mib};

TEST(Plateau, ThreeLevelsExactly) {
    const auto ends = plateau_ends(curve(three, 20));
    ASSERT_EQ(ends.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(ends[i] / three_ends[i], 1, 1e-9);
}

TEST(Plateau, OrderOfPointsDoesNotMatter) {
    Curve points = curve(three, 20);
    std::shuffle(points.begin(), points.end(), std::mt19937(3));
    EXPECT_EQ(plateau_ends(points), plateau_ends(curve(three, 20)));
}

TEST(Plateau, NoL3) {
    expect_ends(curve({{32 * kib, 200}, {1 * mib, 95}}, 20), {32 * kib, 1 * mib});
}

TEST(Plateau, HugeL2) {
    expect_ends(curve({{128 * kib, 200}, {16 * mib, 95}}, 40), {128 * kib, 16 * mib});
}

TEST(Plateau, NoiseOfFivePercent) {
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        expect_ends(with_noise(curve(three, 20), 0.05, seed), three_ends);
    }
}

TEST(Plateau, NoiseAndWeakContrast) {
    // L3 at 75 % of L2 and memory at 65 % of L3: the closest that neighbouring levels come.
    const std::vector<Step> weak{{48 * kib, 200}, {2 * mib, 60}, {16 * mib, 45}};
    for (unsigned seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(seed);
        expect_ends(with_noise(curve(weak, 29), 0.05, seed), {48 * kib, 2 * mib, 16 * mib});
    }
}

TEST(Plateau, DipsAreNoEnds) {
    Curve points = with_noise(curve(three, 20), 0.05, 11);
    for (const std::size_t dip : {3U, 20U, 21U, 22U, 38U}) points[dip].rate /= 3;
    expect_ends(points, three_ends);
    // A dip at a plateau's last point costs one step of the grid.
    points = curve(three, 20);
    points[12].rate /= 3;  // 32 kib
    EXPECT_NEAR(plateau_ends(points).at(0), 32 * kib / std::pow(2, 0.25), 1);
}

TEST(Plateau, GradualDecayEndsWhereTheLevelStopsHolding) {
    Curve points = curve({{32 * kib, 200}, {512 * kib, 95}, {8 * mib, 60}}, 20);
    for (SweepPoint& point : points)
        if (point.bytes > 8 * mib && point.bytes < 64 * mib)
            point.rate = 60 * std::pow(20.0 / 60, std::log2(point.bytes / (8 * mib)) / 3);
    for (unsigned seed = 0; seed < 50; ++seed)
        expect_ends(with_noise(points, 0.05, seed), {32 * kib, 512 * kib, 8 * mib});
}

TEST(Plateau, DecayWithoutAPlateauEndsNowhere) {
    Curve points;
    for (int i = 0; i < 60; ++i) points.push_back({4 * kib * std::pow(2, 0.25 * i), 200 * std::pow(0.9, i)});
    EXPECT_TRUE(plateau_ends(points).empty());
}

TEST(Plateau, NoEndWithinTheSweepIsNoEnd) {
    EXPECT_TRUE(plateau_ends(curve({}, 100)).empty());
    EXPECT_TRUE(plateau_ends(with_noise(curve({}, 100), 0.05, 5)).empty());
    // One slow point at the very end may be a disturbance.
    Curve points = curve({}, 100);
    points.back().rate = 50;
    EXPECT_TRUE(plateau_ends(points).empty());
}

TEST(Plateau, TooFewPointsSayNothing) {
    EXPECT_TRUE(plateau_ends(Curve{}).empty());
    EXPECT_TRUE(plateau_ends(Curve{{4096, 100}}).empty());
    EXPECT_TRUE(
        plateau_ends(Curve{{4096, 100}, {8192, 100}, {16384, 100}, {32768, 50}, {65536, 50}}).empty());
}

TEST(Plateau, SlowStartIsNoLevel) {
    // Tiny sets pay for loop overhead: the first points rise.
    Curve points = curve(three, 20);
    points[0].rate = 120;
    points[1].rate = 150;
    points[2].rate = 180;
    expect_ends(points, three_ends);
}

/// bytes → all rates, from tests/data/ceilings.
std::vector<std::pair<double, std::vector<double>>> recorded_sweep() {
    std::ifstream file(MANSARD_SOURCE_DIR "/tests/data/ceilings/load_sweep_noisy.csv");
    std::string line, cell;
    std::getline(file, line);
    std::vector<std::pair<double, std::vector<double>>> rows;
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::getline(cells, cell, ',');
        rows.emplace_back(std::stod(cell), std::vector<double>{});
        while (std::getline(cells, cell, ',')) rows.back().second.push_back(1e9 * std::stod(cell));
    }
    return rows;
}

TEST(FindLevels, InARecordedNoisySweep) {
    Samples samples = samples_of({});
    for (const auto& [bytes, rates] : recorded_sweep())
        samples.series.push_back(sweep_of(memory_target(Level::DRAM), bytes, rates));
    const auto levels = find_levels(samples);
    ASSERT_EQ(levels.size(), 3U);
    EXPECT_TRUE(levels[0].agrees);
    EXPECT_NEAR(*levels[0].detected_bytes, 32 * kib, 8 * kib);
    EXPECT_TRUE(levels[1].agrees);
    EXPECT_LE(*levels[1].detected_bytes, 768 * kib);
    EXPECT_GE(*levels[1].detected_bytes, 256 * kib);
    EXPECT_FALSE(levels[2].agrees) << "claimed: 32 MiB";
    EXPECT_GE(*levels[2].detected_bytes, 4 * mib);
    EXPECT_LE(*levels[2].detected_bytes, 14 * mib);
}

Samples swept(const Curve& points, std::vector<CacheClaim> claims,
              Target target = memory_target(Level::DRAM)) {
    Samples samples = samples_of({});
    samples.machine.caches = std::move(claims);
    for (const SweepPoint& point : points) {
        const double value = target.kind == Kind::latency ? 1 / point.rate : point.rate;
        samples.series.push_back(sweep_of(target, point.bytes, {value}));
    }
    return samples;
}

CacheClaim claim(Level level, double bytes, const char* source = "hwloc") {
    return {.level = level, .bytes = bytes, .source = source};
}

std::optional<double> size_of(const std::vector<LevelSize>& levels, Level level) {
    for (const LevelSize& size : levels)
        if (size.level == level) return size.detected_bytes;
    return std::nullopt;
}

TEST(FindLevels, WithoutClaimsGoesByOrder) {
    const auto levels = find_levels(swept(curve({{32 * kib, 200e9}, {1 * mib, 95e9}}, 20e9), {}));
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_NEAR(*size_of(levels, Level::L1), 32 * kib, 1);
    EXPECT_NEAR(*size_of(levels, Level::L2), 1 * mib, 1);
    EXPECT_FALSE(levels[0].claimed_bytes);
    EXPECT_FALSE(levels[0].agrees);
}

TEST(FindLevels, AMissedPlateauLeavesItsLevelUndetected) {
    // L1 and L2 as fast as each other: one plateau, up to the L2's end; it is the L2's.
    const auto levels = find_levels(
        swept(curve({{512 * kib, 95e9}, {16 * mib, 60e9}}, 20e9),
              {claim(Level::L1, 32 * kib), claim(Level::L2, 512 * kib), claim(Level::L3, 32 * mib)}));
    ASSERT_EQ(levels.size(), 3U);
    EXPECT_FALSE(size_of(levels, Level::L1));
    EXPECT_EQ(levels[0].claimed_bytes, 32 * kib);
    EXPECT_NEAR(*size_of(levels, Level::L2), 512 * kib, 1);
    EXPECT_NEAR(*size_of(levels, Level::L3), 16 * mib, 1);
    EXPECT_TRUE(levels[1].agrees);
    EXPECT_TRUE(levels[2].agrees);
}

TEST(FindLevels, MorePlateausThanClaims) {
    const auto levels =
        find_levels(swept(curve({{32 * kib, 200e9}, {512 * kib, 95e9}, {16 * mib, 60e9}}, 20e9),
                          {claim(Level::L1, 32 * kib), claim(Level::L2, 512 * kib)}));
    EXPECT_NEAR(*size_of(levels, Level::L3), 16 * mib, 1);
    EXPECT_FALSE(levels.at(2).claimed_bytes);
}

TEST(FindLevels, NoSweepShowsTheClaimsAlone) {
    const auto levels = find_levels(samples_of({}));
    ASSERT_EQ(levels.size(), 3U);
    for (const LevelSize& size : levels) {
        EXPECT_FALSE(size.detected_bytes);
        EXPECT_TRUE(size.claimed_bytes);
        EXPECT_FALSE(size.agrees);
    }
    EXPECT_TRUE(level_notes(levels, Machine{}).empty()) << "nothing found contradicts nothing";
}

TEST(FindLevels, LatencyFillsInWhatBandwidthDoesNotShow) {
    const std::vector<CacheClaim> claims{claim(Level::L1, 32 * kib), claim(Level::L2, 512 * kib),
                                         claim(Level::L3, 32 * mib)};
    Samples samples = swept(curve({{512 * kib, 95e9}, {16 * mib, 60e9}}, 20e9), claims);
    const Samples chased =
        swept(curve({{32 * kib, 1 / 1e-9}, {600 * kib, 1 / 4e-9}, {9 * mib, 1 / 15e-9}}, 1 / 100e-9), claims,
              latency_target(Level::DRAM));
    samples.series.insert(samples.series.end(), chased.series.begin(), chased.series.end());
    const auto levels = find_levels(samples);
    EXPECT_NEAR(*size_of(levels, Level::L1), 32 * kib, 1);
    EXPECT_NEAR(*size_of(levels, Level::L2), 512 * kib, 1) << "the bandwidth sweep goes first";
    EXPECT_NEAR(*size_of(levels, Level::L3), 16 * mib, 1);
}

TEST(FindLevels, OtherSeriesTakeNoPart) {
    Samples samples = swept(curve(three, 20), {}, memory_target(Level::DRAM, Pattern::store));
    EXPECT_TRUE(find_levels(samples).empty());
    samples = swept(curve(three, 20), {}, memory_target(Level::DRAM, Pattern::load, 2));
    EXPECT_TRUE(find_levels(samples).empty());
    samples = swept(curve(three, 20), {});
    for (Series& series : samples.series) series.blocks[0].phase = Phase::final;
    EXPECT_TRUE(find_levels(samples).empty());
}

TEST(FindLevels, FaultyBlocksTakeNoPart) {
    Samples samples = swept(curve(three, 20), {});
    Series wrong = sweep_of(memory_target(Level::DRAM), 128 * mib, {1e6});
    wrong.blocks[0].faults = {"checksum"};
    samples.series.push_back(wrong);
    EXPECT_EQ(find_levels(samples).size(), 3U);
}

TEST(LevelNotes, NameTheDisagreements) {
    Samples samples =
        swept(curve({{32 * kib, 200e9}, {512 * kib, 95e9}, {8 * mib, 60e9}}, 20e9), zen2().caches);
    const auto levels = find_levels(samples);
    const auto notes = level_notes(levels, samples.machine);
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_EQ(notes[0].code, "cache_size_disagreement");
    EXPECT_EQ(notes[0].text, "L3: the sweep's plateau ends at 8 MiB, hwloc claims 32 MiB");
    EXPECT_EQ(notes[1].code, "cache_claims_differ");
    EXPECT_NE(notes[1].text.find("getconf claims 256 MiB"), std::string::npos);
}

}  // namespace
}  // namespace mansard::ceilings
