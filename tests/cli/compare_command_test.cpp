// mansard compare, run as a program: what it writes, its gates, and what it refuses.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::cli {
namespace {

using namespace testing;

class CompareCommand : public ::testing::Test {
  protected:
    CompareCommand() {
        write_file(ceilings_, to_text(ceilings::to_json(analyzer::testing::four_cores())));
        write_file(before_, std::string_view("name,seconds,threads,flops_f64,bytes_L2,bytes_DRAM\n"
                                             "matmul,4,1,4e10,8e10,4e10\n"
                                             "gone,1,1,1e9,8e9,8e9\n"));
        write_file(after_, std::string_view("name,seconds,threads,flops_f64,bytes_L2,bytes_DRAM\n"
                                            "matmul,1.1,1,4e10,2e10,2e9\n"
                                            "new,1,1,1e9,2e9,1e9\n"));
    }
    Outcome compare(const std::string& options) const {
        return run_mansard("compare " + before_ + " " + after_ + " --ceilings " + ceilings_ + " " + options);
    }
    std::string content(const std::string& name) const { return read_file(scratch_.file(name)); }

    const Scratch scratch_;
    const std::string ceilings_ = scratch_.file("ceilings.json");
    const std::string before_ = scratch_.file("before.csv"), after_ = scratch_.file("after.csv");
};

TEST_F(CompareCommand, WritesEveryReportThatWasAskedFor) {
    std::string options;
    for (const std::string kind : {"svg", "html", "md", "json", "csv", "text"})
        options += " --report " + kind + "=" + scratch_.file("c." + kind);
    const Outcome outcome = compare(options);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("tiling"), std::string::npos) << outcome.out;
    EXPECT_NE(content("c.svg").find("matmul: tiling"), std::string::npos);
    EXPECT_NE(content("c.html").find("<svg"), std::string::npos);
    EXPECT_EQ(content("c.html").find("<script"), std::string::npos);
    EXPECT_NE(content("c.md").find("| matmul |"), std::string::npos);
    EXPECT_EQ(content("c.text"), outcome.out);
    const Json document = read_document(scratch_.file("c.json"), "mansard.comparison/1", "compare");
    EXPECT_EQ(document["points"][0]["verdict"], "tiling");
    EXPECT_TRUE(content("c.csv").starts_with("name,name_after,"));
}

TEST_F(CompareCommand, TheNameOfTheOutputSaysItsForm) {
    const std::string page = scratch_.file("c.svg");
    EXPECT_EQ(compare("-o " + page).status, 0);
    EXPECT_NE(content("c.svg").find("<svg"), std::string::npos);
}

TEST_F(CompareCommand, TheChartStandsAboveTheTable) {
    const Outcome outcome = compare("--chart");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_LT(outcome.out.find("Roofline, before to after"), outcome.out.find("A matmul")) << outcome.out;
    const Outcome refused = compare("--chart --format json");
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("--chart"), std::string::npos) << refused.err;
}

TEST_F(CompareCommand, ReportsThatCannotBeAreFoundFirst) {
    const std::string twice = scratch_.file("a");
    const std::vector<std::string> wrong{"--report pie=x",
                                         "--report svg",
                                         "--report svg=",
                                         "--report svg=" + before_,
                                         "--report svg=" + ceilings_,
                                         "--report svg=" + twice + " --report md=" + twice};
    for (const std::string& options : wrong) {
        const Outcome outcome = compare(options);
        EXPECT_EQ(outcome.status, 2) << options << ": " << outcome.err;
        EXPECT_NE(outcome.err.find("report"), std::string::npos) << outcome.err;
    }
    EXPECT_TRUE(content("before.csv").starts_with("name,")) << "an input was overwritten";
    EXPECT_EQ(compare("--report svg=/nowhere/at/all.svg").status, 3);
    EXPECT_EQ(compare("--top 0").status, 2);
}

TEST_F(CompareCommand, GatesHoldFailOrStayUndecided) {
    const std::string meant = " --allow-missing ";
    EXPECT_EQ(
        compare(meant + "--expect 'time<=0.7' --expect 'dram_bytes<=0.3x' --expect bound==compute").status,
        0);
    const Outcome failed = compare("--expect 'matmul:time<=0.1'");
    EXPECT_EQ(failed.status, 1);
    EXPECT_NE(failed.out.find("FAILS"), std::string::npos) << failed.out;
    EXPECT_EQ(compare(meant + "--expect 'time<=0.275'").status, 4)
        << "within the uncertainty of a single run";
    EXPECT_EQ(compare(meant + "--expect 'time==0.275'").status, 4);
    EXPECT_EQ(compare("--expect 'time<=0.1' --expect 'time<=0.275'").status, 1);
}

TEST_F(CompareCommand, AGateSaysThatAPointVanished) {
    const Outcome all = compare("--expect 'time<=0.7'");
    EXPECT_EQ(all.status, 4);
    EXPECT_NE(all.err.find("2 points without a partner or rejected (gone, new): 1 expectation is undecided; "
                           "--allow-missing"),
              std::string::npos)
        << all.err;
    EXPECT_EQ(compare("--expect 'gone:time<=0.7'").status, 4);
    EXPECT_EQ(compare("--expect 'matmul:time<=0.7'").status, 0);
    EXPECT_EQ(compare("--expect 'nothing:time<=0.7'").status, 2);
    EXPECT_EQ(compare("").err.find("--allow-missing"), std::string::npos) << "no gate, no warning";
    const Outcome no_gate = compare("--allow-missing");
    EXPECT_EQ(no_gate.status, 2);
    EXPECT_NE(no_gate.err.find("--allow-missing requires --expect"), std::string::npos) << no_gate.err;
}

/// Google Benchmark's own file: a benchmark that took `seconds` of its minimal time.
std::string timed(int iterations, double seconds) {
    return R"({"context": {"num_cpus": 4}, "benchmarks": [{"name": "k", "run_name": "k", "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1, "iterations": )" +
           std::to_string(iterations) + R"(, "real_time": 1, "cpu_time": )" + std::to_string(seconds) +
           R"(, "time_unit": "s"}]})";
}

TEST_F(CompareCommand, IterationsThatABenchmarkChoseAreNoWork) {
    const std::string before = scratch_.file("b.json"), after = scratch_.file("a.json");
    write_file(before, timed(500, 0.001));
    write_file(after, timed(1000, 0.0005));
    const Outcome outcome =
        run_mansard("compare " + before + " " + after + " --expect 'total_time<=0.6' --format json");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    const Json document = parse_json(outcome.out, "out");
    EXPECT_NEAR(document["whole"]["seconds"]["ratio"].get<double>(), 0.5, 1e-9);
    EXPECT_TRUE(document["whole_measured"].is_null());
}

/// Google Benchmark's own file: seven repetitions of `seconds`, the odd ones 1 % longer.
std::string repeated(double seconds, const std::string& context = "") {
    std::string rows;
    for (int i = 0; i < 7; ++i)
        rows +=
            (i == 0 ? "" : ",") +
            (R"({"name": "k", "run_name": "k", "run_type": "iteration", "repetitions": 7, "repetition_index": )" +
             std::to_string(i) + R"(, "threads": 1, "iterations": 1, "real_time": 1, "cpu_time": )" +
             std::to_string(seconds * (i % 2 == 0 ? 1 : 1.01)) + R"(, "time_unit": "s"})");
    return R"({"context": {"num_cpus": 4)" + context + R"(}, "benchmarks": [)" + rows + "]}";
}

TEST_F(CompareCommand, RepetitionsMakeSmallDifferencesSure) {
    const std::string before = scratch_.file("b.json"), after = scratch_.file("a.json");
    write_file(before, repeated(1));
    write_file(after, repeated(0.93));
    const Outcome outcome =
        run_mansard("compare " + before + " " + after + " --expect 'time<=0.95' --format json");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
    const Json pair = parse_json(outcome.out, "out")["points"][0];
    EXPECT_EQ(pair["repeated"], true);
    EXPECT_LT(pair["ci95"][1].get<double>(), 0.95);
    EXPECT_EQ(pair["verdict"], "faster");
}

TEST_F(CompareCommand, AnotherClaimedClockIsNamed) {
    const std::string before = scratch_.file("b.json"), after = scratch_.file("a.json");
    write_file(before, repeated(1, R"(, "mhz_per_cpu": 2450)"));
    for (const auto& [clock, differs] :
         {std::pair("3600", true), {"2451", false}, {"-1", false}, {"\"x\"", false}}) {
        write_file(after, repeated(1, std::string(R"(, "mhz_per_cpu": )") + clock));
        const Outcome outcome = run_mansard("compare " + before + " " + after);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(
            outcome.out.find("before names a clock of 2.45 GHz, after one of 3.60 GHz") != std::string::npos,
            differs)
            << clock << ": " << outcome.out;
    }
}

/// Two real logs of one kernel under two schedules, where they lie beside the tree.
TEST(CompareCorpus, OneKernelUnderTwoSchedules) {
    const std::filesystem::path folder = std::filesystem::path(MANSARD_SOURCE_DIR) / "../shared/corpus/ncu";
    const std::string before = folder / "text-g2bmm-before.txt", after = folder / "text-g2bmm-after.txt";
    if (!std::filesystem::exists(before)) GTEST_SKIP() << "the corpus is not here";
    const Outcome unmapped = run_mansard("compare " + before + " " + after);
    EXPECT_EQ(unmapped.status, 3);
    EXPECT_NE(unmapped.err.find("--map 'infini::"), std::string::npos) << "the likely pair is suggested";
    const Outcome outcome =
        run_mansard("compare " + before + " " + after + " --map d4_kernel0=d1_kernel0 --format json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json pair = parse_json(outcome.out, "out")["points"][0];
    EXPECT_NEAR(pair["flops"]["ratio"].get<double>(), 1, 0.001);
    EXPECT_NEAR(1 / pair["seconds"]["ratio"].get<double>(), 4.6, 0.05);
    for (const Json& level : pair["levels"])
        if (level["level"] == "DRAM")
            EXPECT_NEAR(level["bytes"]["ratio"].get<double>(), 1.21, 0.005);
        else
            EXPECT_NEAR(1 / level["read"]["ratio"].get<double>(), 25, 0.5) << level["level"];
    const auto reason = pair["reason"].get<std::string>();
    for (const char* words :
         {"the same FLOPs", "L2 read bytes fell 25", "DRAM bytes rose by 21 %", "L2 traffic is the reason"})
        EXPECT_NE(reason.find(words), std::string::npos) << words << " in " << reason;
}

}  // namespace
}  // namespace mansard::cli
