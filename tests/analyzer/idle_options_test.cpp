// Options that change nothing of what was given are said to.
#include "analyzer/idle_options.hpp"

#include <gtest/gtest.h>

namespace mansard::analyzer {
namespace {

Profile profile_of(const std::string& format, Dtype dtype = Dtype::f32) {
    Profile profile{.format = format};
    Point point{.name = "k", .seconds = 1};
    point.flops.push_back({.dtype = dtype, .count = 1});
    profile.points.push_back(std::move(point));
    return profile;
}

/// The options that are said to change nothing, each with a blank behind it.
std::string idle(const Profile& profile, const ImportOptions& options) {
    std::string out;
    for (const std::string& one : idle_options({&profile, 1}, options))
        out += one.substr(0, one.find(' ') + 1);
    return out;
}

TEST(IdleOptions, AreThoseThatNoProfileHasAnythingFor) {
    const ImportOptions all{.per_launch = true,
                            .skip_steps = 1,
                            .feeds = false,
                            .fp16 = HalfCount::nersc,
                            .decimal = DecimalSign::comma};
    EXPECT_EQ(idle(profile_of("mansard-csv"), all), "--skip-steps --per-launch --no-feeds --fp16 --decimal ");
    EXPECT_EQ(idle(profile_of("ncu-csv"), all), "--skip-steps --no-feeds --fp16 ");
    EXPECT_EQ(idle(profile_of("ncu-csv", Dtype::f16), all), "--skip-steps --no-feeds ");
    EXPECT_EQ(idle(profile_of("xprof-xplane"), all), "--skip-steps --per-launch --fp16 --decimal ");
    EXPECT_EQ(idle(profile_of("perf-stat"), all).find("--decimal"), std::string::npos);
    EXPECT_EQ(idle(profile_of("mansard-csv"), {}), "") << "nobody asked for anything";
}

TEST(IdleOptions, StepsAreThereOrWere) {
    Profile profile = profile_of("mansard-json");
    const ImportOptions skip{.skip_steps = 2};
    EXPECT_EQ(idle(profile, skip), "--skip-steps ");
    profile.notes.push_back({.code = "steps_skipped", .text = "", .remedy = ""});
    EXPECT_EQ(idle(profile, skip), "");
    Profile trace = profile_of("torch-trace");
    trace.steps.push_back({.name = "average step"});
    EXPECT_EQ(idle(trace, skip), "") << "their work was all in the steps that are left";
}

TEST(IdleOptions, OneProfileThatHasItIsEnough) {
    std::vector<Profile> profiles;
    profiles.push_back(profile_of("mansard-csv"));
    profiles.push_back(profile_of("nvprof"));
    EXPECT_TRUE(idle_options(profiles, {.per_launch = true}).empty());
}

}  // namespace
}  // namespace mansard::analyzer
