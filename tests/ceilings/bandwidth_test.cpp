// The read:write mixes of patterns, and that no honest measurement of one stands above its own roof.
#include "ceilings/bandwidth.hpp"

#include <gtest/gtest.h>

#include <random>

#include "ceilings/model.hpp"

namespace mansard::ceilings {
namespace {

constexpr auto architectural = Convention::architectural, bus = Convention::bus;

Roof roof(Level level, Pattern pattern, double value) {
    Roof out{.target = {.kind = Kind::bandwidth, .level = level, .pattern = pattern},
             .value = value,
             .unit = "B/s",
             .samples = 16,
             .status = Status::measured};
    out.id = roof_id(out.target);
    // What `build` writes: beyond L1 an ordinary store reads its line first.
    const double written = written_part(pattern, architectural).value_or(0);
    const bool fills = pattern == Pattern::store || pattern == Pattern::copy || pattern == Pattern::triad;
    if (level != Level::L1) out.bus_value = value * (1 + (fills ? written : 0));
    return out;
}

/// One core, and a level's patterns with their B/s.
Ceilings ceilings_of(Level level, const std::vector<std::pair<Pattern, double>>& values) {
    Ceilings out{.machine = {.cpus_used = {0}}};
    for (const auto& [pattern, value] : values) out.roofs.push_back(roof(level, pattern, value));
    return out;
}

/// A core that loads 64 B a cycle and stores 32 B beside it: triads are its fastest pattern.
Ceilings two_loads_one_store() {
    return ceilings_of(Level::L1, {{Pattern::load, 192e9},
                                   {Pattern::copy, 190e9},
                                   {Pattern::update, 170e9},
                                   {Pattern::triad, 288e9},
                                   {Pattern::store, 96e9}});
}

TEST(Bandwidths, PatternsWriteTheirPart) {
    EXPECT_DOUBLE_EQ(*written_part(Pattern::load, architectural), 0);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::triad, architectural), 1.0 / 3);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::copy, architectural), 0.5);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::update, architectural), 0.5);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::store, architectural), 1);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::triad, bus), 0.25);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::copy, bus), 1.0 / 3);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::update, bus), 0.5) << "its line is read anyway";
    EXPECT_DOUBLE_EQ(*written_part(Pattern::store, bus), 0.5);
    EXPECT_DOUBLE_EQ(*written_part(Pattern::nt_store, bus), 1);
    EXPECT_FALSE(written_part(Pattern::chase, bus));
}

TEST(Bandwidths, ATriadStandsAtItsOwnRoof) {
    const Ceilings ceilings = two_loads_one_store();
    const View view(ceilings, 1);
    const Mix triad = view.bandwidth(Level::L1, architectural, 8.0 / 24);
    EXPECT_EQ(triad.first->roof->target.pattern, Pattern::triad);
    EXPECT_EQ(triad.second, nullptr);
    EXPECT_DOUBLE_EQ(triad.value, 288e9);
    // Half-way to the copies in written bytes: the mean time per byte.
    const Mix between = view.bandwidth(Level::L1, architectural, (1.0 / 3 + 0.5) / 2);
    EXPECT_EQ(between.first->roof->target.pattern, Pattern::triad);
    EXPECT_EQ(between.second->roof->target.pattern, Pattern::copy);
    EXPECT_NEAR(between.value, 2 / (1 / 288e9 + 1 / 190e9), 1);
}

TEST(Bandwidths, OfOneMixTheBestCounts) {
    Ceilings ceilings = two_loads_one_store();
    EXPECT_DOUBLE_EQ(View(ceilings, 1).bandwidth(Level::L1, architectural, 0.5).value, 190e9);
    ceilings.roofs[2].value = 200e9;  // the update
    EXPECT_DOUBLE_EQ(View(ceilings, 1).bandwidth(Level::L1, architectural, 0.5).value, 200e9);
    ceilings.roofs[2].status = Status::suspect;
    EXPECT_DOUBLE_EQ(View(ceilings, 1).bandwidth(Level::L1, architectural, 0.5).value, 190e9);
}

TEST(Bandwidths, PastTheCachesOnlyWhereNoOrdinaryStoreCanBe) {
    const Ceilings ceilings = ceilings_of(Level::DRAM, {{Pattern::load, 20e9},
                                                        {Pattern::copy, 15e9},
                                                        {Pattern::store, 10e9},
                                                        {Pattern::nt_copy, 30e9},
                                                        {Pattern::nt_store, 25e9}});
    const View view(ceilings, 1);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, architectural, 0.5).value, 15e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, architectural, 1).value, 10e9);
    // On the bus an ordinary store writes half: more than that is written past the caches.
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, bus, 0.5).value, 20e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, bus, 1).value, 25e9);
    EXPECT_NEAR(view.bandwidth(Level::DRAM, bus, 0.75).value, 2 / (1 / 20e9 + 1 / 25e9), 1);
}

TEST(Bandwidths, NoPatternIsAboveTheRoofOfItsMix) {
    constexpr Pattern patterns[] = {Pattern::load,   Pattern::store,   Pattern::copy,   Pattern::triad,
                                    Pattern::update, Pattern::strided, Pattern::random, Pattern::gather};
    std::mt19937 random(1);
    std::uniform_real_distribution<double> rate(1e9, 400e9);
    for (int machine = 0; machine < 200; ++machine) {
        std::vector<std::pair<Pattern, double>> values;
        for (const Pattern pattern : patterns)
            if (random() % 4 != 0) values.emplace_back(pattern, rate(random));
        std::shuffle(values.begin(), values.end(), random);
        for (const Level level : {Level::L1, Level::DRAM}) {
            const Ceilings ceilings = ceilings_of(level, values);
            const View view(ceilings, 1);
            for (const Roof& measured : ceilings.roofs)
                for (const Convention convention : {architectural, bus}) {
                    const Pattern pattern = *measured.target.pattern;
                    if (convention == bus && !measured.bus_value) continue;
                    const double value = convention == bus ? *measured.bus_value : *measured.value;
                    const Mix mix = view.bandwidth(level, convention, written_part(pattern, convention));
                    ASSERT_NE(mix.first, nullptr);
                    EXPECT_TRUE(mix.mix_known);
                    EXPECT_LE(value, mix.value * (1 + 1e-12)) << name_of(pattern);
                    // Only a pattern of the same mix can be the better one.
                    EXPECT_EQ(mix.second, nullptr);
                    EXPECT_DOUBLE_EQ(*written_part(*mix.first->roof->target.pattern, convention),
                                     *written_part(pattern, convention));
                }
        }
    }
}

TEST(Bandwidths, BetweenMixesTheRoofLiesBetweenTheirRoofs) {
    const Ceilings ceilings = two_loads_one_store();
    const View view(ceilings, 1);
    for (double written = 0; written <= 1; written += 1.0 / 64) {
        const Mix mix = view.bandwidth(Level::L1, architectural, written);
        const double other = mix.second != nullptr ? mix.second->value : mix.first->value;
        EXPECT_GE(mix.value, std::min(mix.first->value, other) * (1 - 1e-12));
        EXPECT_LE(mix.value, std::max(mix.first->value, other) * (1 + 1e-12));
    }
    // Nothing known of the mix: the best of all ordinary patterns.
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::L1, architectural, std::nullopt).value, 288e9);
}

}  // namespace
}  // namespace mansard::ceilings
