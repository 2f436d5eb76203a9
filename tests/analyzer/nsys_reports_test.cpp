// Reports of nsys besides the usual ones, and exports that lack tables.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string summary(const std::string& unit, const std::string& row) {
    return "Time (%),Total Time (" + unit + "),Instances,Avg (" + unit + "),Med (" + unit + "),Min (" + unit +
           "),Max (" + unit + "),StdDev (" + unit + "),Name\n" + row;
}

TEST(NsysReports, BothLettersForMicroAreUnits) {
    for (const char* unit : {"us", "\u00b5s", "\u03bcs", "usec"}) {
        const Profile profile = import_text("k.csv", summary(unit, "90.0,9.000,3,3,3,2.9,3.1,0.1,f(int)\n"));
        ASSERT_EQ(profile.points.size(), 1u) << unit;
        EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 9e-6) << unit;
        EXPECT_DOUBLE_EQ(profile.points[0].details->call_seconds->max, 3.1e-6) << unit;
    }
    const Profile unknown =
        import_text("k.csv", summary("fortnight", "90.0,9.000,3,3,3,2.9,3.1,0.1,f(int)\n"));
    ASSERT_EQ(unknown.rejected.size(), 1u) << "no unit is guessed";
    EXPECT_NE(unknown.rejected[0].reason.find("fortnight"), std::string::npos);
}

TEST(NsysReports, EachColumnHasItsOwnUnit) {
    const Profile profile = import_text(
        "trace.csv",
        "Start (s),Duration (us),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Bytes (MB),Device,Strm,Name\n"
        "0.5,3.0,1,8,1,1,32,1,1,,GPU (0),7,f(int)\n1.5,2.0,2,,,,,,,0.004,GPU (0),7,[CUDA memcpy DtoH]\n"
        "2.5,4.0,3,,,,,,,,GPU (0),7,CUDA Graph 5\n");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 3e-6);
    EXPECT_EQ(profile.points[1].name, "CUDA Graph 5") << "what has no grid and copies nothing is work";
    EXPECT_EQ(profile.points[1].details->grid, "");
    EXPECT_NEAR(*profile.seconds_busy, 7e-6, 1e-12);
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.program[0].bytes.at(0).count, 4000);
}

TEST(NsysReports, SizesOfCopiesHaveTheirUnit) {
    const auto read = [](const std::string& column) {
        return import_text("trace.csv", "Start (s),Duration (us),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ," +
                                            column +
                                            ",Device,Strm,Name\n"
                                            "0.5,3.0,1,8,1,1,32,1,1,,GPU (0),7,f(int)\n"
                                            "1.5,2.0,2,,,,,,,1.5,GPU (0),7,[CUDA memcpy DtoH]\n");
    };
    for (const auto& [column, bytes] : {std::pair("Bytes (B)", 1.5),
                                        {"Bytes (KB)", 1.5e3},
                                        {"Bytes (KiB)", 1536.0},
                                        {"Bytes (MiB)", 1.5 * 1048576}})
        EXPECT_DOUBLE_EQ(read(column).program.at(0).bytes.at(0).count, bytes) << column;
    const Profile unknown = read("Bytes (pages)");
    EXPECT_TRUE(unknown.program.at(0).bytes.empty());
    EXPECT_NE(codes(unknown.notes).find("sizes_left_out"), std::string::npos);
}

TEST(NsysReports, CallsOfTheCpuAreNoCopies) {
    const Profile profile = import_text("mixed.csv",
                                        "Time (%),Total Time (ns),Instances,Avg (ns),Category,Operation\n"
                                        "50.0,50000,3,3000.0,CUDA_API,cudaLaunchKernel\n"
                                        "9.0,9000,3,3000.0,CUDA_KERNEL,f(int)\n"
                                        "1.0,1000,1,1000.0,MEMORY_OPER,[CUDA memcpy HtoD]\n");
    ASSERT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 1e-6);
}

TEST(NsysReports, LaunchesWithTheirQueues) {
    const Profile sum =
        import_text("exec_sum.csv",
                    "PID,TID,DevId,Count,QCount,TAvg (ns),AAvg (ns),QAvg (ns),KAvg (ns),KMed (ns),"
                    "KMin (ns),KMax (ns),API Name,Kernel Name\n"
                    "1,1,0,3,3,9,5,1,3000,3000,2900,3100,cudaLaunchKernel,\"f(int, int)\"\n");
    EXPECT_DOUBLE_EQ(*sum.points.at(0).seconds, 9e-6) << "the mean of three";
    EXPECT_DOUBLE_EQ(sum.points[0].details->call_seconds->min, 2.9e-6);
    const Profile trace = import_text(
        "exec_trace.csv",
        "API Start (ns),API Dur (ns),Queue Start (ns),Queue Dur (ns),Kernel Start (ns),Kernel Dur (ns),Total "
        "Dur "
        "(ns),PID,TID,DevId,API Function,GridXYZ,BlockXYZ,Kernel Name\n"
        "100,10,110,5,115,3000,3015,1,1,0,cudaLaunchKernel,   8    1    1,  32    1    1,f(int)\n");
    EXPECT_DOUBLE_EQ(*trace.points.at(0).seconds, 3e-6);
    EXPECT_EQ(trace.points[0].details->grid, "8,1,1");
    EXPECT_EQ(trace.points[0].details->block, "32,1,1");
}

TEST(NsysReports, AnyOrderDelimiterAndGrouping) {
    const Profile order =
        import_text("order.csv", "Name,Instances,Total Time (ns)\n\"f(int, float)\",3,9000\n");
    EXPECT_EQ(order.points.at(0).name, "f(int, float)");
    EXPECT_DOUBLE_EQ(*order.points[0].seconds, 9e-6);
    const Profile tabs =
        import_text("k.tsv", "Time (%)\tTotal Time (ns)\tInstances\tName\n90.0\t9000\t3\tf(int, int)\n");
    EXPECT_EQ(tabs.points.at(0).name, "f(int, int)");
    const Profile grouped = import_text("k.csv", summary("ns", "90.0,\"9,000\",3,3,3,3,3,0,f\n"));
    EXPECT_DOUBLE_EQ(*grouped.points.at(0).seconds, 9e-6);
}

TEST(NsysReports, OtherFormsAndReportsAreNamed) {
    const std::string terminal = import_error(
        "stats.txt",
        " ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n Time (%)  Total Time (ns)  Instances  Name\n"
        " --------  ---------------  ---------  ----\n    100.0            9,000          3  f(int)\n");
    EXPECT_NE(terminal.find("--format csv"), std::string::npos) << terminal;
    const std::string json = import_error(
        "k.json",
        "[\n{\"Time (%)\": 90.0, \"Total Time (ns)\": 9000, \"Instances\": 3, \"Name\": \"f\"}\n]\n");
    EXPECT_NE(json.find("--format csv"), std::string::npos) << json;
    const std::string api = import_error(
        "api.csv", "Time (%),Total Time (ns),Num Calls,Avg (ns),Name\n69.9,44,3,14,cudaMalloc\n");
    EXPECT_NE(api.find("Num Calls"), std::string::npos) << api;
    EXPECT_NE(api.find("cuda_gpu_kern_sum"), std::string::npos) << api;
}

/// An export with these tables.
std::string database(const std::filesystem::path& path, const std::string& sql) {
    sqlite3* opened = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &opened), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(opened, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(opened);
    sqlite3_close(opened);
    return path.string();
}

constexpr const char* strings =
    "CREATE TABLE StringIds(id INTEGER, value TEXT); INSERT INTO StringIds VALUES(1, 'f(int)');";
constexpr const char* kernel_table =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, \"end\" INTEGER, deviceId INTEGER, shortName "
    "INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1000, 2000, 0, 1);";
constexpr const char* graph_table =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER, \"end\" INTEGER, deviceId INTEGER, graphId "
    "INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(10000, 60000, 0, 109), (70000, 80000, 0, 109), (90, "
    "80, 0, 7);";

TEST(NsysReports, GraphsArePointsOfTheirOwn) {
    const Scratch scratch;
    const std::string path =
        database(scratch.file("graphs.sqlite"), std::string(strings) + kernel_table + graph_table);
    const Profile profile = find_importer(path, "").import(path, {});
    EXPECT_EQ(profile.records, 4u);
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& graph = profile.points[1];
    EXPECT_EQ(graph.name, "CUDA graph 109");
    EXPECT_EQ(graph.category, "graph");
    EXPECT_DOUBLE_EQ(graph.calls, 2);
    EXPECT_NEAR(*graph.seconds, 60e-6, 1e-15);
    ASSERT_EQ(profile.rejected.size(), 1u) << "one ends before it begins";
    EXPECT_NEAR(*profile.seconds_busy, 61e-6, 1e-15);
    ASSERT_EQ(codes(profile.notes), "graphs_whole");
    EXPECT_NE(profile.notes[0].remedy.find("--cuda-graph-trace=node"), std::string::npos);
}

TEST(NsysReports, GraphsAloneAreATrace) {
    const Scratch scratch;
    const std::string path = database(scratch.file("graphs.sqlite"), std::string(strings) + graph_table);
    EXPECT_EQ(find_importer(path, "").import(path, {}).points.size(), 1u);
}

TEST(NsysReports, TablesThatLackAColumnAreLeftOutAndNamed) {
    const Scratch scratch;
    const std::string path =
        database(scratch.file("old.sqlite"), std::string(strings) + kernel_table +
                                                 "CREATE TABLE NVTX_EVENTS(start INTEGER, \"end\" INTEGER);"
                                                 "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(bytes INTEGER);"
                                                 "CREATE TABLE TARGET_INFO_GPU(name TEXT);");
    const Profile profile = find_importer(path, "").import(path, {});
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(codes(profile.notes), "tables_unread");
    for (const char* part :
         {"NVTX_EVENTS (eventType)", "CUPTI_ACTIVITY_KIND_MEMCPY (start)", "TARGET_INFO_GPU (id)"})
        EXPECT_NE(profile.notes[0].text.find(part), std::string::npos) << profile.notes[0].text;
}

TEST(NsysReports, AnExportThatLacksWhatKernelsNeedIsNamed) {
    const Scratch scratch;
    const auto error = [&](const std::string& name, const std::string& sql) {
        const std::string path = database(scratch.file(name), sql);
        try {
            find_importer(path, "").import(path, {});
        } catch (const Error& failed) {
            return std::string(failed.what());
        }
        ADD_FAILURE() << name << " was imported";
        return std::string();
    };
    EXPECT_NE(error("names.sqlite", kernel_table).find("StringIds"), std::string::npos);
    const std::string untimed = error(
        "times.sqlite",
        std::string(strings) + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(\"end\" INTEGER, shortName INTEGER)");
    EXPECT_NE(untimed.find("CUPTI_ACTIVITY_KIND_KERNEL.start"), std::string::npos) << untimed;
}

}  // namespace
}  // namespace mansard::analyzer
