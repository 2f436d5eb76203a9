// XProf's hlo_stats and op_profile.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using testing::codes;
using testing::fixture;
using testing::import_text;

void check_hlo_stats(const Profile& profile) {
    EXPECT_EQ(profile.format, "xprof-hlo-stats");
    EXPECT_EQ(profile.records, 6u);
    ASSERT_EQ(profile.points.size(), 4u);
    const Point& fusion = profile.points[0];
    EXPECT_EQ(fusion.name, "fusion.1");
    EXPECT_DOUBLE_EQ(*fusion.seconds, 400e-6);
    EXPECT_DOUBLE_EQ(fusion.flops.at(0).count, 1e14 * 400e-6);
    ASSERT_EQ(fusion.bytes.size(), 2u);
    EXPECT_EQ(fusion.bytes[1].level, Level::CMEM);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].read, 30 * 1073741824.0 * 400e-6);
    EXPECT_EQ(fusion.details->verdict, "Compute");
    EXPECT_EQ(fusion.details->regions.at(0), "jit(step)/dot_general");
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_EQ(profile.rejected[1].name, "gather.9");
    EXPECT_NE(profile.rejected[1].reason.find("fusion.1"), std::string::npos);
}

TEST(XprofHloStats, JsonAndCsvSayTheSame) {
    check_hlo_stats(import_text("hlo_stats.json", fixture("xprof_hlo_stats.json")));
    check_hlo_stats(import_text("hlo_stats.csv", fixture("xprof_hlo_stats.csv")));
}

TEST(XprofHloStats, OfATruncatedFileTheWholeRowsAreKept) {
    const std::string text = fixture("xprof_hlo_stats.json");
    const Profile profile = import_text("hlo_stats.json", text.substr(0, text.find("\"copy.3\"")));
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(codes(profile.notes), "truncated");
}

TEST(XprofOpProfile, TheTopmostOperationsAreThePoints) {
    const Profile profile = import_text("op_profile.json", fixture("xprof_op_profile.json"));
    EXPECT_EQ(profile.format, "xprof-op-profile");
    EXPECT_EQ(profile.device, "TPU v0");
    EXPECT_EQ(profile.records, 4u);
    ASSERT_EQ(profile.points.size(), 3u);
    const Point& fusion = profile.points[0];
    EXPECT_EQ(fusion.name, "fusion.1 and its duplicate(s)");
    EXPECT_EQ(fusion.category, "convolution fusion");
    EXPECT_DOUBLE_EQ(*fusion.seconds, 400e-6);
    EXPECT_DOUBLE_EQ(fusion.calls, 4);
    EXPECT_DOUBLE_EQ(fusion.flops.at(0).count, 4e10);
    EXPECT_EQ(fusion.flops.at(0).dtype, Dtype::bf16);
    ASSERT_EQ(fusion.bytes.size(), 2u);
    EXPECT_DOUBLE_EQ(fusion.bytes[0].count, 2e8);
    EXPECT_EQ(fusion.bytes[1].level, Level::VMEM);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].written, 4e8);
    EXPECT_EQ(profile.points[1].flops.at(0).count, 0) << "left out, and so 0, where there are bytes";
    EXPECT_TRUE(profile.points[2].flops.empty());
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 1000e-6);
    EXPECT_EQ(codes(profile.notes), "operations_left_out") << "20 of 1000 us were pruned";
}

TEST(XprofOpProfile, OldFilesHaveSharesOnly) {
    const Profile profile =
        import_text("op_profile.json", R"({"byCategory": {"name": "all", "metrics": {"time": 1, "flops": 0.4},
            "children": [{"name": "%fusion", "metrics": {"time": 0.4, "flops": 0.2}, "xla": {"op": "fusion"},
                          "children": [{"name": "%dot", "xla": {"op": "dot"}, "children": []}]}]}})");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_FALSE(profile.points[0].seconds);
    EXPECT_TRUE(profile.points[0].flops.empty());
    EXPECT_EQ(codes(profile.notes), "fractions_only");
}

TEST(XprofOpProfile, ATreeWithoutOperationsIsAnError) {
    const testing::Scratch scratch;
    const auto path = scratch.write("t.json", R"({"byCategory": {"children": 3}})");
    EXPECT_THROW(find_importer(path, "").import(path, {}), Error);
}

}  // namespace
}  // namespace mansard::analyzer
