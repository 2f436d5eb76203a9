// mansard calibrate and mansard bench on this machine, with the smallest plan that measures a roof.
#include <gtest/gtest.h>

#include "core/json.hpp"
#include "core/sample.hpp"
#include "tests/cli/run_mansard.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::kernels {
namespace {

using cli::testing::run_mansard;
using cli::testing::Scratch;

constexpr const char* tiny_plan = R"({
  "name": "tiny", "summary": "one compute roof and one of L1", "budget_s": 12, "trial_s": 0.0005, "trials": 4,
  "long_trials": 1, "long_trial_s": 0.001, "search_trials": 1, "search_rounds": 1, "finalists": 1,
  "min_rounds": 2, "max_rounds": 2, "precision": 0.05, "spread_s": 0,
  "compute": [{"isas": "widest", "dtypes": ["f64", "f32"], "ops": ["mul", "add"], "scopes": ["core"]}],
  "memory": [{"levels": ["L1"], "patterns": ["load", "store"], "scopes": ["core"]}]})";

class Calibrate : public ::testing::Test {
  protected:
    Calibrate() { write_file(scratch_.file("tiny.json"), std::string_view(tiny_plan)); }

    cli::testing::Outcome calibrate(const std::string& filters) {
        return run_mansard("calibrate --no-lock --plan " + scratch_.file("tiny.json") + " -o " +
                           scratch_.file("c.json") + " " + filters);
    }
    /// What a file that was written breaks of its schema.
    std::string faults_of(std::string_view schema, const std::string& name) const {
        return schema_faults(schema, parse_json(read_file(scratch_.file(name)), name));
    }
    Scratch scratch_;
};

TEST_F(Calibrate, MeasuresWhatTheFilterLeavesAndWritesBothFiles) {
    const auto measured = calibrate("--filter kernel=mul_f64 --filter kernel=load");
    // 4: a check that failed on a busy machine made a roof suspect, and the files say so.
    EXPECT_TRUE(measured.status == 0 || measured.status == 4) << measured.status << ": " << measured.err;
    EXPECT_EQ(faults_of("samples", "c.samples.json"), "");
    EXPECT_EQ(faults_of("ceilings", "c.json"), "");
    const Samples samples = read_samples(scratch_.file("c.samples.json"));
    EXPECT_TRUE(samples.complete);
    EXPECT_EQ(samples.plan, "tiny");
    EXPECT_GT(samples.seconds, 0);
    int swept = 0, final = 0;
    for (const Series& series : samples.series)
        for (const Block& block : series.blocks) {
            (block.phase == Phase::sweep ? swept : final) += block.phase != Phase::search;
            EXPECT_TRUE(block.faults.empty()) << series.kernel << ": " << block.faults.front();
            for (const double seconds : block.seconds) EXPECT_GT(seconds, 0) << series.kernel;
        }
    EXPECT_GT(swept, 20);
    EXPECT_GT(final, 0);

    const Json ceilings = read_document(scratch_.file("c.json"), "mansard.ceilings/1", "calibrate");
    bool computes = false, loads = false;
    for (const Json& roof : member(ceilings, "roofs", "c.json")) {
        if (string_member(roof, "status", "roof") != "measured" &&
            string_member(roof, "status", "roof") != "suspect")
            continue;
        EXPECT_GT(number_member(roof, "value", "roof"), 0);
        computes = computes || string_member(roof, "kind", "roof") == "compute";
        loads = loads || (string_member(roof, "kind", "roof") == "bandwidth" &&
                          optional_string(roof, "level", "roof") == "L1");
    }
    EXPECT_TRUE(computes);
    EXPECT_TRUE(loads);
    // The table of the roofs is the command's data.
    EXPECT_NE(measured.out.find("L1"), std::string::npos) << measured.out;
}

TEST_F(Calibrate, CtrlCBeforeTheFirstRoofKeepsTheSamples) {
    // `timeout` sends the signal that a terminal sends; its own status is replaced by the program's.
    const auto stopped = cli::testing::run_shell("timeout --preserve-status --signal=INT 2 '" MANSARD_BINARY
                                                 "' calibrate --no-lock --plan thorough -o " +
                                                 scratch_.file("c.json"));
    EXPECT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("interrupted"), std::string::npos) << stopped.err;
    EXPECT_FALSE(read_samples(scratch_.file("c.samples.json")).complete);
    EXPECT_EQ(faults_of("samples", "c.samples.json"), "");
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(scratch_.file("c.json")).parent_path()))
        ++files;
    EXPECT_EQ(files, 2U) << "the plan and the samples: no ceilings without a roof, nothing half-written";
}

TEST(Bench, RunsOneKernelAndWritesGoogleBenchmarksJson) {
    const auto outcome = run_mansard(
        "bench --benchmark_filter='core.compute.f64.*add.*scalar.*c8x8' --benchmark_min_time=0.01 "
        "--benchmark_format=json");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Json document = parse_json(outcome.out, "bench");
    const Json& benchmarks = member(document, "benchmarks", "bench");
    ASSERT_EQ(benchmarks.size(), 1u) << outcome.out;
    EXPECT_FALSE(benchmarks[0].contains("error_occurred")) << outcome.out;
    EXPECT_GT(number_member(benchmarks[0], "FLOPS", "bench"), 0);
    EXPECT_GT(number_member(benchmarks[0], "clock_hz", "bench"), 0.2e9);
}

TEST(Bench, UnknownFlagsAndFiltersWithoutMatchAreUsageErrors) {
    const auto flag = run_mansard("bench --benchmark_none=1");
    EXPECT_EQ(flag.status, 2) << flag.err;
    EXPECT_NE(flag.err.find("--benchmark_none"), std::string::npos) << flag.err;
    const auto filter = run_mansard("bench --benchmark_filter=no_such_kernel");
    EXPECT_EQ(filter.status, 2) << filter.err;
    EXPECT_NE(filter.err.find("no benchmark matches \"no_such_kernel\" (--benchmark_filter)"),
              std::string::npos)
        << filter.err;
}

}  // namespace
}  // namespace mansard::kernels
