#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Profile import_fixture(const std::string& name, const ImportOptions& options = {}) {
    const std::filesystem::path path =
        std::filesystem::path(MANSARD_SOURCE_DIR "/tests/data/analyzer") / name;
    return find_importer(path, "").import(path, options);
}

std::string message_of(const std::filesystem::path& path) {
    try {
        find_importer(path, "").import(path, {});
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        return error.what();
    }
    ADD_FAILURE() << path << " was imported";
    return {};
}

TEST(NsysCsv, ATraceIsTakenBeforeASummary) {
    const Profile profile = import_fixture("nsys_stats.csv");
    EXPECT_EQ(profile.format, "nsys-csv");
    EXPECT_EQ(profile.device, "Tesla T4");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& stencil = profile.points[0];
    EXPECT_DOUBLE_EQ(stencil.calls, 2);
    EXPECT_DOUBLE_EQ(*stencil.seconds, 3e-6);
    EXPECT_EQ(stencil.details->grid, "4096,1,1");
    EXPECT_DOUBLE_EQ(stencil.details->call_seconds->max, 2e-6);
    EXPECT_DOUBLE_EQ(*profile.seconds_busy, 3.5e-6) << "two kernels overlap by half a microsecond";
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 5e-6);
    EXPECT_EQ(profile.records, 3u);
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_EQ(profile.program[0].name, "copies host to device");
    EXPECT_DOUBLE_EQ(profile.program[0].bytes.at(0).count, 4000);
    EXPECT_EQ(codes(profile.notes), "copies_apart reports_left_out");
}

TEST(NsysCsv, SummariesOfEveryVersion) {
    const Profile old = import_text("old.csv",
                                    "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n"
                                    "100.0,3000,2,1500.0,1000,2000,void f(int, float)\n");
    EXPECT_EQ(old.points[0].name, "void f(int, float)") << "a name that is not quoted";
    EXPECT_DOUBLE_EQ(*old.points[0].seconds, 3e-6);
    const Profile grid = import_text("grid.csv",
                                     "Time (%),Total Time (ms),Instances,Avg (ms),Med (ms),Min (ms),Max "
                                     "(ms),StdDev (ms),GridXYZ,BlockXYZ,Name\n"
                                     "100.0,3,2,1.5,1.5,1,2,0.7, 64    1    1, 256   1    1,f(int)\n");
    EXPECT_DOUBLE_EQ(*grid.points[0].seconds, 3e-3);
    EXPECT_EQ(grid.points[0].details->grid, "64,1,1");
    EXPECT_EQ(grid.points[0].details->block, "256,1,1");
    const Profile mixed = import_text("gpu_sum.csv",
                                      "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max "
                                      "(ns),StdDev (ns),Category,Operation\n"
                                      "50.0,10,1,10,10,10,10,0.0,CUDA_KERNEL,f(int)\n50.0,10,1,10,10,10,10,0."
                                      "0,MEMORY_OPER,[CUDA memset]\n");
    EXPECT_EQ(mixed.points.size(), 1u);
    EXPECT_EQ(mixed.program.size(), 1u);
}

TEST(NsysCsv, BrokenRowsAreRejected) {
    const Profile profile =
        import_text("broken.csv",
                    "Time (%),Total Time (ns),Instances,Avg (ns),Name\n"
                    "50.0,1000,1,1000,f\n50.0,abc,1,1000,g\n50.0,1000,0,1000,h\n50.0,10\n");
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.rejected.size(), 3u);
    EXPECT_EQ(profile.rejected[0].name, "g");
    EXPECT_NE(profile.rejected[0].record.find("line 3"), std::string::npos);
}

TEST(NsysCsv, OtherReportsSayThatThereIsNoKernel) {
    const Scratch scratch;
    const auto path =
        scratch.write("osrt.csv",
                      "Processing [a.sqlite] with [osrt_sum.py]...\n"
                      "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n100.0,5000,2,2500.0,poll\n"
                      "SKIPPED: a.sqlite does not contain CUDA kernel data.\n");
    const std::string message = message_of(path);
    EXPECT_NE(message.find("does not contain CUDA kernel data"), std::string::npos) << message;
    EXPECT_NE(message.find("--trace=cuda"), std::string::npos) << message;
}

TEST(NsysSqlite, KernelsWithRegionsAndBusyTime) {
    const Profile profile = import_fixture("nsys.sqlite");
    EXPECT_EQ(profile.format, "nsys-sqlite");
    EXPECT_EQ(profile.device, "Tesla T4");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "void stencil<float, (int)3>(const T1 *, T1 *, int)");
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_NEAR(*profile.points[0].seconds, 3e-6, 1e-18);
    EXPECT_NEAR(*profile.seconds_busy, 3.5e-6, 1e-18);
    EXPECT_NEAR(*profile.seconds_wall, 20e-6, 1e-18);
    ASSERT_EQ(profile.rejected.size(), 1u) << "one kernel ends before it begins";
    EXPECT_EQ(profile.records, 4u);
    std::string regions;
    for (const Point& region : profile.regions) regions += region.name + "; ";
    EXPECT_EQ(regions, "phase; phase / solve; phase / solve / Lib:op; ");
    EXPECT_NEAR(*profile.regions[0].seconds, 4e-6, 1e-18);
    EXPECT_NEAR(*profile.regions[2].seconds, 3e-6, 1e-18);
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.program[0].bytes.at(0).count, 4096);
}

TEST(NsysSqlite, EachLaunchOnItsOwn) {
    const Profile profile = import_fixture("nsys.sqlite", {.per_launch = true});
    ASSERT_EQ(profile.points.size(), 3u);
    EXPECT_EQ(profile.points[1].details->launch, 1);
    EXPECT_EQ(profile.points[1].details->grid, "4096,1,1");
}

TEST(NsysSqlite, OtherDatabasesAndBrokenOnesAreNamed) {
    const Scratch scratch;
    const std::string good = read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/nsys.sqlite");
    EXPECT_NE(message_of(scratch.write("cut.sqlite", good.substr(0, 900))).find("cut.sqlite"),
              std::string::npos);
    EXPECT_NE(message_of(scratch.write("head.sqlite", good.substr(0, 40))).find("too short"),
              std::string::npos);
    std::string other = good;
    for (std::size_t at; (at = other.find("CUPTI_ACTIVITY_KIND_KERNEL")) != std::string::npos;)
        other.replace(at, 26, "CUPTI_ACTIVITY_KIND_OTHERS");
    EXPECT_NE(message_of(scratch.write("other.sqlite", other)).find("holds no kernel"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
