// Output folders of Ascend's profilers: slices, iterations and cards, and what is said of their collectives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "analyzer/ascend/folder.hpp"
#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

struct Op {
    std::string step, device;
    int start = 0;
    double microseconds = 10;
    std::string name = "mm", core = "AI_CORE";
};

/// Without columns for steps and devices where no op has them.
std::string table(const std::vector<Op>& ops) {
    const bool steps = !ops.at(0).step.empty(), devices = !ops.at(0).device.empty();
    std::string out = std::string(devices ? "Device_id," : "") + (steps ? "Step Id," : "") +
                      "Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us)\n";
    for (const Op& op : ops)
        out += (devices ? op.device + "," : "") + (steps ? op.step + "," : "") +
               fmt::format("{},MatMulV2,{},{},{}\n", op.name, op.core, op.start, op.microseconds);
    return out;
}

std::filesystem::path write(const Scratch& scratch, const std::string& path, std::string_view content) {
    std::filesystem::create_directories((scratch.path() / path).parent_path());
    return scratch.write(path, content);
}

Profile read(const std::filesystem::path& path, const ImportOptions& options = {}) {
    return find_importer(path, "").import(path, options);
}

/// Ten steps of one card in three slices: 1–4, 5–8, 9 and 10.
void write_slices(const Scratch& scratch) {
    int step = 0;
    for (const auto& [slice, steps] : {std::pair(0, 4), std::pair(2, 4), std::pair(10, 2)}) {
        std::vector<Op> ops;
        for (int i = 0; i < steps; ++i, ++step) ops.push_back({std::to_string(step + 1), "", 100 * step});
        write(scratch, fmt::format("PROF_1/mindstudio_profiler_output/op_summary_slice_{}_2024.csv", slice),
              table(ops));
    }
}

TEST(AscendFolders, SlicesOfOneCardAreOneTable) {
    const Scratch scratch;
    write_slices(scratch);
    const Profile profile = read(scratch.path());
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 10);
    EXPECT_NEAR(*profile.seconds_busy, 100e-6, 1e-12);
    EXPECT_NEAR(*profile.seconds_wall, 910e-6, 1e-12);
    ASSERT_EQ(profile.steps.size(), 10u);
    EXPECT_EQ(profile.steps[9].name, "step 10") << "slice 10 follows slice 2";
}

TEST(AscendFolders, StepsAreSkippedOverItsSlices) {
    const Scratch scratch;
    write_slices(scratch);
    const Profile profile = read(scratch.path(), {.skip_steps = 5});
    EXPECT_DOUBLE_EQ(profile.points.at(0).calls, 5);
    EXPECT_EQ(profile.steps.at(0).name, "step 6");
    EXPECT_THROW(read(scratch.path(), {.skip_steps = 10}), Error);
}

TEST(AscendFolders, EachDeviceOfATableSkipsItsOwn) {
    std::vector<Op> ops;
    for (int step = 0; step < 3; ++step) {
        ops.push_back({std::to_string(1 + step), "0", 100 * step});
        ops.push_back({std::to_string(101 + step), "1", 100 * step});
    }
    const Scratch scratch;
    const Profile profile = read(write(scratch, "op_summary_1.csv", table(ops)), {.skip_steps = 2});
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 1);
    EXPECT_DOUBLE_EQ(profile.points[1].calls, 1);
    ASSERT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.steps[0].name, "step 3");
    EXPECT_EQ(profile.steps[1].name, "step 103");
}

TEST(AscendFolders, TablesOfIterationsAreSteps) {
    const Scratch scratch;
    for (int i = 1; i <= 11; ++i)
        write(scratch, fmt::format("PROF_1/device_3/summary/op_summary_3_1_{}.csv", i),
              table({{"", "", 100 * i}}));
    const Profile profile = read(scratch.path(), {.skip_steps = 9});
    EXPECT_DOUBLE_EQ(profile.points.at(0).calls, 2);
    EXPECT_EQ(profile.points[0].device, "Ascend NPU 3");
    ASSERT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.steps[0].name, "step 10");
}

TEST(AscendFolders, ADateIsNoIteration) {
    const Scratch scratch;
    write(scratch, "a/op_summary_0_1_20240101120000.csv", table({{"", "", 0}}));
    write(scratch, "a/op_summary_0_1_20240102120000.csv", table({{"", "", 100}}));
    const Profile profile = read(scratch.path(), {.skip_steps = 1});
    EXPECT_DOUBLE_EQ(profile.points.at(0).calls, 2);
    EXPECT_NE(codes(profile.notes).find("no_steps"), std::string::npos);
}

TEST(AscendFolders, ACardHasTheNumberBesideIt) {
    const Scratch scratch;
    for (const int rank : {2, 10}) {
        const std::string folder = fmt::format("h_{}_ascend_pt", rank);
        write(scratch, folder + "/ASCEND_PROFILER_OUTPUT/kernel_details.csv", table({{"1", "", 0}}));
        write(scratch, fmt::format("{}/profiler_info_{}.json", folder, rank), "{}");
    }
    const Profile profile = read(scratch.path());
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].device, "Ascend NPU 2") << "h_2 before h_10";
    EXPECT_EQ(profile.points[1].device, "Ascend NPU 10");
}

TEST(AscendFolders, FoldersWhoseNumbersAreEqualAreTwoCards) {
    const Scratch scratch;
    write(scratch, "1/op_summary_slice_0.csv", table({{"1", "", 0}}));
    write(scratch, "01/op_summary_slice_1.csv", table({{"1", "", 100}}));
    write(scratch, "1/op_summary_slice_2.csv", table({{"2", "", 200}}));
    const Profile profile = read(scratch.path());
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 1);
    EXPECT_DOUBLE_EQ(profile.points[1].calls, 2);
}

TEST(AscendFolders, OfTwoNumbersBesideACardNoneIsItsOwn) {
    const Scratch scratch;
    for (const auto& [folder, ranks] : {std::pair("a", std::vector{5, 6}), {"b", {7}}}) {
        write(scratch, fmt::format("{}/out/kernel_details.csv", folder), table({{"1", "", 0}}));
        for (const int rank : ranks)
            write(scratch, fmt::format("{}/profiler_info_{}.json", folder, rank), "{}");
    }
    const Profile profile = read(scratch.path());
    EXPECT_EQ(profile.points.at(0).device, "Ascend NPU 0");
    EXPECT_EQ(profile.points.at(1).device, "Ascend NPU 7");
}

TEST(AscendFolders, WhatACardLacksAllLack) {
    const Scratch scratch;
    write(scratch, "a/op_summary_1.csv", table({{"1", "", 0}, {"1", "", 50}}));
    write(scratch, "b/op_summary_1.csv", table({{"1", "", 0}}));
    EXPECT_NEAR(*read(scratch.path()).seconds_wall, 60e-6, 1e-12);
    write(scratch, "c/op_summary_1.csv",
          "Op Name,OP Type,Task Type,Task Duration(us)\nmm,MatMulV2,AI_CORE,70\n");
    const Profile profile = read(scratch.path());
    EXPECT_FALSE(profile.seconds_wall) << "nobody knows when the third card began";
    EXPECT_FALSE(profile.seconds_busy);
}

TEST(AscendFolders, WithoutTablesOfOpsAStatisticIsReadElseTheTrace) {
    const Scratch scratch;
    write(scratch, "p/ASCEND_PROFILER_OUTPUT/trace_view.json", fixture("ascend_trace.json"));
    EXPECT_EQ(read(scratch.path()).format, "ascend-trace");
    write(scratch, "p/ASCEND_PROFILER_OUTPUT/op_statistic.csv", fixture("ascend_op_statistic.csv"));
    EXPECT_EQ(read(scratch.path()).format, "ascend-op-statistic");
    write(scratch, "p/ASCEND_PROFILER_OUTPUT/kernel_details.csv", fixture("ascend_kernel_details.csv"));
    EXPECT_EQ(read(scratch.path()).format, "ascend-ops");
}

TEST(AscendFolders, ASecondExportIsNoSlice) {
    const Scratch scratch;
    const std::string run = table({{"1", "", 0}, {"2", "", 100}});
    write(scratch, "mindstudio_profiler_output/op_summary_20240101120000.csv", run);
    write(scratch, "mindstudio_profiler_output/op_summary_20240102120000.csv", run);
    const Profile profile = read(scratch.path());
    EXPECT_EQ(profile.records, 2u);
    EXPECT_EQ(codes(profile.notes).find("exported_twice") != std::string::npos, true);
}

TEST(AscendFolders, WhatCannotBeReadDoesNotLoseTheRest) {
    const Scratch scratch;
    write(scratch, "a/op_summary_slice_0.csv", table({{"1", "", 0}}));
    write(scratch, "a/op_summary_slice_1.csv", "");
    write(scratch, "b/op_summary_1.csv", "nonsense\n");
    write(scratch, "c/op_summary_1.csv", table({{"1", "", 0}}));
    const Profile profile = read(scratch.path());
    EXPECT_EQ(profile.records, 2u);
    EXPECT_NE(codes(profile.notes).find("table_left_out"), std::string::npos);
    EXPECT_NE(codes(profile.notes).find("card_left_out"), std::string::npos);
    const Scratch none;
    write(none, "a/op_summary_1.csv", "");
    write(none, "b/op_summary_1.csv", "nonsense\n");
    EXPECT_THROW(read(none.path()), Error);
}

TEST(AscendFolders, SlicesMayHaveOtherCounters) {
    const Scratch scratch;
    const std::string header = "Op Name,OP Type,Task Type,Task Duration(us),";
    write(scratch, "a/op_summary_slice_0.csv", header + "aic_mac_ratio\nmm,MatMulV2,AI_CORE,10,0.5\n");
    write(scratch, "a/op_summary_slice_1.csv",
          header + "aic_mte2_ratio,aic_mac_ratio\nmm,MatMulV2,AI_CORE,30,0.25,0.9\n");
    const Profile profile = read(scratch.path());
    ASSERT_EQ(profile.points.size(), 1u);
    std::string found;
    for (const Metric& metric : profile.points[0].details->metrics)
        found += fmt::format("{} {:.3f} ", metric.name, metric.value);
    EXPECT_EQ(found, "aic_mac_ratio 0.800 aic_mte2_ratio 0.250 share_of_type MatMulV2 1.000 ");
}

TEST(AscendOps, ColumnsAreKnownInOtherSpellings) {
    const Profile profile = import_text(
        "op.csv",
        "\nDEVICE ID;OP Name;Op Type;task type;Task Duration (us)\n4;mm;MatMulV2;AI_CORE;12\n   \n");
    EXPECT_EQ(profile.format, "ascend-ops");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].device, "Ascend NPU 4");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 12e-6);
    EXPECT_EQ(profile.records, 1u) << "blanks are no record";
}

std::vector<Finding> findings_of(Profile profile) {
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::nullopt, {}).findings;
}

std::string communication_findings(Profile profile) {
    std::string out;
    for (const Finding& finding : findings_of(std::move(profile)))
        if (finding.code == "npu_communication") out += finding.point + ": " + finding.text + "\n";
    return out;
}

TEST(AscendCommunication, IsNamedWhereNothingHidesIt) {
    // 100 of work, 300 of collectives of which 50 lie beside the work.
    const std::string content = table({{"1", "", 0, 100, "mm"},
                                       {"1", "", 50, 250, "hcom_allReduce__1", "HCCL"},
                                       {"1", "", 300, 50, "hcom_broadcast__1", "COMMUNICATION"}});
    EXPECT_EQ(
        communication_findings(import_text("op_summary_1.csv", content)),
        "hcom_allReduce__1: communication takes 86 % of the time that its device works, 71 % with no op "
        "beside it; this collective takes most of it\n");
}

TEST(AscendCommunication, ThatOpsHideIsNone) {
    // 20 % stand alone: not above the threshold.
    const std::string content =
        table({{"1", "", 0, 800, "mm"}, {"1", "", 100, 900, "hcom_allReduce__1", "HCCL"}});
    EXPECT_EQ(communication_findings(import_text("op_summary_1.csv", content)), "");
}

TEST(AscendCommunication, IsKnownByItsNameAtLevelZero) {
    const Profile profile =
        import_text("kernel_details.csv",
                    table({{"1", "", 0, 10, "mm", "N/A"}, {"1", "", 20, 90, "hcom_send__1", "N/A"}}));
    EXPECT_EQ(profile.points[1].category, "communication");
}

TEST(AscendCommunication, WithoutStartTimesItsTimeIsHeldAgainstAll) {
    const std::string content =
        "Op Name,OP Type,Task Type,Task Duration(us)\nmm,MatMulV2,AI_CORE,70\n"
        "hcom_allReduce__1,hcom_allReduce_,HCCL,30\n";
    EXPECT_EQ(
        communication_findings(import_text("op_summary_1.csv", content)),
        "hcom_allReduce__1: communication takes 30 % of the time that its device works; this collective "
        "takes most of it\n");
}

TEST(AscendCommunication, EachDeviceSpeaksForItself) {
    const std::string content = table({{"1", "0", 0, 100, "mm"},
                                       {"1", "0", 100, 100, "hcom_a", "HCCL"},
                                       {"1", "1", 0, 190, "mm"},
                                       {"1", "1", 190, 10, "hcom_a", "HCCL"}});
    const std::string found = communication_findings(import_text("op_summary_1.csv", content));
    EXPECT_EQ(std::ranges::count(found, '\n'), 1) << found;
}

}  // namespace
}  // namespace mansard::analyzer
