// Files that no importer knows, where it is easily said what they are or lack.
#include "analyzer/near_miss.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(NearMiss, MansardsOwnFilesOfOtherKinds) {
    EXPECT_NE(import_error("c.json", R"({"schema": "mansard.ceilings/1", "roofs": []})").find("--ceilings"),
              std::string::npos);
    EXPECT_NE(import_error("s.json", R"({"schema": "mansard.samples/1"})").find("mansard build"),
              std::string::npos);
    EXPECT_NE(import_error("c.json", R"({"schema": "mansard.comparison/1"})").find("comparison"),
              std::string::npos);
    EXPECT_NE(
        import_error("p.json", R"({"schema": "mansard.point/1", "points": []})").find("mansard.points/1"),
        std::string::npos);
}

TEST(NearMiss, Utf16IsNamed) {
    const std::string_view little("n\0a\0m\0e\0,\0s\0e\0c\0o\0", 18), marked("\xff\xfen\0a\0m\0e\0", 10);
    // What an importer looks for may stand in it byte by byte, and is not read all the same.
    const std::string_view spelt("\xff\xfe\n==PROF== Connected to process 31 (/opt/app/mm)\n");
    for (const std::string_view text : {little, marked, spelt})
        EXPECT_NE(import_error("p.csv", text).find("iconv -f UTF-16"), std::string::npos);
    EXPECT_FALSE(near_miss(std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16), "p"));
}

TEST(NearMiss, TablesThatAreNearlyMansards) {
    const auto says = [](std::string_view text, std::string_view words) {
        const std::string error = import_error("p.csv", text);
        EXPECT_NE(error.find(words), std::string::npos) << error;
        EXPECT_NE(error.find("name,seconds"), std::string::npos) << error;
    };
    says("Name,Seconds\na,1\n", "not spelled as mansard's");
    says("name;seconds;flops_f64\na;1;1\n", "semicolons");
    says("name\tseconds\na\t1\n", "tabs");
    says("kernel,seconds,flops_f64\na,1,1\n", "no column \"name\"");
    EXPECT_FALSE(near_miss("a,b\n1,2\n", "p.csv"));
    EXPECT_FALSE(near_miss("Name,Calls,Mean\na,1,1\n", "p.csv")) << "many a table has these";
    EXPECT_FALSE(near_miss("", "p.csv"));
}

TEST(NearMiss, WhatProfilersWriteBesideTheFileThatIsWanted) {
    const auto says = [](std::string_view text, std::string_view words) {
        const std::string error = import_error("file", text);
        EXPECT_NE(error.find(words), std::string::npos) << error;
    };
    says("Step,Computing,Communication(Not Overlapped),Free\n1,2,3,4\n", "kernel_details.csv");
    says("Device_id,Level,API Name,Time(us),Count\n0,acl,aclInit,1,1\n", "op_summary_*.csv");
    says("Running ./b\n{\n  \"benchmarks\": [\n", "--benchmark_out=FILE");
    says("# GID|MetricsCount|CpuCount|Total runtime [s]\n1,4,2,1.0\n", "timeline");
    says("# To display the perf.data header info\n# Samples: 10  of event 'cycles'\n", "perf stat -x,");
    says("|  ns/op |  op/s |  err% |\n|-----:|-----:|----:|\n", "templates::json()");
    EXPECT_FALSE(near_miss("{\"machine_info\": {}, \"benchmarks\": []}", "p")) << "another tool's";
}

TEST(NearMiss, AnEmptyFileIsCalledEmptyAndNoMore) {
    const std::string error = import_error("p.csv", "\n");
    EXPECT_NE(error.find("empty"), std::string::npos);
    EXPECT_EQ(error.find("vtune"), std::string::npos) << "no list of formats: " << error;
}

TEST(NearMiss, JsonMayBeginWithAByteOrderMark) {
    const std::string points = R"({"schema": "mansard.points/1", "points": [{"name": "a", "seconds": 1}]})";
    EXPECT_EQ(import_text("p.json", "\xef\xbb\xbf" + points).points.at(0).name, "a");
}

TEST(NearMiss, PackedFilesAreToldHowToUnpack) {
    for (const auto& [head, command] : {std::pair(std::string_view("\x28\xb5\x2f\xfd\x01"), "unzstd '"),
                                        {"BZh91AY", "bunzip2 '"},
                                        {"PK\x03\x04xx", "unzip '"},
                                        {"\x1f\x8b\x08 packed", "gunzip --keep '"}}) {
        const std::string error = import_error("a b.json", head);
        EXPECT_NE(error.find(command), std::string::npos) << error;
        EXPECT_NE(error.find("a b.json'"), std::string::npos) << "one word of a shell: " << error;
    }
    const std::string hdf = import_error("a b.h5", "\x89HDF\r\n");
    EXPECT_NE(hdf.find("nsys export"), std::string::npos) << hdf;
}

TEST(NearMiss, TracesOfOtherToolsAreNamed) {
    const std::string jax = import_error(
        "t.json",
        R"({"traceEvents":[{"ph":"X","ts":1,"dur":2,"name":"fusion.1","args":{"hlo_op":"fusion.1"}}]})");
    EXPECT_NE(jax.find(".xplane.pb"), std::string::npos) << jax;
    const std::string browser =
        import_error("t.json", R"({"traceEvents":[{"ph":"X","cat":"toplevel","ts":1,"dur":2,"name":"a"}]})");
    EXPECT_NE(browser.find("none of PyTorch's"), std::string::npos) << browser;
}

TEST(NearMiss, BrokenJsonNamesTheByte) {
    const std::string error = import_error("t.json", "{\"schemaVersion\": 1, oops");
    EXPECT_NE(error.find("byte 21"), std::string::npos) << error;
    for (const char* other : {"[7] app\n", "{\"a\": 1}\n{\"b\": 2}\n", "{\"a\": [1, 2", "{ prose }"})
        EXPECT_NE(import_error("t.json", other).find("no importer knows"), std::string::npos) << other;
}

}  // namespace
}  // namespace mansard::analyzer
