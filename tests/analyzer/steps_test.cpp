#include "analyzer/steps.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

Profile profile_of(const std::string& rows) {
    return testing::import_text("points.csv", "name,step,seconds,flops_f32,bytes_DRAM\n" + rows);
}

TEST(Steps, AreSummedFromTheRowsThatNameThem) {
    const Profile profile = profile_of(
        "matmul,2,2,20,8\n"
        "copy,2,1,0,4\n"
        "matmul,1,4,20,8\n"
        "set-up,,9,1,1\n"
        "no time,1,,20,8\n");
    EXPECT_EQ(profile.points.size(), 5U) << "they stay what they are";
    ASSERT_EQ(profile.steps.size(), 3U);
    const Point &average = profile.steps[0], &second = profile.steps[1], &first = profile.steps[2];
    EXPECT_EQ(average.name, "average step");
    EXPECT_DOUBLE_EQ(average.seconds.value(), 3.5);
    EXPECT_DOUBLE_EQ(average.flops.at(0).count, 20);
    EXPECT_DOUBLE_EQ(average.bytes.at(0).count, 10);
    EXPECT_EQ(second.name, "step 2") << "in the order of the rows";
    EXPECT_EQ(second.step, "2");
    EXPECT_DOUBLE_EQ(second.seconds.value(), 3);
    EXPECT_DOUBLE_EQ(second.bytes.at(0).count, 12);
    EXPECT_EQ(first.name, "step 1");
    EXPECT_DOUBLE_EQ(first.seconds.value(), 4);
    EXPECT_DOUBLE_EQ(first.flops.at(0).count, 20) << "without the row that has no time";
}

TEST(Steps, OneIsTheWholeAndNoneIsNone) {
    EXPECT_TRUE(profile_of("a,warm-up step,1,1,1\nb,warm-up step,1,1,1\n").steps.empty());
    EXPECT_TRUE(profile_of("a,,1,1,1\n").steps.empty());
    EXPECT_EQ(profile_of("a,Step#1,1,1,1\nb,Step#2,1,1,1\n").steps.at(1).name, "Step#1");
}

TEST(Steps, ALabelOfEveryRowIsNoStep) {
    std::string rows;
    for (int i = 0; i < 1001; ++i) rows += fmt::format("a,{},1,1,1\n", i);
    const Profile profile = profile_of(rows);
    EXPECT_TRUE(profile.steps.empty());
    ASSERT_EQ(profile.notes.size(), 1U);
    EXPECT_EQ(profile.notes[0].code, "steps_not_summed");
}

Profile skipped(int steps, const std::string& rows) {
    Profile profile = profile_of(rows);
    profile.steps.clear();
    profile.seconds_wall = 20;
    skip_steps(profile, steps);
    return profile;
}

TEST(Steps, TheFirstAreLeftOut) {
    const std::string rows = "a,2,1,1,1\nb,1,2,1,1\nset-up,,9,1,1\nc,2,4,1,1\nd,3,8,1,1\n";
    const Profile profile = skipped(1, rows);
    ASSERT_EQ(profile.points.size(), 3U);
    EXPECT_EQ(profile.points[0].name, "b");
    EXPECT_EQ(profile.points[1].name, "set-up") << "is of no step";
    EXPECT_EQ(profile.points[2].name, "d");
    EXPECT_EQ(profile.records, 3U);
    EXPECT_FALSE(profile.seconds_wall);
    ASSERT_EQ(profile.notes.size(), 1U);
    EXPECT_EQ(profile.notes[0].code, "steps_skipped");
    EXPECT_EQ(profile.notes[0].text, "2 records of the first 1 step left out: warm-up");
    EXPECT_EQ(skipped(2, rows).points.size(), 2U);
    EXPECT_EQ(skipped(0, rows).points.size(), 5U);
    try {
        skipped(3, rows);
        FAIL() << "nothing would be left";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
    }
    const Profile none = skipped(1, "a,,1,1,1\n");
    EXPECT_EQ(none.points.size(), 1U);
    EXPECT_TRUE(none.notes.empty());
    EXPECT_TRUE(none.seconds_wall);
}

TEST(Steps, AreSkippedWhereAFileIsRead) {
    const std::string csv = "name,step,seconds\na,1,1\nb,2,2\nc,3,4\n";
    const std::string json = R"({"schema":"mansard.points/1","points":[{"name":"a","step":"1","seconds":1},)"
                             R"({"name":"b","step":"2","seconds":2},{"name":"c","step":"3","seconds":4}]})";
    for (const auto& [name, text] : {std::pair("p.csv", csv), std::pair("p.json", json)}) {
        const Profile profile = testing::import_text(name, text, {.skip_steps = 1});
        ASSERT_EQ(profile.points.size(), 2U) << name;
        EXPECT_DOUBLE_EQ(profile.steps.at(0).seconds.value(), 3) << "the average of those that are left";
    }
}

}  // namespace
}  // namespace mansard::analyzer
