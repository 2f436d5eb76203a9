#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Profile import_fixture(const std::string& name, const ImportOptions& options = {.per_launch = true}) {
    const std::filesystem::path path =
        std::filesystem::path(MANSARD_SOURCE_DIR "/tests/data/analyzer") / name;
    return find_importer(path, "").import(path, options);
}

bool has_note(const Point& point, std::string_view part) {
    for (const std::string& note : point.notes)
        if (note.find(part) != std::string::npos) return true;
    return false;
}

const ByteCount& bytes_at(const Point& point, Level level) {
    for (const ByteCount& bytes : point.bytes)
        if (bytes.level == level) return bytes;
    ADD_FAILURE() << "no bytes at " << name_of(level);
    static const ByteCount none;
    return none;
}

/// A table of the layout of 2022, one launch of `kernel` with these metrics: {name, unit, value}.
struct Row {
    std::string metric, unit, value;
};
std::string table(const std::string& kernel, const std::vector<Row>& rows,
                  const std::string& capability = "8.0", int id = 0) {
    std::string text =
        "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block "
        "Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric "
        "Value\"\n";
    for (const Row& row : rows)
        text += "\"" + std::to_string(id) + "\",\"1\",\"app\",\"host\",\"" + kernel +
                "\",\"1\",\"7\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"" + capability + "\",\"metrics\",\"" +
                row.metric + "\",\"" + row.unit + "\",\"" + row.value + "\"\n";
    return text;
}

std::vector<Row> single(const std::string& value) {
    return {{"gpu__time_duration.sum", "ns", "1,000,000"},
            {"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst", value},
            {"smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "inst", "0"},
            {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "0"}};
}

std::vector<Row> operator+(std::vector<Row> a, const std::vector<Row>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(NcuCsv, LongTableAmongTheProgramsOutput) {
    const Profile profile = import_fixture("ncu_long.csv");
    EXPECT_EQ(profile.format, "ncu-csv");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.records, 2u);
    const Point& stencil = profile.points[0];
    EXPECT_EQ(stencil.granularity, Granularity::launch);
    EXPECT_EQ(stencil.details->grid, "4096,1,1");
    EXPECT_EQ(stencil.details->block, "256,1,1");
    EXPECT_EQ(stencil.details->launch, 0);
    EXPECT_DOUBLE_EQ(*stencil.details->clock_hz, 1.41e9);
    EXPECT_DOUBLE_EQ(*stencil.seconds, 12.8e-6);
    ASSERT_EQ(stencil.flops.size(), 1u);
    EXPECT_EQ(stencil.flops[0].dtype, Dtype::f32);
    EXPECT_DOUBLE_EQ(stencil.flops[0].count, 1048576 + 2 * 2097152.0);
    const ByteCount& dram = bytes_at(stencil, Level::DRAM);
    EXPECT_DOUBLE_EQ(*dram.read, 4.2e6);
    EXPECT_DOUBLE_EQ(*dram.written, 4194304);
    EXPECT_EQ(dram.basis, Basis::traffic);
    const Point& norm = profile.points[1];
    EXPECT_TRUE(norm.flops.empty()) << "not collected is not zero";
    EXPECT_TRUE(has_note(norm, "lower bound: writes"));
    EXPECT_EQ(codes(profile.notes), "byte_conventions flops_not_collected flops_of_some_types");
}

TEST(NcuCsv, DetailsPageHasTimeClockRegionsAndAVerdict) {
    const Profile profile = import_fixture("ncu_details.csv");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& copy = profile.points[0];
    EXPECT_DOUBLE_EQ(*copy.seconds, 1.5e-3);
    EXPECT_DOUBLE_EQ(*copy.details->clock_hz, 585e6);
    EXPECT_TRUE(copy.flops.empty());
    EXPECT_TRUE(copy.bytes.empty());
    EXPECT_EQ(copy.details->regions, (std::vector<std::string>{"net", "layer::1"}));
    EXPECT_TRUE(copy.details->verdict.starts_with("Memory is more heavily utilized"));
    ASSERT_EQ(profile.regions.size(), 2u);
    EXPECT_EQ(profile.regions[1].name, "net / layer::1");
}

TEST(NcuCsv, RawPageRatesAreMultipliedOut) {
    const Profile profile = import_fixture("ncu_raw.csv");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& gemm = profile.points[0];
    EXPECT_EQ(gemm.device, "NVIDIA GeForce RTX 3090");
    EXPECT_DOUBLE_EQ(*gemm.seconds, 1e-3);
    ASSERT_EQ(gemm.flops.size(), 2u);
    EXPECT_DOUBLE_EQ(gemm.flops[0].count, 22 * 1e9 * 1e-3);
    EXPECT_EQ(gemm.flops[1].engine, Engine::matrix);
    EXPECT_EQ(gemm.flops[1].how, How::assumed);
    EXPECT_DOUBLE_EQ(gemm.flops[1].count, 65536 * 4096.0);
    EXPECT_DOUBLE_EQ(bytes_at(gemm, Level::DRAM).count, 4e8);
    EXPECT_DOUBLE_EQ(bytes_at(gemm, Level::L2).count, 8e7);
    EXPECT_DOUBLE_EQ(gemm.details->metrics.at(0).value, 1.5);
    const Point& fill = profile.points[1];
    EXPECT_TRUE(fill.bytes.empty()) << "no value is not zero";
    EXPECT_DOUBLE_EQ(fill.flops.at(0).count, 0);
    EXPECT_NE(codes(profile.notes).find("profiler_errors"), std::string::npos);
}

TEST(NcuCsv, SummaryTotalsAreAveragesTimesInvocations) {
    const Profile profile = import_fixture("ncu_summary.csv");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& axpy = profile.points[0];
    EXPECT_EQ(axpy.granularity, Granularity::kernel);
    EXPECT_DOUBLE_EQ(axpy.calls, 100);
    EXPECT_NEAR(*axpy.seconds, 93188.16e-9 * 100, 1e-12);
    EXPECT_NEAR(bytes_at(axpy, Level::DRAM).count, 402339.36 * 32 * 100, 1);
    EXPECT_DOUBLE_EQ(*bytes_at(axpy, Level::DRAM).written, 0);
}

TEST(NcuCsv, OldAndNewNamesOfTheSameCountAreNotAdded) {
    const Profile profile = import_text(
        "a.csv",
        table("k", single("10") +
                       std::vector<Row>{{"sm__sass_thread_inst_executed_op_fadd_pred_on.sum", "inst", "10"},
                                        {"dram__bytes.sum", "byte", "64"},
                                        {"dram__bytes_op_read.sum", "byte", "60"},
                                        {"dram__bytes_op_write.sum", "byte", "4"}}));
    EXPECT_DOUBLE_EQ(profile.points[0].flops.at(0).count, 10);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::DRAM).count, 64);
}

TEST(NcuCsv, HalfPrecisionByBothConventions) {
    const Scratch scratch;
    const auto path = scratch.write(
        "h.csv", table("k", {{"gpu__time_duration.sum", "ns", "1,000,000"},
                             {"smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", "inst", "1"},
                             {"smsp__sass_thread_inst_executed_op_hmul_pred_on.sum", "inst", "10"},
                             {"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", "inst", "100"}}));
    const auto flops = [&](HalfCount fp16) {
        const Profile profile = find_importer(path, "").import(path, {.fp16 = fp16});
        EXPECT_TRUE(has_note(profile.points[0], "convention"));
        return profile.points[0].flops.at(0).count;
    };
    EXPECT_DOUBLE_EQ(flops(HalfCount::nvidia), 2 + 20 + 400);
    EXPECT_DOUBLE_EQ(flops(HalfCount::nersc), 1 + 10 + 200);
}

TEST(NcuCsv, ConstantMovesOfTheA100AreNoWork) {
    const Profile profile = import_text(
        "trap.csv",
        table("sgemm",
              single("1,000") +
                  std::vector<Row>{{"smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", "inst", "3,200"},
                                   {"sm__inst_executed_pipe_tensor.sum", "inst", "100"}}));
    const Point& point = profile.points[0];
    ASSERT_EQ(point.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(point.flops[0].count, 1000);
    EXPECT_TRUE(has_note(point, "moves constants"));
}

TEST(NcuCsv, TensorInstructionsByGenerationAndName) {
    const auto tensor = [](const std::string& kernel, const std::string& capability,
                           const std::string& metric) {
        const Profile profile = import_text(
            "t.csv", table(kernel, single("0") + std::vector<Row>{{metric, "inst", "100"}}, capability));
        double sum = 0;
        for (const FlopCount& flops : profile.points[0].flops)
            if (flops.engine == Engine::matrix) sum += flops.count;
        return sum / 100;
    };
    const std::string any = "sm__inst_executed_pipe_tensor.sum";
    EXPECT_DOUBLE_EQ(tensor("volta_s884gemm_fp16_128x64_tn", "7.0", any), 512);
    EXPECT_DOUBLE_EQ(tensor("volta_h884gemm_128x64_tn", "7.0", any), 1024);
    EXPECT_DOUBLE_EQ(tensor("turing_fp16_s1688gemm_fp16_128x128_nn", "7.5", any), 2048);
    EXPECT_DOUBLE_EQ(tensor("my_wmma", "8.6", any), 4096);
    EXPECT_DOUBLE_EQ(tensor("cutlass_80_tensorop_s1688gemm_128x128", "8.0", any), 2048);
    EXPECT_DOUBLE_EQ(tensor("my_dgemm", "8.0", "sm__inst_executed_pipe_tensor_op_dmma.sum"), 512);
    EXPECT_DOUBLE_EQ(tensor("my_igemm", "8.0", "smsp__inst_executed_pipe_tensor_op_imma.sum"), 8192);
    EXPECT_DOUBLE_EQ(tensor("cutlass3x_sm90_tensorop_s64x128x16gemm_f16_f16_f32", "9.0", any),
                     2 * 64 * 128 * 16.0);
    // Neither the profile nor the name tells the shape: unknown, not low.
    EXPECT_DOUBLE_EQ(tensor("my_wgmma", "9.0", any), 0);
}

TEST(NcuCsv, TensorOperationsAreTakenAtOneLevel) {
    const Profile profile = import_text(
        "ops.csv",
        table("k",
              single("0") +
                  std::vector<Row>{{"sm__ops_path_tensor_src_fp16_bf16_tf32_dst_fp32.sum", "", "3,000"},
                                   {"sm__ops_path_tensor_src_bf16_dst_fp32.sum", "", "2,000"},
                                   {"sm__ops_path_tensor_src_tf32_dst_fp32.sum", "", "1,000"},
                                   {"sm__ops_path_tensor_src_bf16_dst_fp32_sparsity_off.sum", "", "2,000"},
                                   {"sm__ops_path_tensor_src_fp8_e4m3_dst_fp32.sum", "", "500"},
                                   {"sm__ops_path_tensor_src_int8.sum", "", "700"},
                                   {"sm__inst_executed_pipe_tensor.sum", "inst", "99"}},
              "9.0"));
    std::string all;
    for (const FlopCount& flops : profile.points[0].flops)
        all += std::string(name_of(flops.dtype)) + "=" + std::to_string(static_cast<int>(flops.count)) + " ";
    EXPECT_EQ(all, "bf16=2000 tf32=1000 fp8=500 i8=700 ");
    EXPECT_TRUE(has_note(profile.points[0], "OP, not FLOP"));
}

TEST(NcuCsv, ATensorKernelWithoutTensorCountersIsIncomplete) {
    const Profile profile = import_text("x.csv", table("ampere_fp16_s16816gemm_fp16_64x64", single("10")));
    EXPECT_TRUE(profile.points[0].flops.empty());
    EXPECT_TRUE(has_note(profile.points[0], "FLOPs incomplete"));
}

TEST(NcuCsv, PartsOfASetAreLowerBounds) {
    const Profile profile = import_text(
        "part.csv", table("k", {{"gpu__time_duration.sum", "ns", "1,000,000"},
                                {"smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "inst", "5"},
                                {"dram__sectors_read.sum", "sector", "10"},
                                {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", "40"},
                                {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", "2"}}));
    const Point& point = profile.points[0];
    EXPECT_TRUE(has_note(point, "FP32 is a lower bound"));
    EXPECT_DOUBLE_EQ(point.flops.at(0).count, 10);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM).count, 320);
    EXPECT_TRUE(has_note(point, "DRAM bytes are a lower bound: writes"));
    EXPECT_TRUE(point.flops[0].at_least);
    EXPECT_TRUE(bytes_at(point, Level::DRAM).at_least);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM).read, 320) << "all reads were counted";
    EXPECT_TRUE(bytes_at(point, Level::L1).at_least);
    EXPECT_FALSE(bytes_at(point, Level::L1).read) << "global reads are not all of them";
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L1).count, 42 * 32);
    EXPECT_TRUE(has_note(point, "L1 bytes are a lower bound: global"));
}

TEST(NcuCsv, NoBytesAndUnavailableBytesAreTwoThings) {
    const Profile none =
        import_text("z.csv", table("k", single("1") + std::vector<Row>{{"dram__bytes.sum", "byte", "0"}}));
    EXPECT_DOUBLE_EQ(bytes_at(none.points[0], Level::DRAM).count, 0);
    EXPECT_TRUE(has_note(none.points[0], "no byte of DRAM"));
    const Profile unavailable = import_text(
        "u.csv", table("k", single("1") + std::vector<Row>{{"dram__bytes.sum", "byte", "n/a"}}, "12.1"));
    EXPECT_TRUE(unavailable.points[0].bytes.empty());
    EXPECT_TRUE(has_note(unavailable.points[0], "unavailable"));
}

TEST(NcuCsv, LocalesAreToldByTheFileOrAsked) {
    const auto one = [](const std::string& time, const std::string& more) {
        return table("k", {{"gpu__time_duration.sum", "ns", time}, {"other__metric.pct", "%", more}});
    };
    EXPECT_DOUBLE_EQ(*import_text("c.csv", one("117.344", "65,77")).points[0].seconds, 117344e-9);
    EXPECT_DOUBLE_EQ(*import_text("p.csv", one("117,344", "65.77")).points[0].seconds, 117344e-9);
    EXPECT_DOUBLE_EQ(*import_text("f.csv", one("117.344", "65.77")).points[0].seconds, 117.344e-9);
    EXPECT_THROW(import_text("open.csv", one("117.344", "7")), Error);
    EXPECT_THROW(import_text("both.csv", one("65,77", "65.77")), Error);
    const Scratch scratch;
    const auto path = scratch.write("open.csv", one("117.344", "7"));
    const Profile forced = find_importer(path, "").import(path, {.decimal = DecimalSign::comma});
    EXPECT_DOUBLE_EQ(*forced.points[0].seconds, 117344e-9);
}

TEST(NcuCsv, TimeAndCyclesTellTheDecimalSign) {
    // 117,344 cycles at 1 GHz last 117.344 us, not 0.117 us.
    const Profile profile =
        import_text("cross.csv", table("k", {{"gpu__time_duration.sum", "ns", "117.344"},
                                             {"sm__cycles_elapsed.avg", "cycle", "117344"},
                                             {"sm__cycles_elapsed.avg.per_second", "Ghz", "1"}}));
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 117344e-9);
}

TEST(NcuCsv, TimeFromCyclesWhereThereIsNoDuration) {
    const Profile profile =
        import_text("t.csv", table("k", {{"smsp__cycles_elapsed.avg", "cycle", "2,000,000.00"},
                                         {"smsp__cycles_elapsed.avg.per_second", "hz", "1,000,000,000"}}));
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2e-3);
}

TEST(NcuCsv, LaunchesOfOneKernelAreOnePoint) {
    std::string text = table("k", single("10"), "8.0", 0);
    const std::string more = table("k", single("30"), "8.0", 1);
    text += more.substr(more.find('\n') + 1);
    const Profile profile = import_text("two.csv", text);
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_DOUBLE_EQ(profile.points[0].flops.at(0).count, 40);
}

TEST(NcuCsv, BrokenRowsAreRejectedWithTheirLine) {
    std::string text = table("k", single("10"));
    text += "\"1\",\"1\",\"app\"\n\"2\",\"1\",\"app\",\"host\",\"cut";
    const Profile profile = import_text("broken.csv", text);
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_NE(profile.rejected[0].record.find("line 6"), std::string::npos) << profile.rejected[0].record;
    EXPECT_EQ(profile.points.size(), 1u);
}

TEST(NcuCsv, TimesAndBytesWithoutAUnitAreMissing) {
    const std::string header =
        "ID,Process ID,Process Name,Host Name,Kernel Name,gpu__time_duration.sum,dram__bytes.sum\n";
    const Profile without = import_text("w.csv", header + "0,5,app,h,k(int),1000.5,64\n");
    EXPECT_FALSE(without.points.at(0).seconds);
    EXPECT_TRUE(without.points[0].bytes.empty()) << "64 of what?";
    EXPECT_NE(codes(without.notes).find("values_unreadable"), std::string::npos) << codes(without.notes);
    const Profile with = import_text("w.csv", header + ",,,,,us,byte\n0,5,app,h,k(int),1000.5,64\n");
    EXPECT_DOUBLE_EQ(*with.points.at(0).seconds, 1000.5e-6);
    EXPECT_DOUBLE_EQ(with.points[0].bytes.at(0).count, 64);
}

TEST(NcuCsv, AValueInAnotherQuantitysUnitIsMissing) {
    const auto read = [](const std::string& units) {
        return import_text(
            "u.csv",
            "ID,Process ID,Process Name,Host Name,Kernel Name,gpu__time_duration.sum,dram__bytes.sum\n" +
                units + "\n0,5,app,h,k(int),1000.5,64\n");
    };
    const Profile shifted = read(",,,,,Kbyte,us");
    EXPECT_FALSE(shifted.points.at(0).seconds);
    EXPECT_TRUE(shifted.points[0].bytes.empty());
    EXPECT_NE(codes(shifted.notes).find("values_unreadable"), std::string::npos) << codes(shifted.notes);
    const Profile sectors = read(",,,,,us,sector");
    EXPECT_DOUBLE_EQ(*sectors.points.at(0).seconds, 1000.5e-6);
    EXPECT_TRUE(sectors.points[0].bytes.empty()) << "64 sectors are no 64 B";
    const Profile fits = read(",,,,,us,Kbyte");
    EXPECT_DOUBLE_EQ(fits.points.at(0).bytes.at(0).count, 64e3);
}

}  // namespace
}  // namespace mansard::analyzer
