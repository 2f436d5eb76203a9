// What physics allows where no datasheet helps: orders among roofs, and sets that lie where they should.
#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Target on(Target target, int threads) {
    target.threads = threads;
    if (threads > 1) target.scope = Scope::device;
    return target;
}

Series at(const Target& target, double value) {
    Series series = series_of(target, std::vector<double>(13, value));
    if (target.level == Level::DRAM) series.working_set_bytes = 1e9;
    series.huge_page_fraction = 1;
    return series;
}

struct Pair {
    const char* name;
    Target first, second;
    double first_value, second_value;
    int suspect;  ///< 0: none, 1: the first, 2: the second
};

void expect_verdicts(const std::vector<Pair>& pairs) {
    for (const Pair& pair : pairs) {
        SCOPED_TRACE(pair.name);
        Samples samples = samples_of({at(pair.first, pair.first_value), at(pair.second, pair.second_value)});
        samples.machine.isas.push_back(Isa::avx512);
        const Ceilings built = build(samples);
        ASSERT_EQ(built.roofs.size(), 2U);
        EXPECT_EQ(built.roofs[0].status, pair.suspect == 1 ? Status::suspect : Status::measured)
            << built.roofs[0].reason;
        EXPECT_EQ(built.roofs[1].status, pair.suspect == 2 ? Status::suspect : Status::measured)
            << built.roofs[1].reason;
    }
}

TEST(CoreOrder, AllCoresReachWhatOneReachesAndNoMoreThanTheirNumberTimesIt) {
    const Target dram = memory_target(Level::DRAM), fma = compute_target();
    expect_verdicts({{"equal", dram, on(dram, 2), 20e9, 20e9, 0},
                     {"less than one", dram, on(dram, 2), 20e9, 19e9, 2},
                     {"twice", dram, on(dram, 2), 20e9, 40e9, 0},
                     {"a little more than twice", dram, on(dram, 2), 20e9, 41.5e9, 0},
                     {"far more than twice", dram, on(dram, 2), 20e9, 43e9, 1},
                     {"compute", fma, on(fma, 4), 40e9, 170e9, 1},
                     {"compute holds", fma, on(fma, 4), 40e9, 160e9, 0},
                     {"other patterns do not compare", dram,
                      on(memory_target(Level::DRAM, Pattern::store), 2), 20e9, 10e9, 0}});
}

TEST(CoreOrder, ArithmeticOfAllCoresBelowOneIsSuspectByItsValue) {
    // Both swing, so that their intervals overlap; that all cores reach less than one stays impossible.
    const auto swinging = [](const Target& target, double value) {
        Series series = at(target, value);
        for (std::size_t i = 0; i < series.blocks.size(); i += 2) series.blocks[i].elements *= 0.6;
        return series;
    };
    for (const auto& [target, status] :
         {std::pair(compute_target(), Status::suspect), std::pair(memory_target(Level::L2), Status::suspect),
          std::pair(memory_target(Level::DRAM), Status::measured)}) {
        const Ceilings built = build(samples_of({swinging(target, 40e9), swinging(on(target, 2), 36e9)}));
        EXPECT_EQ(built.roofs[0].status, Status::measured);
        EXPECT_EQ(built.roofs[1].status, status) << built.roofs[1].id << ": " << built.roofs[1].reason;
    }
}

TEST(Gates, OneOrTwoBlocksAreJudgedByTenPercent) {
    const auto of = [](double inner, double outer) {
        return build(samples_of({series_of(memory_target(Level::L1), {inner}),
                                 series_of(memory_target(Level::L2), {outer})}))
            .roofs;
    };
    EXPECT_EQ(of(50e9, 55e9)[1].status, Status::measured) << "so much is one moment's mood";
    EXPECT_EQ(of(50e9, 55e9)[0].status, Status::measured);
    const auto far = of(50e9, 70e9);
    EXPECT_TRUE(far[0].status == Status::suspect || far[1].status == Status::suspect);
}

/// The roof of `blocks` blocks at 3 GHz that reach `per_cycle` each, but for `last`, the last one.
Roof by_ports(const Target& target, double per_cycle, double last, std::size_t blocks = 13) {
    Series series = series_of(target, std::vector<double>(blocks, per_cycle * 3e9));
    for (Block& block : series.blocks) set_clock(block, 3e9);
    series.blocks.back().elements = last * 3e9;
    return build(samples_of({series})).roofs.at(0);
}

TEST(PortShare, APlainLoopFarBelowItsPortsIsSuspect) {
    const Target fma = compute_target(), add = compute_target(Op::add), load = memory_target(Level::L1);
    EXPECT_EQ(by_ports(fma, 15.5, 15.5).status, Status::measured);
    EXPECT_EQ(by_ports(fma, 10, 10).status, Status::measured) << "contended, but what it reached";
    const Roof low = by_ports(fma, 7.04, 7.04);  // 44 %
    EXPECT_EQ(low.status, Status::suspect);
    EXPECT_TRUE(low.reason.starts_with("44 % of what the ports allow (amd-zen2.json")) << low.reason;
    EXPECT_EQ(by_ports(add, 4, 3).status, Status::suspect) << "half, and not steadily";
    EXPECT_EQ(by_ports(load, 40, 40).status, Status::measured);
    EXPECT_EQ(by_ports(load, 20, 20).status, Status::suspect);
    EXPECT_EQ(by_ports(compute_target(Op::mix), 10, 10).status, Status::measured)
        << "a mix fills what it can";
}

TEST(PortShare, ASteadyHalfIsAModelWithHalfOfTheUnits) {
    EXPECT_EQ(by_ports(compute_target(), 7.8, 7.7).status, Status::measured);
    EXPECT_EQ(by_ports(compute_target(), 7.8, 7.8, 2).status, Status::suspect) << "two blocks are not steady";
}

TEST(L1Latency, ALoadFromL1TakesNoTwelveNanoseconds) {
    const auto status = [](double seconds, Level level) {
        Series series = at(latency_target(level), seconds);
        for (Block& block : series.blocks) set_clock(block, 3e9);
        return build(samples_of({series})).roofs.at(0).status;
    };
    EXPECT_EQ(status(1.6e-9, Level::L1), Status::measured);
    EXPECT_EQ(status(12e-9, Level::L1), Status::suspect);
    EXPECT_EQ(status(12e-9, Level::L3), Status::measured);
}

TEST(ArithmeticOrder, HoldsOnEveryCpu) {
    const Target fma = compute_target(), add = compute_target(Op::add), mul = compute_target(Op::mul);
    const Target single = compute_target(Op::fma, Isa::avx2, Dtype::f32);
    const Target narrow = compute_target(Op::add, Isa::sse2), widest = compute_target(Op::add, Isa::avx512);
    Target scalar = compute_target(Op::add, Isa::scalar);
    scalar.engine = Engine::scalar;
    expect_verdicts({{"f32 below f64", fma, single, 40e9, 38e9, 2},
                     {"f32 as f64", fma, single, 40e9, 39.5e9, 0},
                     {"f32 twice f64", fma, single, 40e9, 80e9, 0},
                     {"fma below add", fma, add, 40e9, 45e9, 1},
                     {"fma below mul", mul, fma, 45e9, 40e9, 2},
                     {"fma above add", fma, add, 40e9, 20e9, 0},
                     {"avx2 below sse2", narrow, add, 12e9, 10e9, 2},
                     {"sse2 below scalar", scalar, narrow, 7e9, 6e9, 2},
                     {"avx2 above sse2", narrow, add, 12e9, 24e9, 0},
                     {"avx512 may lower the clock", add, widest, 24e9, 20e9, 0}});
}

TEST(LatencyFloor, NoLoadIsAnsweredInLessThanTwoCycles) {
    const auto status = [](double seconds) {
        Series series = series_of(latency_target(Level::L1), std::vector<double>(13, seconds));
        for (Block& block : series.blocks) set_clock(block, 3e9);
        return build(samples_of({series})).roofs.at(0).status;
    };
    EXPECT_EQ(status(4 / 3e9), Status::measured);
    EXPECT_EQ(status(1 / 3e9), Status::suspect);
}

TEST(DramSet, LiesBeyondTheCachesThatItsThreadsReachTogether) {
    const auto roof = [](int threads, double set_bytes, int instances) {
        Series series = at(on(memory_target(Level::DRAM), threads), 20e9);
        series.working_set_bytes = set_bytes;
        Samples samples = samples_of({series});
        samples.machine.caches = {{.level = Level::L3,
                                   .bytes = 16.0 * 1024 * 1024,
                                   .shared_by = 4,
                                   .source = "hwloc",
                                   .instances = instances}};
        return build(samples).roofs.at(0);
    };
    constexpr double mib = 1024 * 1024;
    EXPECT_EQ(roof(1, 64 * mib, 1).status, Status::measured);
    EXPECT_EQ(roof(1, 31 * mib, 1).status, Status::suspect);
    EXPECT_EQ(roof(16, 64 * mib, 4).status, Status::suspect) << "four times 16 MiB hold all of it";
    EXPECT_EQ(roof(16, 256 * mib, 4).status, Status::measured);
    EXPECT_EQ(roof(1, 64 * mib, 4).status, Status::measured) << "one core reaches one of them";
    EXPECT_NE(roof(1, 31 * mib, 1).reason.find("less than twice the 16 MiB"), std::string::npos)
        << roof(1, 31 * mib, 1).reason;
}

TEST(WholeEvidence, BlocksThatWereLeftOutOrSetAsideSpoilTheRoof) {
    const Samples whole = samples_of({at(compute_target(), 40e9), at(memory_target(Level::L2), 80e9)});
    const auto built = [](const Samples& samples) {
        return build(std::vector<Samples>{samples}, std::vector<std::string>{"a.json"}).roofs;
    };
    for (const Roof& roof : built(whole)) EXPECT_EQ(roof.status, Status::measured) << roof.reason;

    Samples cut = whole;
    cut.series[0].blocks.erase(cut.series[0].blocks.begin() + 3, cut.series[0].blocks.begin() + 5);
    EXPECT_EQ(built(cut)[0].status, Status::suspect);
    EXPECT_NE(built(cut)[0].reason.find("lacks 2 of its rounds"), std::string::npos) << built(cut)[0].reason;
    EXPECT_EQ(built(cut)[1].status, Status::measured);
    cut = whole;
    cut.series[0].blocks.resize(5);
    EXPECT_EQ(built(cut)[0].status, Status::measured) << "a roof may stop early";
    Samples again = whole;
    again.created = "2026-02-01T12:00:00Z";
    for (const Roof& roof : build(std::vector<Samples>{cut, again}, std::vector<std::string>{"a", "b"}).roofs)
        EXPECT_EQ(roof.status, Status::measured) << "between two runs there is no gap: " << roof.reason;

    Samples chosen = whole;
    chosen.series[0].blocks[3].repeated = true;
    chosen.series[0].blocks.push_back(chosen.series[0].blocks[2]);
    chosen.series[0].blocks.back().round = 3;
    EXPECT_EQ(built(chosen)[0].status, Status::suspect) << "nothing was wrong with what is left out";
    chosen.series[0].blocks[3].throttled_s = 0.1;
    EXPECT_EQ(built(chosen)[0].status, Status::measured) << built(chosen)[0].reason;
}

TEST(WholeEvidence, NoRoofOfInstructionsThatTheMachineLacks) {
    const Roof roof = build(samples_of({at(compute_target(Op::fma, Isa::avx512), 80e9)})).roofs.at(0);
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_NE(roof.reason.find("does not execute avx512"), std::string::npos) << roof.reason;
}

TEST(DramSizes, ACacheThatHoldsAPartOfTheLoadsSetSpoilsEveryPattern) {
    const auto roofs_of = [](double small_rate, double large_rate) {
        const Target loads = memory_target(Level::DRAM);
        Series small = at(loads, small_rate), large = at(loads, large_rate);
        small.working_set_bytes = 128e6;
        large.working_set_bytes = 256e6;
        Series copy = at(memory_target(Level::DRAM, Pattern::copy), 20e9);
        copy.working_set_bytes = 127e6;
        Series beyond = at(memory_target(Level::DRAM, Pattern::store), 20e9);
        beyond.working_set_bytes = 256e6;
        Series both = at(on(memory_target(Level::DRAM, Pattern::copy), 2), 30e9);
        both.working_set_bytes = 128e6;
        Series chase = at(latency_target(Level::DRAM), 90e-9);
        chase.working_set_bytes = 128e6;
        return build(samples_of({small, large, copy, beyond, both, chase})).roofs;
    };
    const auto cached = roofs_of(30e9, 20e9);
    ASSERT_EQ(cached.size(), 5U);
    EXPECT_EQ(cached[0].status, Status::suspect) << "the loads themselves";
    EXPECT_EQ(cached[1].status, Status::suspect);
    EXPECT_NE(cached[1].reason.find("a cache holds a part"), std::string::npos) << cached[1].reason;
    EXPECT_EQ(cached[2].status, Status::measured) << "its set is as large as the larger one";
    EXPECT_EQ(cached[3].status, Status::measured) << "two cores have loads of their own to tell";
    EXPECT_EQ(cached[4].status, Status::suspect) << "what is partly cached has too short a latency";
    for (const Roof& roof : roofs_of(20.5e9, 20e9)) EXPECT_EQ(roof.status, Status::measured) << roof.id;
    const auto held_up = roofs_of(15e9, 20e9);
    EXPECT_EQ(held_up[0].status, Status::suspect);
    EXPECT_EQ(held_up[1].status, Status::measured) << "no cache makes a smaller set slower";
}

TEST(DramSet, WhereNobodyTellsOfAnL3ThereMayBeOne) {
    const auto roof = [](double set_bytes) {
        Series series = at(memory_target(Level::DRAM), 20e9);
        series.working_set_bytes = set_bytes;
        Samples samples = samples_of({series});
        samples.machine.caches.clear();
        return build(samples).roofs.at(0);
    };
    constexpr double mib = 1024 * 1024;
    EXPECT_EQ(roof(256 * mib).status, Status::measured);
    EXPECT_EQ(roof(32 * mib).status, Status::suspect);
    EXPECT_NE(roof(32 * mib).reason.find("nobody tells of an L3"), std::string::npos)
        << roof(32 * mib).reason;
}

TEST(DramSet, AMemoryLimitIsNamedAsTheCause) {
    Samples samples = samples_of({at(memory_target(Level::DRAM), 20e9)});
    samples.series[0].working_set_bytes = 32e6;
    samples.machine.memory_installed_bytes = 8e9;
    samples.machine.memory_bytes = 128e6;
    const Roof roof = build(samples).roofs.at(0);
    EXPECT_EQ(roof.status, Status::suspect);
    ASSERT_FALSE(roof.notes.empty());
    EXPECT_EQ(roof.notes.back().code, "dram_set_clamped");
    EXPECT_EQ(roof.notes.back().severity, Severity::error);
}

}  // namespace
}  // namespace mansard::ceilings
