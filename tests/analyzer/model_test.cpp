#include "ceilings/model.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::ceilings {
namespace {

using namespace analyzer::testing;

const auto architectural = Convention::architectural;

TEST(Model, OneCoreHasItsOwnRoofs) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, 1);
    EXPECT_DOUBLE_EQ(view.compute(Dtype::f64, Engine::vector)->value, 40e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::L1, architectural, std::nullopt).value, 160e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, architectural, std::nullopt).value, 15e9);
}

TEST(Model, AnUnknownNumberOfThreadsIsTheWholeDevice) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, std::nullopt);
    EXPECT_DOUBLE_EQ(view.compute(Dtype::f64, Engine::vector)->value, 150e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::L1, architectural, std::nullopt).value, 600e9);
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, architectural, std::nullopt).value, 20e9);
}

TEST(Model, PrivateLevelsScaleWithThreads) {
    const Ceilings ceilings = four_cores();
    EXPECT_DOUBLE_EQ(View(ceilings, 2).bandwidth(Level::L2, architectural, std::nullopt).value, 160e9);
    // All cores at work: still what one core reaches, four times, and not more with more threads than cores.
    EXPECT_DOUBLE_EQ(View(ceilings, 4).bandwidth(Level::L2, architectural, std::nullopt).value, 320e9);
    EXPECT_DOUBLE_EQ(View(ceilings, 8).bandwidth(Level::L2, architectural, std::nullopt).value, 320e9);
}

TEST(Model, SharedLevelsAreCappedByTheDevice) {
    const Ceilings ceilings = four_cores();
    EXPECT_DOUBLE_EQ(View(ceilings, 2).bandwidth(Level::L3, architectural, std::nullopt).value, 80e9);
    EXPECT_DOUBLE_EQ(View(ceilings, 3).bandwidth(Level::L3, architectural, std::nullopt).value, 100e9);
    EXPECT_DOUBLE_EQ(View(ceilings, 4).bandwidth(Level::L3, architectural, std::nullopt).value, 100e9);
}

TEST(Model, AMeasuredCoreCountIsUsed) {
    Ceilings ceilings = four_cores();
    Target two = memory_target(Level::L3, Pattern::load, Scope::device);
    two.threads = 2;
    ceilings.roofs.push_back(roof_of(two, 70e9));
    EXPECT_DOUBLE_EQ(View(ceilings, 2).bandwidth(Level::L3, architectural, std::nullopt).value, 70e9);
    // The whole device is the roof with most threads, whatever the order in the file.
    EXPECT_DOUBLE_EQ(View(ceilings, std::nullopt).bandwidth(Level::L3, architectural, std::nullopt).value,
                     100e9);
}

TEST(Model, ComputeScalesUpToTheDevice) {
    const Ceilings ceilings = four_cores();
    EXPECT_DOUBLE_EQ(View(ceilings, 2).compute(Dtype::f64, Engine::vector)->value, 80e9);
    EXPECT_DOUBLE_EQ(View(ceilings, 4).compute(Dtype::f64, Engine::vector)->value, 150e9);
    EXPECT_DOUBLE_EQ(View(ceilings, 64).compute(Dtype::f64, Engine::vector)->value, 150e9);
}

TEST(Model, ReadsAndWritesAreInterpolatedInTimePerByte) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, std::nullopt);
    const auto at = [&](double written) { return view.bandwidth(Level::DRAM, architectural, written).value; };
    EXPECT_DOUBLE_EQ(at(0), 20e9);
    EXPECT_DOUBLE_EQ(at(0.5), 16e9);
    EXPECT_DOUBLE_EQ(at(1), 10e9);
    EXPECT_DOUBLE_EQ(at(0.25), 1 / (0.5 / 20e9 + 0.5 / 16e9));
    EXPECT_DOUBLE_EQ(at(0.75), 1 / (0.5 / 16e9 + 0.5 / 10e9));
    const Mix mix = view.bandwidth(Level::DRAM, architectural, 0.25);
    EXPECT_TRUE(mix.mix_known);
    EXPECT_LT(mix.interval->low, mix.value);
    EXPECT_GT(mix.interval->high, mix.value);
}

TEST(Model, BusBytesCountTheLineThatAStoreReads) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, std::nullopt);
    const auto at = [&](double written) {
        return view.bandwidth(Level::DRAM, Convention::bus, written).value;
    };
    EXPECT_DOUBLE_EQ(at(0), 20e9);
    EXPECT_NEAR(at(1.0 / 3), 24e9, 1);  // a copy
    EXPECT_DOUBLE_EQ(at(0.5), 20e9);    // a store
    EXPECT_DOUBLE_EQ(view.bandwidth(Level::DRAM, Convention::bus, std::nullopt).value, 24e9);
}

TEST(Model, AnUnknownMixTakesTheBestOrdinaryPattern) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, std::nullopt);
    const Mix mix = view.bandwidth(Level::DRAM, architectural, std::nullopt);
    EXPECT_FALSE(mix.mix_known);
    EXPECT_DOUBLE_EQ(mix.value, 20e9);
    EXPECT_EQ(mix.first->roof->target.pattern, Pattern::load);
    // The highest of all may be non-temporal.
    EXPECT_DOUBLE_EQ(view.highest_bandwidth(Level::DRAM, architectural)->value, 24e9);
}

TEST(Model, TheFmaRoofStandsForAnUnknownMixOfOperations) {
    const Ceilings ceilings = four_cores();
    const View view(ceilings, 1);
    EXPECT_EQ(view.compute(Dtype::f64, Engine::vector)->roof->target.op, Op::fma);
    EXPECT_DOUBLE_EQ(view.highest_compute(Dtype::f64, Engine::vector)->value, 50e9);
    EXPECT_DOUBLE_EQ(view.highest_compute(Dtype::unknown, Engine::vector)->value, 80e9);
    EXPECT_DOUBLE_EQ(view.compute(Dtype::f64, Isa::scalar)->value, 10e9);
}

TEST(Model, WithoutFmaTheBestOtherStandsIn) {
    Ceilings ceilings = four_cores();
    roof_at(ceilings, compute_target(Scope::core)).status = Status::absent;
    roof_at(ceilings, compute_target(Scope::core, Dtype::f64, Isa::scalar)).status = Status::absent;
    EXPECT_EQ(View(ceilings, 1).compute(Dtype::f64, Engine::vector)->roof->target.op, Op::mix);
}

TEST(Model, ASuspectRoofGivesWayToOneThatPassed) {
    Ceilings ceilings = four_cores();
    ceilings::Roof& load = roof_at(ceilings, memory_target(Level::DRAM, Pattern::load, Scope::device));
    load.status = Status::suspect;
    load.value = 90e9;
    const View view(ceilings, std::nullopt);
    const Mix mix = view.bandwidth(Level::DRAM, architectural, std::nullopt);
    EXPECT_DOUBLE_EQ(mix.value, 16e9);
    EXPECT_FALSE(mix.first->suspect());
    EXPECT_DOUBLE_EQ(view.highest_bandwidth(Level::DRAM, architectural)->value, 24e9);
}

TEST(Model, ASuspectRoofIsUsedWhereThereIsNoOtherAndSaysSo) {
    Ceilings ceilings = four_cores();
    roof_at(ceilings, memory_target(Level::L2, Pattern::load, Scope::core)).status = Status::suspect;
    const View view(ceilings, 1);
    const Mix mix = view.bandwidth(Level::L2, architectural, std::nullopt);
    ASSERT_NE(mix.first, nullptr);
    EXPECT_TRUE(mix.first->suspect());
}

TEST(Model, AnAbsentRoofIsNeverUsedAndItsReasonIsGiven) {
    Ceilings ceilings = four_cores();
    for (const Scope scope : {Scope::core, Scope::device}) {
        ceilings::Roof& roof = roof_at(ceilings, memory_target(Level::L3, Pattern::load, scope));
        roof.status = Status::absent;
        roof.value.reset();
        roof.reason = "no plateau";
    }
    const View view(ceilings, 1);
    EXPECT_EQ(view.bandwidth(Level::L3, architectural, std::nullopt).first, nullptr);
    EXPECT_NE(view.why_no_bandwidth(Level::L3).find("no plateau"), std::string::npos);
    EXPECT_EQ(view.compute(Dtype::f16, Engine::vector), nullptr);
    EXPECT_NE(view.why_no_compute(Dtype::f16).find("f16"), std::string::npos);
    EXPECT_EQ(view.compute(Dtype::f64, Engine::matrix), nullptr);
}

TEST(Model, CachesArePrivateByTheMachinesOwnClaims) {
    Machine machine = four_cores().machine;
    EXPECT_TRUE(is_private(machine, Level::L2));
    EXPECT_FALSE(is_private(machine, Level::L3));
    machine.caches[1].shared_by = 4;
    EXPECT_FALSE(is_private(machine, Level::L2));
    machine.caches[1].shared_by = 2;
    machine.threads_per_core = 2;
    EXPECT_TRUE(is_private(machine, Level::L2));
    machine.caches.clear();
    EXPECT_TRUE(is_private(machine, Level::L1));
    EXPECT_FALSE(is_private(machine, Level::DRAM));
}

}  // namespace
}  // namespace mansard::ceilings
