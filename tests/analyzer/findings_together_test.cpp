// What is said of one point does not contradict itself.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "analyzer/tables.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Point kernel(int threads, double flops, double dram) {
    return {.name = "kernel",
            .threads = threads,
            .seconds = 1,
            .flops = {{.dtype = Dtype::f64, .count = flops}},
            .bytes = {{.level = Level::DRAM, .read = dram, .written = 0, .count = dram}}};
}

Analysis run(Point point, ceilings::Ceilings ceilings = four_cores(), std::optional<Scope> scope = {}) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = 1};
    profile.points.push_back(std::move(point));
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::move(ceilings), {.scope = scope});
}

std::vector<std::string_view> codes_of(const Analysis& analysis) {
    std::vector<std::string_view> codes;
    for (const Finding& finding : analysis.findings) codes.push_back(finding.code);
    return codes;
}

bool has_note(const Analysis& analysis, std::string_view code) {
    return std::any_of(analysis.notes.begin(), analysis.notes.end(),
                       [code](const Note& note) { return note.code == code; });
}

TEST(FindingsTogether, ARoofOfSlowerCodeTakesThePlaceOfTheBound) {
    using Codes = std::vector<std::string_view>;
    // 9.5 of the 10 GFLOP/s of scalar code: 24 % of the FMA roof, or 63 % of DRAM's 15 GB/s.
    EXPECT_EQ(codes_of(run(kernel(1, 9.5e9, 1e6))), Codes{"narrow_instructions"});
    EXPECT_EQ(codes_of(run(kernel(1, 9.5e9, 9.5e9))), Codes{"narrow_instructions"});
    EXPECT_EQ(codes_of(run(kernel(1, 9.5e9, 13e9))), Codes{"memory_bound"}) << "memory explains it";
    EXPECT_EQ(codes_of(run(kernel(1, 5e9, 9.5e9))), Codes{"memory_bound"});
    EXPECT_EQ(codes_of(run(kernel(1, 5e9, 1e6))), Codes{"below_all_roofs"});
}

TEST(FindingsTogether, FewerBytesArePromisedNoMoreThanTheyGive) {
    // DRAM needs 0.6 s and L2 0.5 s of one.
    Point point = kernel(1, 2e9, 9e9);
    point.bytes.push_back({.level = Level::L2, .read = 40e9, .written = 0, .count = 40e9});
    const std::string far = run(point).findings.at(0).remedy;
    EXPECT_NE(far.find("1.7 × below this roof, and that alone gives 1.2 × at most, until L2"),
              std::string::npos)
        << far;
    point.seconds = 0.7;
    const std::string near = run(point).findings.at(0).remedy;
    EXPECT_NE(near.find("up to 1.2 × until L2 bounds it"), std::string::npos) << near;
}

TEST(FindingsTogether, APointAboveASuspectRoofDoubtsTheRoof) {
    const auto remedy = [](ceilings::Ceilings ceilings) {
        return run(kernel(1, 1e9, 30e9), std::move(ceilings)).findings.at(0).remedy;
    };
    EXPECT_TRUE(remedy(four_cores()).starts_with("check what the profile counts")) << remedy(four_cores());
    ceilings::Ceilings suspect = four_cores();
    for (ceilings::Roof& roof : suspect.roofs)
        if (roof.target.level == Level::DRAM) roof.status = ceilings::Status::suspect;
    EXPECT_TRUE(remedy(suspect).starts_with("doubt the roof first")) << remedy(suspect);
    EXPECT_TRUE(has_note(run(kernel(1, 1e9, 30e9), suspect), "suspect_roof"));
}

TEST(FindingsTogether, AForcedScopeNamesThePointsThatSayOtherwise) {
    // Two threads reach what one cannot.
    const Analysis forced = run(kernel(2, 70e9, 1e6), four_cores(), Scope::core);
    ASSERT_TRUE(has_note(forced, "threads_overridden"));
    const auto note = std::find_if(forced.notes.begin(), forced.notes.end(),
                                   [](const Note& one) { return one.code == "threads_overridden"; });
    EXPECT_NE(note->text.find("kernel (2 threads)"), std::string::npos) << note->text;
    EXPECT_NE(forced.findings.at(0).remedy.find("--scope core"), std::string::npos);
    EXPECT_FALSE(has_note(run(kernel(1, 9e9, 1e6), four_cores(), Scope::core), "threads_overridden"));
    EXPECT_FALSE(has_note(run(kernel(4, 9e9, 1e6), four_cores(), Scope::device), "threads_overridden"));
    EXPECT_TRUE(has_note(run(kernel(1, 9e9, 1e6), four_cores(), Scope::device), "threads_overridden"));
    EXPECT_FALSE(has_note(run(kernel(2, 9e9, 1e6)), "threads_overridden"));
}

TEST(FindingsTogether, WhatAFindingTellsIsNoRemarkToo) {
    Point point = kernel(1, 1e9, 1e6);
    point.waited = true;
    point.notes = {"it waited, or shared its cores: real time is 3 × CPU time", "another thing"};
    const Analysis analysis = run(std::move(point));
    ASSERT_EQ(codes_of(analysis), std::vector<std::string_view>{"waited"});
    EXPECT_NE(analysis.findings[0].text.find("3 × CPU time"), std::string::npos);
    EXPECT_EQ(remarks(analysis, 20), std::vector<std::string>{"kernel: another thing"});
}

}  // namespace
}  // namespace mansard::analyzer
