// Points near a measured ridge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analyzer/analyze.hpp"
#include "analyzer/compare/predict.hpp"
#include "ceilings/ridge.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

ceilings::Roof ridge(double intensity, double value) {
    return roof_of({.kind = Kind::ridge,
                    .dtype = Dtype::f64,
                    .isa = Isa::avx2,
                    .engine = Engine::vector,
                    .op = Op::fma,
                    .level = Level::DRAM,
                    .intensity = intensity},
                   value);
}

/// One core computes 40 GFLOP/s and loads 15 GB/s from DRAM: the corner is at 2.67 FLOP/B. At 2 FLOP/B 30
/// GFLOP/s are allowed, and 24 reached.
ceilings::Ceilings with_ridge() {
    ceilings::Ceilings ceilings = four_cores();
    for (const auto& [intensity, value] : {std::pair(1.0, 14.5e9), {2.0, 24e9}, {4.0, 36e9}, {8.0, 40e9}})
        ceilings.roofs.push_back(ridge(intensity, value));
    return ceilings;
}

TEST(RidgeRate, IsStraightInLogarithmsAndNothingOutside) {
    const ceilings::Ceilings ceilings = with_ridge();
    const auto at = [&](double intensity, std::optional<int> threads = 1) {
        return ceilings::Ridges(ceilings, threads).rate(Level::DRAM, Dtype::f64, intensity);
    };
    EXPECT_DOUBLE_EQ(at(2).value(), 24e9);
    EXPECT_NEAR(at(std::sqrt(8.0)).value(), std::sqrt(24e9 * 36e9), 1e3);
    EXPECT_FALSE(at(0.5));
    EXPECT_FALSE(at(16));
    EXPECT_FALSE(at(2, 4)) << "of one core only";
    EXPECT_FALSE(at(2, std::nullopt));
    EXPECT_FALSE(ceilings::Ridges(ceilings, 1).rate(Level::L2, Dtype::f64, 2));
    ceilings::Ceilings suspect = ceilings;
    suspect.roofs.back().status = ceilings::Status::suspect;
    EXPECT_FALSE(ceilings::Ridges(suspect, 1).rate(Level::DRAM, Dtype::f64, 8));
}

Analysis analysis_at(double rate, double intensity) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = 1};
    profile.points.push_back(
        {.name = "kernel",
         .threads = 1,
         .seconds = 1,
         .flops = {{.dtype = Dtype::f64, .count = rate}},
         .bytes = {
             {.level = Level::DRAM, .read = rate / intensity, .written = 0, .count = rate / intensity}}});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), with_ridge(), {});
}

std::vector<Finding> findings_at(double rate, double intensity) {
    return analysis_at(rate, intensity).findings;
}

const Finding* at_ridge(const std::vector<Finding>& findings) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& finding) { return finding.code == "at_ridge"; });
    return found == findings.end() ? nullptr : &*found;
}

TEST(AtRidge, JudgesByWhatLoadsAndFmaReach) {
    const auto findings = findings_at(22e9, 2);
    const Finding* finding = at_ridge(findings);
    ASSERT_NE(finding, nullptr);
    EXPECT_NE(finding->text.find("24.0 GFLOP/s, 80 % of the corner"), std::string::npos) << finding->text;
    EXPECT_NE(finding->text.find("the efficiency is 92 %"), std::string::npos) << finding->text;
    EXPECT_EQ(at_ridge(findings_at(35e9, 8)), nullptr) << "there the ridge reaches the corner";
    EXPECT_EQ(at_ridge(findings_at(2e9, 2)), nullptr) << "far below, something else is wrong";
}

TEST(StagesPrediction, OverlapReachesWhatLoadsAndFmaDoTogether) {
    Comparison comparison{.after = analysis_at(20e9, 2)};
    comparison.pairs.push_back(
        {.name = "kernel", .name_after = "kernel", .place_after = 0, .seconds = {2, 1}});
    std::vector<Note> notes;
    const std::vector<std::string> specs{"stages=1", "stages=2"};
    const auto at_ridge = predict(specs, comparison, notes);
    ASSERT_EQ(at_ridge.size(), 2u);
    EXPECT_NEAR(at_ridge[0].predicted, 20e9 / 40e9 + 10e9 / 15e9, 1e-9) << "in turns: no ridge has a say";
    EXPECT_NEAR(at_ridge[1].predicted, 20e9 / 24e9, 1e-9);
    EXPECT_NE(at_ridge[1].how.find("24.0 GFLOP/s"), std::string::npos) << at_ridge[1].how;
    // Beyond the samples nothing is known of the two together.
    comparison.after = analysis_at(1e9, 0.1);
    EXPECT_NEAR(predict(specs, comparison, notes).at(1).predicted, 10e9 / 15e9, 1e-9);
}

}  // namespace
}  // namespace mansard::analyzer
