// Steps are judged as the whole is: by what their own points need, each under the roofs of its threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Analysis run(const std::string& rows, const AnalyzeOptions& options = {}) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("p.csv", "name,seconds,threads,flops_f64,bytes_DRAM,step\n" + rows));
    return analyze(std::move(profiles), four_cores(), options);
}

const PlacedPoint& named(const std::vector<PlacedPoint>& points, const std::string& name) {
    return *std::find_if(points.begin(), points.end(),
                         [&](const PlacedPoint& placed) { return placed.point.name == name; });
}

/// One core loads 15 GB/s from DRAM, two at most 20 as all do: each point is at 80 %.
const std::string two_steps =
    "a,1,1,1e9,12e9,1\n"
    "b,1,2,1e9,16e9,1\n"
    "a,1,1,1e9,12e9,2\n"
    "b,1,2,1e9,16e9,2\n";

TEST(StepSums, StandUnderTheRoofsOfTheirPoints) {
    const Analysis analysis = run(two_steps);
    for (const PlacedPoint& point : analysis.points) EXPECT_NEAR(*point.efficiency, 0.8, 1e-12);
    ASSERT_EQ(analysis.program.size(), 4U);
    for (const PlacedPoint& whole : analysis.program) {
        EXPECT_NEAR(*whole.efficiency, 0.8, 1e-12) << whole.point.name;
        EXPECT_EQ(whole.bound, "DRAM");
        EXPECT_NEAR(*whole.bounding()->roof, 28e9 / 1.6, 1) << whole.point.name;
    }
    const PlacedPoint& average = named(analysis.program, "average step");
    EXPECT_NEAR(*average.bounding()->seconds, 1.6, 1e-12);
    EXPECT_NEAR(*average.headroom_seconds, 0.4, 1e-12);
}

TEST(StepSums, StayWholeUnderAFilter) {
    const Analysis analysis = run(two_steps, {.filters = {{"name", "a"}}});
    EXPECT_EQ(analysis.points.size(), 2U);
    EXPECT_NEAR(*named(analysis.program, "step 2").efficiency, 0.8, 1e-12);
    EXPECT_NEAR(*named(analysis.program, "average step").efficiency, 0.8, 1e-12);
}

TEST(StepSums, OfSeveralProfilesAreTheirOwn) {
    std::vector<Profile> profiles;
    for (const char* bytes : {"12e9", "3e9"})
        profiles.push_back(
            import_text("p.csv", std::string("name,seconds,threads,flops_f64,bytes_DRAM,step\n") +
                                     "a,1,1,1e9," + bytes + ",1\na,1,1,1e9," + bytes + ",2\n"));
    profiles[1].points.front().name = "b";
    const Analysis analysis = analyze(std::move(profiles), four_cores(), {});
    std::vector<double> found;
    for (const PlacedPoint& whole : analysis.program)
        if (whole.point.name == "step 1" || whole.point.name == "average step")
            found.push_back(*whole.efficiency);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_NEAR(found[0], 0.8, 1e-12);
    EXPECT_NEAR(found[1], 0.8, 1e-12);
    EXPECT_NEAR(found[2], 0.2, 1e-12);
    EXPECT_NEAR(found[3], 0.2, 1e-12);
}

/// As profilers give them that know steps: a whole in its own time, and the operations apart.
Profile with_step_points(double flops_of_step) {
    Profile profile{.source = "t.json", .format = "torch-trace", .records = 1};
    const auto point = [](std::string name, int threads, double seconds, double flops, double bytes) {
        return Point{.name = std::move(name),
                     .threads = threads,
                     .step = "s",
                     .seconds = seconds,
                     .flops = {{.dtype = Dtype::f64, .count = flops}},
                     .bytes = {{.level = Level::DRAM, .count = bytes}}};
    };
    profile.step_points = {point("a", 1, 1, 1e9, 12e9), point("b", 2, 1, 1e9, 16e9)};
    profile.steps = {point("s", 1, 4, flops_of_step, 28e9)};
    profile.steps[0].threads = std::nullopt;
    profile.points.push_back(point("all", 1, 2, 2e9, 28e9));
    return profile;
}

TEST(StepSums, TakeTheOperationsOfTheStepWhereTheProfileHasThem) {
    const auto placed = [](Profile profile) {
        std::vector<Profile> profiles;
        profiles.push_back(std::move(profile));
        return named(analyze(std::move(profiles), four_cores(), {}).program, "s");
    };
    const PlacedPoint step = placed(with_step_points(2e9));
    EXPECT_NEAR(*step.efficiency, 0.4, 1e-12) << "1.6 s of least time in its own 4 s";
    // A total that counts more than the operations is no sum of theirs.
    EXPECT_NEAR(*placed(with_step_points(3e9)).efficiency, 28e9 / 20e9 / 4, 1e-12);
}

TEST(StepSums, LackWhatAPointLacks) {
    const Analysis analysis = run("a,1,1,1e9,12e9,1\nb,1,1,1e9,,1\na,1,1,1e9,12e9,2\n");
    EXPECT_EQ(named(analysis.program, "step 1").status, PlacementStatus::incomplete);
    EXPECT_EQ(named(analysis.program, "step 2").status, PlacementStatus::placed);
    EXPECT_EQ(named(analysis.program, "average step").status, PlacementStatus::incomplete);
}

}  // namespace
}  // namespace mansard::analyzer
