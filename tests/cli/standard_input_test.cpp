// mansard analyze -: a profile from a pipe or a redirected file, its format named or recognised.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class StandardInput : public ::testing::Test {
  protected:
    /// Longer than the head that a format is recognised by, and than a pipe holds.
    StandardInput() {
        std::string csv = "name,seconds,flops_f64\n";
        for (int i = 0; i < points; ++i) csv += "point " + std::to_string(i) + ",1,1e9\n";
        write_file(scratch_.file("p.csv"), csv);
        write_file(scratch_.file("b.json"), std::string_view(R"({"context": {"num_cpus": 1}, "benchmarks": [
            {"name": "a", "run_name": "a", "run_type": "iteration", "iterations": 1, "real_time": 1,
             "cpu_time": 1, "time_unit": "s", "FLOPS": 1e9}]})"));
    }
    void expect_points(const std::string& command, int count) const {
        const Outcome outcome = run_shell(command);
        ASSERT_EQ(outcome.status, 0) << command << ": " << outcome.err;
        const Json analysis = parse_json(outcome.out, "out");
        EXPECT_EQ(analysis["summary"]["in"], count) << command;
        EXPECT_NE(outcome.out.find("\"standard input\""), std::string::npos) << command;
    }
    static constexpr int points = 20000;
    const std::string analyze_ = "'" MANSARD_BINARY "' analyze - --format json ";
    const Scratch scratch_;
};

TEST_F(StandardInput, PipesAndFilesWithAndWithoutTheirFormat) {
    for (const std::string from : {"", "--from mansard-csv "}) {
        expect_points("cat " + scratch_.file("p.csv") + " | " + analyze_ + from, points);
        expect_points(analyze_ + from + "< " + scratch_.file("p.csv"), points);
    }
    for (const std::string from : {"", "--from google-benchmark "})
        expect_points("cat " + scratch_.file("b.json") + " | " + analyze_ + from, 1);
}

TEST_F(StandardInput, OfOtherTools) {
    write_file(
        scratch_.file("perf.csv"),
        std::string_view("12,,fp_ret_sse_avx_ops.all,1000,100.00,,\n1000,ns,duration_time,1000,100.00,,\n"));
    write_file(scratch_.file("rocprof.csv"),
               std::string_view("Dispatch_ID,Kernel_Name,GPU_ID,Grid_Size,Start_Timestamp,End_Timestamp\n"
                                "0,add,1,64,0,10\n1,add,1,64,20,30\n"));
    write_file(scratch_.file("nanobench.csv"),
               std::string_view("\"title\";\"name\";\"unit\";\"batch\";\"elapsed\"\n"
                                "\"sums\";\"dot\";\"flop\";2000;1.5e-06\n\"sums\";\"dot 2\";\"flop\";1;1\n"));
    for (const std::string name : {"perf.csv", "rocprof.csv", "nanobench.csv"})
        expect_points("cat " + scratch_.file(name) + " | " + analyze_, 2);
    expect_points("cat " + scratch_.file("perf.csv") + " | " + analyze_ + "--from perf-stat", 2);
    expect_points("cat " + scratch_.file("rocprof.csv") + " | " + analyze_ + "--from rocprof", 2);
}

TEST_F(StandardInput, IsReadFromWhereItStands) {
    expect_points(
        "{ read -r skipped; " + analyze_ + "; } < " +
            [this] {
                write_file(scratch_.file("later.csv"), "a comment\n" + read_file(scratch_.file("p.csv")));
                return scratch_.file("later.csv");
            }(),
        points);
}

TEST_F(StandardInput, NamedPipesAndSubstitutionsAreRecognisedToo) {
    const std::string pipe = scratch_.file("pipe");
    const Outcome named = run_shell("mkfifo '" + pipe + "'; cat '" + scratch_.file("p.csv") + "' > '" + pipe +
                                    "' & '" MANSARD_BINARY "' analyze --format json '" + pipe + "'");
    ASSERT_EQ(named.status, 0) << named.err;
    const Json analysis = parse_json(named.out, "out");
    EXPECT_EQ(analysis["summary"]["in"], points);
    EXPECT_EQ(analysis["context"]["sources"][0], pipe) << "as it was named, not its copy";
    const Outcome prose = run_shell("bash -c \"'" MANSARD_BINARY "' analyze <(echo It was a dark night.)\"");
    EXPECT_EQ(prose.status, 3);
    EXPECT_NE(prose.err.find("dark night"), std::string::npos) << prose.err;
    EXPECT_EQ(prose.err.find("--from advisor"), std::string::npos) << prose.err;
}

TEST_F(StandardInput, PackedTracesAndDatabases) {
    const std::string data = MANSARD_SOURCE_DIR "/tests/data/analyzer/";
    for (const std::string from : {"", " --from torch-trace"})
        for (const std::string pack : {"cat ", "gzip -c "}) {
            const Outcome outcome = run_shell(pack + data + "torch_steps.json | " + analyze_ + from);
            ASSERT_EQ(outcome.status, 0) << pack << from << outcome.err;
            EXPECT_NE(outcome.out.find("\"standard input\""), std::string::npos);
        }
    for (const std::string from : {"", " --from nsys-sqlite"}) {
        const Outcome outcome = run_shell("cat " + data + "nsys.sqlite | " + analyze_ + from);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
    }
}

TEST_F(StandardInput, FaultsNameIt) {
    for (const auto& [command, status] : std::initializer_list<std::pair<std::string, int>>{
             {"printf '' | " + analyze_, 3},
             {"printf 'It was a dark night.' | " + analyze_, 3},
             {"printf 'name' | " + analyze_ + " --from mansard-csv", 3},
             {analyze_ + "<&-", 3},
             {analyze_ + " - < " + scratch_.file("p.csv"), 2}}) {
        const Outcome outcome = run_shell(command);
        EXPECT_EQ(outcome.status, status) << command << ": " << outcome.err;
        EXPECT_NE(outcome.err.find("standard input"), std::string::npos) << command << ": " << outcome.err;
    }
}

}  // namespace
}  // namespace mansard::cli
