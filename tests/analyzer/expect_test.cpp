// Gates, predictions, and what a comparison looks like.
#include "analyzer/compare/expect.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "analyzer/compare/predict.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

Comparison comparison() {
    Comparison out;
    out.pairs.push_back(
        {.name = "ns::f<int>",
         .name_after = "ns::f<int>",
         .place_after = 0,
         .calls = {1, 1},
         .seconds = {2, 1},
         .total_seconds = {2, 1},
         .time_ratio = Interval{0.45, 0.55},
         .flops = {2e9, 2e9},
         .rate = {1e9, 2e9},
         .efficiency = {0.4, 0.8},
         .levels = {{.level = Level::DRAM, .basis = Basis::traffic, .bytes = {8e9, 2e9}, .read = {6e9, 1e9}}},
         .bound_before = "DRAM",
         .bound_after = "L2",
         .verdict = "tiling",
         .reason = "because"});
    return out;
}

std::string outcome(const std::string& text) {
    const std::vector<std::string> texts{text};
    return std::string(name_of(judge_expectations(texts, comparison()).at(0).outcome));
}

TEST(Expectations, SimulatedBytesDecideAndAreSaidToBe) {
    const auto judged = [](How before, How after, const std::string& text) {
        Comparison simulated = comparison();
        simulated.pairs[0].levels[0].how = std::max(before, after);
        simulated.pairs[0].levels[0].how_after = after;
        const std::vector<std::string> texts{text};
        return judge_expectations(texts, simulated).at(0);
    };
    const ExpectationResult absolute = judged(How::simulated, How::simulated, "dram_bytes<=2.5GB");
    EXPECT_EQ(absolute.outcome, Outcome::holds);
    EXPECT_EQ(absolute.reason, "dram_bytes is 2.00 GB (simulated bytes, without write-backs)");
    const std::string remark = "simulated bytes, without write-backs";
    const auto says = [&](const ExpectationResult& result) {
        return result.reason.find(remark) != std::string::npos;
    };
    EXPECT_TRUE(says(judged(How::simulated, How::counted, "dram_bytes<=0.3x"))) << "of both sides";
    EXPECT_FALSE(says(judged(How::simulated, How::counted, "dram_bytes<=2.5GB"))) << "of after alone";
    EXPECT_TRUE(says(judged(How::counted, How::assumed, "dram_bytes<=2.5GB")));
    EXPECT_FALSE(says(judged(How::simulated, How::simulated, "time<=0.7")));
    EXPECT_FALSE(says(judged(How::counted, How::modelled, "dram_bytes<=2.5GB")));
}

TEST(Expectations, HoldFailOrStayOpen) {
    for (const char* text : {"time<=0.7",
                             "time<1.5s",
                             "time>0.2",
                             "total_time<=60%",
                             "dram_bytes<=0.3x",
                             "DRAM_bytes<=2.5GB",
                             "dram_read_bytes<0.2x",
                             "efficiency>=0.8",
                             "efficiency>=80%",
                             "efficiency>=1.8x",
                             "rate>=2e9",
                             "rate>=2GFLOP/s",
                             "rate!=3x",
                             "flops==1x",
                             "bound==L2",
                             "bound!=DRAM",
                             "verdict==tiling",
                             "ns::f<int>:time<=0.7",
                             "*f*:bound==L2",
                             " ns::* : time <= 0.7 "})
        EXPECT_EQ(outcome(text), "holds") << text;
    for (const char* text : {"time<=0.4", "dram_bytes<=0.1x", "bound==compute", "efficiency>0.9",
                             "verdict==fusion", "time<=900ms", "time==0.7", "rate==3x"})
        EXPECT_EQ(outcome(text), "fails") << text;
    for (const char* text :
         {"time<=0.5", "l2_bytes<1x", "dram_written_bytes<1x", "total_time<=0.5", "rate>=2x",
          "efficiency>=1.9x", "time==0.5", "time!=0.5", "total_time==0.54", "rate==2x", "efficiency!=2x"})
        EXPECT_EQ(outcome(text), "undecided") << text;
}

std::string outcome_of(const std::string& text, const Comparison& comparison) {
    const std::vector<std::string> texts{text};
    return std::string(name_of(judge_expectations(texts, comparison).at(0).outcome));
}

TEST(Expectations, WhatFollowsFromATimeIsAsUncertain) {
    Comparison noisy = comparison();
    noisy.pairs[0].after_interval = Interval{0.95, 1.05};
    for (const char* text : {"time<=1.02s", "total_time>=1s", "rate>=2e9", "efficiency>=0.8"})
        EXPECT_EQ(outcome_of(text, noisy), "undecided") << text;
    for (const char* text : {"time<=1.06s", "rate>=1.8e9", "efficiency>=0.75", "dram_bytes<=2GB"})
        EXPECT_EQ(outcome_of(text, noisy), "holds") << text;
    for (const char* text : {"time<=0.9s", "efficiency>=0.9"})
        EXPECT_EQ(outcome_of(text, noisy), "fails") << text;
}

TEST(Expectations, AnEfficiencyMayBeABoundOrAnError) {
    Comparison bounded = comparison();
    bounded.pairs[0].status_after = PlacementStatus::incomplete;
    EXPECT_EQ(outcome_of("efficiency>=0.7", bounded), "holds") << "the true one is no less";
    EXPECT_EQ(outcome_of("efficiency>=0.9", bounded), "undecided");
    EXPECT_EQ(outcome_of("efficiency<=0.7", bounded), "fails");
    EXPECT_EQ(outcome_of("efficiency<=0.9", bounded), "undecided");
    EXPECT_EQ(outcome_of("efficiency>=1.5x", bounded), "undecided");
    EXPECT_EQ(outcome_of("time<=0.7", bounded), "holds");
    bounded.pairs[0].status_after = PlacementStatus::above_roof;
    for (const char* text : {"efficiency>=0.7", "bound==L2", "verdict==tiling"})
        EXPECT_EQ(outcome_of(text, bounded), "undecided") << text;
}

TEST(Expectations, WhatWasNothingIsExceededByAnything) {
    Comparison both = comparison();
    both.pairs[0].levels[0].bytes = {0, 5};
    EXPECT_EQ(outcome_of("dram_bytes<=2x", both), "fails");
    EXPECT_EQ(outcome_of("dram_bytes<=1KiB", both), "holds");
    both.pairs[0].levels[0].bytes = {0, 0};
    EXPECT_EQ(outcome_of("dram_bytes<=1x", both), "holds");
}

TEST(Expectations, ATotalIsOverAsMuchWork) {
    Comparison harness = comparison();
    harness.pairs[0].total_seconds = {2, 2};
    EXPECT_EQ(outcome_of("total_time<=0.6", harness), "fails") << "the program did it twice as often";
    harness.pairs[0].total_at_same_work = Delta{2, 1};
    EXPECT_EQ(outcome_of("total_time<=0.6", harness), "holds");
}

TEST(Expectations, WhatVanishedOrBrokeIsUndecided) {
    const auto all = [](const Comparison& both, const std::string& text, bool allow_missing = false) {
        std::string words;
        const std::vector<std::string> texts{text};
        for (const ExpectationResult& one : judge_expectations(texts, both, allow_missing))
            words += fmt::format("{}{} {}{}", words.empty() ? "" : ", ", one.point, name_of(one.outcome),
                                 one.missing ? " (missing)" : "");
        return words;
    };
    Comparison both = comparison();
    EXPECT_EQ(all(both, "time<=0.7"), "ns::f<int> holds");
    both.only_before = {"gone"}, both.only_after = {"new"}, both.ambiguous = {"twice"};
    both.after.rejected = {{.record = "a.csv, line 3", .name = "broke", .reason = "seconds is negative"}};
    EXPECT_EQ(all(both, "time<=0.7"),
              "ns::f<int> holds, gone undecided (missing), new undecided (missing), twice undecided "
              "(missing), broke undecided (missing)");
    EXPECT_EQ(all(both, "time<=0.7", true), "ns::f<int> holds");
    EXPECT_EQ(all(both, "ns*:time<=0.7"), "ns::f<int> holds") << "it is about nothing that is missing";
    EXPECT_EQ(all(both, "g*:time<=0.7"), "gone undecided (missing)");
    EXPECT_EQ(all(both, "broke:time<=0.7"), "broke undecided (missing)");
    EXPECT_THROW(all(both, "gone:time<=0.7", true), Error) << "then there is nothing to judge";
    EXPECT_THROW(all(both, "never:time<=0.7"), Error);
}

TEST(Expectations, WhatMeansNothingIsRefused) {
    for (const char* text : {"", "time", "time<=", "time<=fast", "speed<=1", "<=1", "bound<=L2", "bound==L9",
                             "verdict==luck", "other:time<=1", "time<=-1"}) {
        try {
            outcome(text);
            ADD_FAILURE() << text << " was accepted";
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::usage) << text;
        }
    }
}

TEST(Predictions, ATileBringsEveryElementOnceForEachTileThatUsesIt) {
    Comparison both = comparison();
    // 1000³ multiply-adds in f64.
    both.pairs[0].flops = {2e9, 2e9};
    both.after.points.push_back({.point = {.name = "ns::f<int>"}});
    std::vector<Note> notes;
    const std::vector<std::string> specs{"tile=50x100x10,f64"};
    const auto found = predict(specs, both, notes);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].quantity, "DRAM bytes");
    EXPECT_NEAR(found[0].predicted, 8 * (1e9 / 100 + 1e9 / 50 + 2e6), 1);
    EXPECT_DOUBLE_EQ(*found[0].measured, 2e9);
    EXPECT_NE(found[0].how.find("square matrices assumed"), std::string::npos) << found[0].how;
}

TEST(Predictions, ATileIsNoLargerThanItsMatrix) {
    Comparison both = comparison();
    both.pairs[0].flops = {2e9, 2e9};
    both.after.points.push_back({.point = {.name = "ns::f<int>"}});
    std::vector<Note> notes;
    const std::vector<std::string> specs{"tile=8192x8192x8192,f64"};
    EXPECT_NEAR(predict(specs, both, notes).at(0).predicted, 8 * 4e6, 1)
        << "each matrix once, the result twice";
}

TEST(Predictions, AStencilsBlockHasARim) {
    Comparison both = comparison();
    both.after.points.push_back({.point = {.name = "ns::f<int>"}});
    std::vector<Note> notes;
    const std::vector<std::string> specs{"stencil=10x10,f64,flops=8"};
    const auto found = predict(specs, both, notes);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].predicted, 2e9 / 8 * 8 * (1.44 + 1), 1);
}

TEST(Predictions, TwoBuffersOverlap) {
    Comparison both = comparison();
    PlacedPoint after{.point = {.name = "ns::f<int>"}};
    after.components.push_back({.seconds = 0.3});
    after.components.push_back({.level = Level::DRAM, .seconds = 0.5});
    both.after.points.push_back(std::move(after));
    std::vector<Note> notes;
    const std::vector<std::string> specs{"stages=1", "stages=2"};
    const auto found = predict(specs, both, notes);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_DOUBLE_EQ(found[0].predicted, 0.8);
    EXPECT_DOUBLE_EQ(found[1].predicted, 0.5);
}

TEST(Predictions, AreAboutTheirOwnPoint) {
    Comparison both = comparison();
    both.pairs.push_back(both.pairs[0]);
    both.pairs[1].place_after = 1, both.pairs[1].name = "matmul:f64=x";
    for (const double seconds : {0.5, 0.25}) {
        PlacedPoint& after = both.after.points.emplace_back();
        after.point.name = "ns::f<int>";
        after.components.push_back({.seconds = seconds});
        after.components.push_back({.level = Level::DRAM, .seconds = 0.1});
    }
    std::vector<Note> notes;
    const auto predicted = [&](const std::string& spec) {
        std::vector<double> values;
        for (const Predicted& one : predict(std::vector<std::string>{spec}, both, notes))
            values.push_back(one.predicted);
        return values;
    };
    EXPECT_EQ(predicted("stages=2"), (std::vector<double>{0.5, 0.25})) << "of one name, told apart";
    EXPECT_EQ(predicted("matmul*:stages=2"), (std::vector<double>{0.25}));
    EXPECT_EQ(predicted("matmul:f64=x:stages=2"), (std::vector<double>{0.25}));
    EXPECT_THROW(predicted("other:stages=2"), Error);
}

TEST(Predictions, CopyPipelinesSayWhatSoManyBuffersReach) {
    Comparison both = comparison();
    ceilings::Ceilings& ceilings = both.after.ceilings.emplace();
    for (const auto& [stages, intensity, value] :
         {std::tuple(1, 1.0, 1e12), {2, 1.0, 2e12}, {2, 4.0, 0.5e12}}) {
        const Target target{.device = "cuda:0",
                            .kind = Kind::pipeline,
                            .dtype = Dtype::f32,
                            .isa = Isa::cp_async,
                            .level = Level::DRAM,
                            .intensity = intensity,
                            .scope = Scope::device,
                            .stages = stages,
                            .tile_bytes = 4096};
        ceilings.roofs.push_back({.id = roof_id(target),
                                  .target = target,
                                  .value = value,
                                  .unit = "B/s",
                                  .status = ceilings::Status::measured});
    }
    // 2 FLOP for each of 1e12 B.
    PlacedPoint& after = both.after.points.emplace_back();
    after.point.name = "ns::f<int>";
    after.point.flops.push_back({.dtype = Dtype::f32, .count = 2e12});
    after.flops = 2e12;
    after.components.push_back({.seconds = 0.1});
    after.components.push_back({.level = Level::DRAM,
                                .roof = 4e12,
                                .roof_id = "cuda:0.device.bandwidth.DRAM.load",
                                .seconds = 0.25});
    std::vector<Note> notes;
    const std::vector<std::string> specs{"stages=2", "stages=1", "stages=3"};
    const auto found = predict(specs, both, notes);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_NEAR(found[0].predicted, 1, 1e-9) << "between 2e12 and 0.5e12 B/s";
    EXPECT_NE(found[0].how.find("pipeline"), std::string::npos) << found[0].how;
    EXPECT_NEAR(found[1].predicted, 0.35, 1e-9) << "no sample on either side: the roofs, one after the other";
    EXPECT_NEAR(found[2].predicted, 0.25, 1e-9);
}

TEST(Predictions, WhatMeansNothingIsRefusedAndWhatCannotBeSaidIsNoted) {
    std::vector<Note> notes;
    for (const char* spec : {"", "tile", "tile=", "tile=1x2", "tile=1x2x3x4", "tile=axbxc", "tile=1x2x3,f99",
                             "tile=1x2x3,q=4", "guess=1", "stages=0"}) {
        const std::vector<std::string> specs{spec};
        EXPECT_THROW(predict(specs, comparison(), notes), Error) << spec;
    }
    Comparison both = comparison();
    both.after.points.push_back({.point = {.name = "ns::f<int>"}});
    const std::vector<std::string> specs{"stages=2"};
    EXPECT_TRUE(predict(specs, both, notes).empty());
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0].code, "not_predicted");
}

std::string report(std::string_view kind, const Comparison& comparison) {
    std::ostringstream out;
    find_comparison_reporter(kind).write(comparison, {}, out);
    return out.str();
}

TEST(Show, EveryFormHasTheNumbersAndTheReason) {
    Comparison both = comparison();
    both.only_after.push_back("new\x1bone");
    const std::string text = report("text", both);
    for (const char* part : {"0.500 ×", "DRAM → L2", "40.0 % → 80.0 %", "tiling: because", "Only after"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_NE(report("md", both).find("| tiling"), std::string::npos);
    const std::string csv = report("csv", both);
    EXPECT_NE(csv.find("ns::f<int>,ns::f<int>,2,1,0.5,0.45,0.55,1,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace mansard::analyzer
