#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/torch/table.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using testing::codes;
using testing::import_text;

std::string table() {
    return read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/torch_table.txt");
}

std::string without(std::string text, std::string_view word, std::string_view replacement) {
    for (std::size_t at; (at = text.find(word)) != std::string::npos;)
        text.replace(at, word.size(), replacement);
    return text;
}

TEST(TorchTable, OperationsWithFlopsAreThePoints) {
    const Profile profile = import_text("log.txt", table());
    EXPECT_EQ(profile.format, "torch-table");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& mm = profile.points[0];
    EXPECT_EQ(mm.name, "aten::mm");
    EXPECT_DOUBLE_EQ(*mm.seconds, 4e-3);
    EXPECT_DOUBLE_EQ(mm.calls, 10);
    ASSERT_EQ(mm.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(mm.flops[0].count, 2147.484e6);
    EXPECT_EQ(mm.flops[0].how, How::modelled);
    EXPECT_EQ(mm.flops[0].dtype, Dtype::unknown);
    EXPECT_TRUE(profile.points[1].flops.empty()) << "-- is none";
    EXPECT_EQ(codes(profile.notes), "rows_chosen modelled");
}

TEST(TorchTable, WithoutFlopsKernelsAre) {
    const Profile profile = import_text("log.txt", without(table(), " 2147.484", "       --"));
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "ampere_sgemm_128x64_nn");
    EXPECT_EQ(profile.points[0].granularity, Granularity::kernel);
    EXPECT_EQ(profile.points[1].name, "void at::native::vectorized_elementwise_kernel<4, at...");
    EXPECT_EQ(profile.rejected.size(), 3u);
}

TEST(TorchTable, OtherDevicesHaveOtherWords) {
    const Profile profile = import_text("log.txt", without(table(), "CUDA", " XPU"));
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 4e-3);
}

TEST(TorchTable, WithoutADeviceItIsTheHostsTime) {
    const std::string ruler = "-----------  ----------  ------------  ------------  \n";
    const std::string header = "       Name    Self CPU     CPU total    # of Calls  \n";
    const std::string content =
        ruler + header + ruler + "   aten::mm     1.500ms       2.000ms             3  \n" +
        "  aten::add    12.000us      12.000us             1  \n" +
        "  aten::odd        fast      12.000us             1  \n" + ruler + "Self CPU time total: 1.512ms\n";
    const Profile profile = import_text("log.txt", content);
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 1.5e-3);
    EXPECT_EQ(profile.points[0].device, "cpu");
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].record.substr(profile.rejected[0].record.find(", ")), ", line 6");
    EXPECT_EQ(codes(profile.notes), "");
    const Profile cut =
        import_text("log.txt", without(content.substr(0, content.size() - 90), "12.000us ", " 1.000ms "));
    EXPECT_EQ(codes(cut.notes), "truncated");
}

TEST(TorchTable, RowsThatAreLeftOutShowInTheTotal) {
    const Profile profile =
        import_text("log.txt", without(table(), "CUDA time total: 5.000ms", "CUDA time total: 9.000ms"));
    EXPECT_NE(codes(profile.notes).find("total_differs"), std::string::npos);
}

TEST(TorchTable, TimesByUnit) {
    EXPECT_DOUBLE_EQ(*torch::seconds("12.000us"), 12e-6);
    EXPECT_DOUBLE_EQ(*torch::seconds(" 1.5s"), 1.5);
    EXPECT_DOUBLE_EQ(*torch::seconds("3ns"), 3e-9);
    EXPECT_FALSE(torch::seconds("12%"));
    EXPECT_FALSE(torch::seconds("-1ms"));
}

TEST(TorchTable, NoTableIsAnError) {
    const testing::Scratch scratch;
    const auto path = scratch.write("log.txt", "Traceback (most recent call last):\n");
    EXPECT_THROW(find_importer(path, "torch-table").import(path, {}), Error);
}

TEST(TorchTable, UpToVersion15TheDeviceHasTotalsAlone) {
    const Profile profile = import_text("log.txt",
                                        "----  --------------  -----------  ----------  ---------------  \n"
                                        "Name  Self CPU total  CPU total    CUDA total  Number of Calls  \n"
                                        "----  --------------  -----------  ----------  ---------------  \n"
                                        "mm           1.000ms      1.000ms     3.000ms                4  \n"
                                        "add        100.000us    100.000us     1.000ms                1  \n"
                                        "----  --------------  -----------  ----------  ---------------  \n"
                                        "Self CPU time total: 1.100ms\nCUDA time total: 4.000ms\n");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 3e-3);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 4);
    EXPECT_EQ(codes(profile.notes), "inclusive_times") << "the sum is the table's total";
}

TEST(TorchTable, AnOperationWhoseHostTimeIsPrintedAs0IsNoKernel) {
    const Profile profile =
        import_text("log.txt",
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "Name    Self CPU    Self CUDA   CUDA total  # of Calls  Total GFLOPs  \n"
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "mm         0.000us     1.000ms     1.000ms           1         8.589  \n"
                    "other      0.000us     3.000ms     3.000ms           1            --  \n"
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "Self CPU time total: 1.000us\nSelf CUDA time total: 4.000ms\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "other");
    EXPECT_DOUBLE_EQ(profile.program.at(0).flops.at(0).count, 8.589e9);
}

TEST(TorchTable, FlopsOfOperationsWhoseKernelsAreThePointsAreKnownOfTheWhole) {
    const Profile profile =
        import_text("log.txt",
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "Name    Self CPU    Self CUDA   CUDA total  # of Calls  Total GFLOPs  \n"
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "mm         1.000ms     0.000us     2.000ms           1         8.589  \n"
                    "sgemm      0.000us     2.000ms     2.000ms           1            --  \n"
                    "------  ----------  ----------  ----------  ----------  ------------  \n"
                    "Self CPU time total: 1.000ms\nSelf CUDA time total: 2.000ms\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "sgemm");
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.program[0].flops.at(0).count, 8.589e9);
    EXPECT_EQ(profile.program[0].flops[0].how, How::modelled);
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 2e-3);
}

/// The profiler's columns are 12 wide, which "CUDA time avg" exceeds by one.
std::string with_wide_cells(std::string_view time, std::string_view overload) {
    const std::string dashes = std::string(12, '-') + "  ";
    std::string ruler = std::string(20, '-') + "  ", rows;
    for (int i = 0; i < 6; ++i) ruler += dashes;
    ruler += "\n";
    const auto row = [](std::initializer_list<std::string_view> cells) {
        std::string out;
        std::size_t width = 20;
        for (const std::string_view cell : cells) {
            if (cell.size() < width) out.append(width - cell.size(), ' ');
            out.append(cell).append("  ");
            width = 12;
        }
        return out + "\n";
    };
    rows = row({"aten::mm", overload, "1.000ms", time, time, "136.054us", "52"}) +
           row({"aten::add", overload, "1.000ms", "1.000ms", "1.000ms", "100.000us", "10"});
    return ruler +
           row({"Name", "Overload Name", "Self CPU", "Self CUDA", "CUDA total", "CUDA time avg",
                "# of Calls"}) +
           ruler + rows + ruler + "Self CPU time total: 2.000ms\n";
}

TEST(TorchTable, WhatIsWiderThanItsColumnMovesTheRest) {
    for (const std::string_view overload : {"out", "", "a.very.long.overload"})
        for (const std::string_view time : {"7.075ms", "123456789.075ms"}) {
            SCOPED_TRACE(fmt::format("{} {}", overload, time));
            const Profile profile = import_text("log.txt", with_wide_cells(time, overload));
            ASSERT_EQ(profile.points.size(), 2u);
            EXPECT_EQ(profile.points[0].name, "aten::mm");
            EXPECT_DOUBLE_EQ(*profile.points[0].seconds, *torch::seconds(time));
            EXPECT_DOUBLE_EQ(profile.points[0].calls, 52);
            EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 1e-3);
            EXPECT_EQ(profile.points[1].category.view(), "op");
        }
}

}  // namespace
}  // namespace mansard::analyzer
