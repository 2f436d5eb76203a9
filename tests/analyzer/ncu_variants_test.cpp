// Tables of Nsight Compute as other settings, its window and other programs write them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr std::string_view fma = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum";

/// Fields in quotes, parted by `delimiter`.
std::string line(const std::vector<std::string>& fields, char delimiter = ',') {
    std::string out;
    for (const std::string& field : fields)
        out += fmt::format("{}\"{}\"", out.empty() ? "" : std::string(1, delimiter), field);
    return out + "\n";
}

/// One launch with a time, an FMA count and bytes; `time` and `count` as they are printed.
std::string launch(const std::string& id, const std::string& time, const std::string& count,
                   char delimiter = ',') {
    const auto row = [&](const std::string& metric, const std::string& unit, const std::string& value) {
        return line({id, "7", "app", "host", "axpy(int, float)", "1", "7", "(32, 1, 1)", "(8, 1, 1)", "0",
                     "8.0", "metrics", metric, unit, value},
                    delimiter);
    };
    return row("gpu__time_duration.sum", "ns", time) + row(std::string(fma), "inst", count) +
           row("dram__bytes.sum", "byte", "512");
}

std::string header(char delimiter = ',') {
    return line(
        {"ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
         "Grid Size", "Device", "CC", "Section Name", "Metric Name", "Metric Unit", "Metric Value"},
        delimiter);
}

void expect_axpy(const Profile& profile) {
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(profile.format, "ncu-csv");
    EXPECT_EQ(point.name, "axpy(int, float)");
    EXPECT_DOUBLE_EQ(*point.seconds, 2.5e-6);
    EXPECT_DOUBLE_EQ(point.flops.at(0).count, 2 * 1234);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 512);
}

TEST(NcuVariants, ColumnsStandInAnyOrder) {
    const auto row = [](const char* metric, const char* unit, const char* value) {
        return line({"axpy(int, float)", value, metric, unit, "0", "7"});
    };
    expect_axpy(import_text(
        "order.csv", line({"Kernel Name", "Metric Value", "Metric Name", "Metric Unit", "ID", "Process ID"}) +
                         row("gpu__time_duration.sum", "us", "2.50") + row(fma.data(), "inst", "1234") +
                         row("dram__bytes.sum", "byte", "512")));
    // The numbers of rows that another program put before them.
    std::string numbered;
    const std::string plain = header() + launch("0", "2500.0", "1234");
    for (std::size_t at = 0, n = 0; at < plain.size(); ++n) {
        const std::size_t end = plain.find('\n', at) + 1;
        numbered += (n == 0 ? "" : std::to_string(n - 1)) + "," + plain.substr(at, end - at);
        at = end;
    }
    expect_axpy(import_text("numbered.csv", numbered));
}

TEST(NcuVariants, SeveralDevicesAreTold) {
    std::string other = launch("1", "2500.0", "1234");
    for (std::size_t at = 0; (at = other.find("\"0\",\"8.0\"", at)) != std::string::npos;)
        other[at + 1] = '1';
    const Profile one = import_text("d.csv", header() + launch("0", "2500.0", "1234"));
    EXPECT_EQ(codes(one.notes).find("several_devices"), std::string::npos);
    const Profile two = import_text("d.csv", header() + launch("0", "2500.0", "1234") + other);
    EXPECT_NE(codes(two.notes).find("several_devices"), std::string::npos) << codes(two.notes);
}

TEST(NcuVariants, WithoutIdsALaunchEndsWhereAMetricComesAgain) {
    const auto row = [](const char* kernel, const char* metric, const char* value) {
        return line({kernel, metric, "ns", value});
    };
    const Profile profile =
        import_text("few.csv", line({"Kernel Name", "Metric Name", "Metric Unit", "Metric Value"}) +
                                   row("f", "gpu__time_duration.sum", "1000.0") +
                                   row("f", "gpu__time_duration.sum", "3000.0") +
                                   row("g", "gpu__time_duration.sum", "500.0"));
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 4e-6);
}

TEST(NcuVariants, SemicolonsAndTabsPartFields) {
    for (const char delimiter : {';', '\t'})
        expect_axpy(
            import_text("parted.csv", header(delimiter) + launch("0", "2.500,00", "1.234", delimiter)));
}

TEST(NcuVariants, TheWindowsExportHasUnitsInItsNames) {
    const Profile profile = import_text(
        "window.csv", "\xef\xbb\xbf" +
                          line({"ID", "Estimated Speedup [%]", "Function Name", "Demangled Name", "Process",
                                "Device Name", "gpu__time_duration.sum [us]", "dram__bytes.sum [Kbyte]",
                                std::string(fma) + " [inst]", "Grid Size", "Block Size [block]"}) +
                          line({"0", "10.5", "axpy", "axpy(int, float)", "[7] app", "NVIDIA A100", "2.5",
                                "0.512", "1234", "     8,     1,     1", "    32,     1,     1"}));
    expect_axpy(profile);
    EXPECT_EQ(profile.points[0].device, "NVIDIA A100");
    EXPECT_EQ(profile.points[0].details->grid, "8,1,1");
    EXPECT_EQ(profile.points[0].details->block, "32,1,1");
}

TEST(NcuVariants, LabelsMayStandBeforeNames) {
    std::string text = header() + launch("0", "2,500.00", "1234");
    text.replace(text.find("dram__bytes.sum"), 15, "DRAM Bytes (dram__bytes.sum)");
    text.replace(text.find("gpu__time_duration.sum"), 22, "Duration gpu__time_duration.sum");
    expect_axpy(import_text("labels.csv", text));
}

TEST(NcuVariants, AGroupedIdIsOne) {
    const Profile profile = import_text(
        "many.csv", header() + launch("999", "2,500.00", "1234") + launch("1,000", "2,500.00", "1234"));
    EXPECT_EQ(profile.records, 2u);
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
}

TEST(NcuVariants, AWholeCountTellsTheDecimalSign) {
    expect_axpy(import_text("point.csv", header() + launch("0", "2,500", "1,234")));
    expect_axpy(import_text("comma.csv", header() + launch("0", "2.500", "1.234")));
    const std::string asked = import_error("open.csv", header() + launch("0", "2,500", "3,000"));
    EXPECT_NE(asked.find("--decimal"), std::string::npos) << "3,000 is whole either way: " << asked;
}

TEST(NcuVariants, CountsFromRatesSaySo) {
    const Profile profile = import_text(
        "r.csv", line({"ID", "Kernel Name", "gpu__time_duration.sum", "dram__bytes.sum.per_second"}) +
                     line({"", "", "us", "Gbyte/s"}) + line({"0", "axpy", "100", "10"}));
    EXPECT_DOUBLE_EQ(profile.points.at(0).bytes.at(0).count, 1e6);
    ASSERT_FALSE(profile.points[0].notes.empty());
    EXPECT_NE(profile.points[0].notes.back().find("rate × time"), std::string::npos);
}

TEST(NcuVariants, PagesAndSummariesWithoutLaunchesAreNamed) {
    const std::string source =
        import_error("source.csv",
                     "\"Kernel Name\",\"axpy\"\n\"#\",\"Address\",\"Source\",\"# Samples\",\"Instructions "
                     "Executed\"\n\"1\",\"0x7f0\",\"IMAD R1\",\"3\",\"4,096\"\n");
    EXPECT_NE(source.find("source page"), std::string::npos) << source;
    EXPECT_NE(source.find("--page raw"), std::string::npos) << source;
    const std::string by_gpu = import_error(
        "gpu.csv", line({"Process ID", "Process Name", "Host Name", "Device", "CC", "Invocations",
                         "Section Name", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"}) +
                       line({"7", "app", "host", "0", "8.0", "3", "metrics", "gpu__time_duration.sum", "ns",
                             "1", "2", "3"}));
    EXPECT_NE(by_gpu.find("--print-summary per-kernel"), std::string::npos) << by_gpu;
    const std::string log =
        import_error("gpu.txt",
                     "==PROF== Connected to process 7 (/app)\n[7] app@127.0.0.1\n  Device 0, CC "
                     "8.6, Invocations 14\n    Section: Command line profiler metrics\n");
    EXPECT_NE(log.find("--print-summary per-kernel"), std::string::npos) << log;
}

}  // namespace
}  // namespace mansard::analyzer
