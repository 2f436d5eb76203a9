#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string document(const std::string& rows, const std::string& version = "") {
    return R"({"context": {"num_cpus": 4, "mhz_per_cpu": 3000, "caches": [
        {"type": "Data", "level": 1, "size": 32768, "num_sharing": 1},
        {"type": "Instruction", "level": 1, "size": 65536, "num_sharing": 1}])" +
           (version.empty() ? "" : ", \"library_version\": \"" + version + "\"") + R"(}, "benchmarks": [)" +
           rows + "]}";
}

/// 1000 iterations of 2 µs CPU time and 2 µs real time.
std::string row(const std::string& name, const std::string& more) {
    return R"({"name": ")" + name + R"(", "run_name": ")" + name +
           R"(", "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": 1, "iterations": 1000,
              "real_time": 2.0, "cpu_time": 2.0, "time_unit": "us")" +
           (more.empty() ? "" : ", " + more) + "}";
}

TEST(GoogleBenchmark, RatesAndCountsBecomeTotals) {
    const Profile profile =
        import_text("b.json", document(row("axpy/8", R"("FLOPS": 5e9, "bytes_per_second": 6e10)") + "," +
                                       row("dot/8", R"("flop_f32": 1e4, "l1_bytes": 4e4, "L2_BYTES": 3e4,
                                                               "dram_bytes_read": 10, "dram_bytes_written": 5, "colour": 3)")));
    EXPECT_EQ(profile.format, "google-benchmark");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& axpy = profile.points[0];
    EXPECT_DOUBLE_EQ(*axpy.seconds, 2e-3);
    EXPECT_DOUBLE_EQ(axpy.calls, 1000);
    EXPECT_EQ(axpy.threads, 1);
    EXPECT_DOUBLE_EQ(axpy.flops.at(0).count, 5e9 * 2e-3);
    EXPECT_EQ(axpy.flops[0].dtype, Dtype::unknown);
    EXPECT_DOUBLE_EQ(axpy.bytes.at(0).count, 6e10 * 2e-3);
    EXPECT_EQ(axpy.bytes[0].level, Level::L1);
    EXPECT_EQ(axpy.bytes[0].basis, Basis::architectural);
    const Point& dot = profile.points[1];
    EXPECT_DOUBLE_EQ(dot.flops.at(0).count, 1e7);
    EXPECT_EQ(dot.flops[0].dtype, Dtype::f32);
    ASSERT_EQ(dot.bytes.size(), 3u);
    EXPECT_DOUBLE_EQ(dot.bytes[0].count, 4e7);
    EXPECT_EQ(dot.bytes[1].basis, Basis::traffic);
    EXPECT_DOUBLE_EQ(dot.bytes[2].count, 15e3);
    EXPECT_DOUBLE_EQ(*dot.bytes[2].read, 10e3);
    EXPECT_EQ(codes(profile.notes), "time_used level_assumed counters_unused");
    EXPECT_EQ(profile.cpus, 4);
    ASSERT_EQ(profile.caches.size(), 1u);  // the instruction cache is none of ours
    EXPECT_DOUBLE_EQ(profile.caches[0].bytes, 32768);
}

TEST(GoogleBenchmark, CpuTimeUnlessTheNameSaysReal) {
    const auto with = [](const std::string& name) {
        return R"({"name": ")" + name +
               R"(", "threads": 1, "iterations": 10, "real_time": 3, "cpu_time": 2, "time_unit": "ms",
                   "FLOPS": 1e9})";
    };
    const Profile profile =
        import_text("b.json", document(with("a") + "," + with("a/real_time") + "," + with("a/manual_time") +
                                       "," + with("a/process_time")));
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 20e-3);
    EXPECT_EQ(profile.points[0].notes.size(), 1u);  // they differ by more than 10 %
    EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 30e-3);
    EXPECT_DOUBLE_EQ(profile.points[1].flops[0].count, 1e9 * 30e-3);
    EXPECT_DOUBLE_EQ(*profile.points[2].seconds, 30e-3);
    // The process's CPU time is no time of its own, but what its rates were divided by.
    EXPECT_DOUBLE_EQ(*profile.points[3].seconds, 30e-3);
    EXPECT_DOUBLE_EQ(profile.points[3].flops[0].count, 1e9 * 20e-3);
}

/// 10 iterations that take `real` and `cpu` milliseconds.
std::string clocks_row(const std::string& name, double real, double cpu, const std::string& more = "") {
    return R"({"name": ")" + name + R"(", "threads": 1, "iterations": 10, "real_time": )" +
           std::to_string(real) + R"(, "cpu_time": )" + std::to_string(cpu) + R"(, "time_unit": "ms")" +
           (more.empty() ? "" : ", " + more) + "}";
}

TEST(GoogleBenchmark, WhatWaitedSaysSoWhicheverTimeIsUsed) {
    const Profile profile = import_text(
        "b.json",
        document(clocks_row("cpu", 20, 2) + "," + clocks_row("real/real_time", 20, 2) + "," +
                 clocks_row("near/real_time", 2.1, 2) + "," + clocks_row("asleep/real_time", 20, 0) + "," +
                 clocks_row("team/real_time", 2, 8) + "," + clocks_row("device/manual_time", 20, 2) + "," +
                 clocks_row("a little", 2.6, 2)));
    const auto note = [&](std::size_t i) {
        const Point& point = profile.points.at(i);
        return point.notes.empty() ? std::string() : point.notes.at(0);
    };
    EXPECT_NE(note(0).find("10.0 × CPU time, and CPU time is used"), std::string::npos) << note(0);
    EXPECT_NE(note(1).find("10.0 × CPU time, and real time is used"), std::string::npos) << note(1);
    EXPECT_EQ(note(2), "");
    EXPECT_NE(note(3).find("next to no CPU time"), std::string::npos) << note(3);
    EXPECT_NE(note(4).find("threads of its own"), std::string::npos) << note(4);
    EXPECT_EQ(note(5), "") << "its clock is the program's own";
    EXPECT_NE(note(6), "");
    std::string waited;
    for (const Point& point : profile.points) waited += point.waited ? '1' : '0';
    EXPECT_EQ(waited, "1101000");
}

TEST(GoogleBenchmark, RepetitionsWaitTogether) {
    const std::string repeated = R"("run_name": "a", "run_type": "iteration", "repetitions": 2)";
    const auto waited = [&](double first, double second) {
        return import_text("b.json", document(clocks_row("a", first, 2, repeated) + "," +
                                              clocks_row("a", second, 2, repeated)))
            .points.at(0)
            .waited;
    };
    EXPECT_TRUE(waited(2, 20));
    EXPECT_FALSE(waited(2, 3));
}

TEST(GoogleBenchmark, RatesWithAPrefixAndAType) {
    const std::pair<const char*, std::pair<Dtype, double>> counters[] = {
        {"GFLOPS_f64", {Dtype::f64, 1e9}},   {"GFLOPS_f32", {Dtype::f32, 1e9}},
        {"GFLOP/s_f32", {Dtype::f32, 1e9}},  {"MFLOP/s_f64", {Dtype::f64, 1e6}},
        {"FLOP/s_f32", {Dtype::f32, 1}},     {"f32_GFLOPS", {Dtype::f32, 1e9}},
        {"GFLOPS_DP", {Dtype::f64, 1e9}},    {"gflops_float", {Dtype::f32, 1e9}},
        {"TFLOPS_bf16", {Dtype::bf16, 1e12}}};
    for (const auto& [name, expected] : counters) {
        const Profile profile = import_text("b.json", document(row("a", '"' + std::string(name) + "\": 3")));
        ASSERT_EQ(profile.points.at(0).flops.size(), 1u) << name;
        EXPECT_EQ(profile.points[0].flops[0].dtype, expected.first) << name;
        EXPECT_DOUBLE_EQ(profile.points[0].flops[0].count, 3 * expected.second * 2e-3) << name;
        EXPECT_EQ(codes(profile.notes).find("counters_unused"), std::string::npos) << name;
    }
    // Two types are two counts, and one without a type is the same as the typed one beside it.
    const Profile both =
        import_text("b.json", document(row("a", R"("GFLOPS_f64": 1, "GFLOPS_f32": 2, "GFLOPS": 1)")));
    ASSERT_EQ(both.points[0].flops.size(), 2u);
}

/// Two threads, 1000 iterations each of 4 µs: as each version writes them.
std::string threads_row(const std::string& name, double real, double cpu, const std::string& more) {
    return R"({"name": ")" + name +
           R"(", "run_type": "iteration", "repetitions": 1, "threads": 2, "iterations": 2000, "real_time": )" +
           std::to_string(real) + ", \"cpu_time\": " + std::to_string(cpu) + R"(, "time_unit": "us", )" +
           more + "}";
}

TEST(GoogleBenchmark, ThreadsBeforeAndSinceOneNine) {
    const Profile before =
        import_text("b.json", document(threads_row("a/real_time/threads:2", 2, 4,
                                                   R"("flops_per_iter": 200, "bytes_per_second": 1e9)"),
                                       "v1.8.5"));
    const Profile since =
        import_text("b.json", document(threads_row("a/real_time/threads:2", 4, 4,
                                                   R"("flops_per_iter": 200, "bytes_per_second": 1e9)"),
                                       "1.9.4"));
    for (const Profile* profile : {&before, &since}) {
        const Point& point = profile->points.at(0);
        EXPECT_NEAR(*point.seconds, 4e-3, 1e-12);
        EXPECT_EQ(point.threads, 2);
        EXPECT_DOUBLE_EQ(point.calls, 1000);
        EXPECT_DOUBLE_EQ(point.flops[0].count, 200 * 1000);  // each thread does 100 per iteration
        EXPECT_NEAR(point.bytes[0].count, 4e6, 1e-3);
    }
    // By CPU time, rates were per thread before and are of all threads since.
    const Profile cpu_before =
        import_text("b.json", document(threads_row("a/threads:2", 2, 4, R"("bytes_per_second": 1e9)")));
    const Profile cpu_since = import_text(
        "b.json", document(threads_row("a/threads:2", 4, 4, R"("bytes_per_second": 2e9)"), "1.9.0"));
    EXPECT_NEAR(cpu_before.points[0].bytes[0].count, 8e6, 1e-3);
    EXPECT_NEAR(cpu_since.points[0].bytes[0].count, 8e6, 1e-3);
    EXPECT_NEAR(*cpu_before.points[0].seconds, 4e-3, 1e-12);
    EXPECT_NEAR(*cpu_since.points[0].seconds, 4e-3, 1e-12);
}

TEST(GoogleBenchmark, AnIterationInvariantRateOfThreadsIsFlagged) {
    // 200 FLOP per iteration of both threads in 4 µs are 5e7; the counter says twice as much.
    const Profile both = import_text(
        "b.json",
        document(threads_row("a/real_time/threads:2", 2, 4, R"("FLOPS": 1e8, "flops_per_iter": 200)")));
    EXPECT_DOUBLE_EQ(both.points[0].flops[0].count, 200 * 1000);
    ASSERT_EQ(both.points[0].notes.size(), 1u);
    EXPECT_NE(both.points[0].notes[0].find("2 × too high"), std::string::npos);
    const Profile alone =
        import_text("b.json", document(threads_row("a/real_time/threads:2", 2, 4, R"("FLOPS": 1e8)")));
    ASSERT_EQ(alone.points[0].notes.size(), 1u);
    EXPECT_NE(alone.points[0].notes[0].find("if it is"), std::string::npos);
}

TEST(GoogleBenchmark, RepetitionsAreOnePointAndAggregatesNone) {
    const auto repetition = [](int index, double time) {
        return R"({"name": "a/repeats:2", "run_name": "a/repeats:2", "run_type": "iteration", "repetitions": 2, "repetition_index": )" +
               std::to_string(index) + R"(, "threads": 1, "iterations": 10, "real_time": 1, "cpu_time": )" +
               std::to_string(time) + R"(, "time_unit": "s", "flop": 7})";
    };
    const auto aggregate = [](const std::string& name) {
        return R"({"name": "a/repeats:2_)" + name +
               R"(", "run_name": "a/repeats:2", "run_type": "aggregate", "aggregate_name": ")" + name +
               R"(", "iterations": 2, "real_time": 1, "cpu_time": 1, "time_unit": "s", "flop": 7})";
    };
    const Profile profile = import_text(
        "b.json",
        document(
            repetition(0, 1) + "," + repetition(1, 3) + "," + aggregate("mean") + "," + aggregate("cv") +
            R"(, {"name": "a_BigO", "run_type": "aggregate", "aggregate_name": "BigO", "big_o": "N", "cpu_coefficient": 1}
                              , {"name": "a_RMS", "run_type": "aggregate", "aggregate_name": "RMS", "rms": 0.1})"));
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.records, 2u);
    EXPECT_EQ(profile.points[0].name, "a/repeats:2");
    EXPECT_EQ(profile.points[0].records, 2u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 20);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 40);
    ASSERT_TRUE(profile.points[0].details && profile.points[0].details->call_seconds);
    EXPECT_DOUBLE_EQ(profile.points[0].flops[0].count, 140);
    const CallTimes& each = *profile.points[0].details->call_seconds;
    EXPECT_DOUBLE_EQ(each.min, 1);
    EXPECT_DOUBLE_EQ(each.max, 3);
    EXPECT_FALSE(each.ci95) << "two repetitions tell no interval";
    EXPECT_NE(codes(profile.notes).find("aggregates_left_out"), std::string::npos);
}

TEST(GoogleBenchmark, EqualNamesWithoutRepetitionsStayApart) {
    EXPECT_EQ(import_text("b.json", document(row("a", "") + "," + row("a", ""))).points.size(), 2u);
}

TEST(GoogleBenchmark, AggregatesAloneStandForTheirRun) {
    const auto aggregate = [](const std::string& name, double time) {
        return R"({"name": "a_)" + name +
               R"(", "run_name": "a", "run_type": "aggregate", "aggregate_name": ")" + name +
               R"(", "repetitions": 3, "threads": 1, "iterations": 3, "real_time": )" + std::to_string(time) +
               ", \"cpu_time\": " + std::to_string(time) + R"(, "time_unit": "s", "FLOPS": 10})";
    };
    const Profile profile = import_text(
        "b.json",
        document(aggregate("mean", 4) + "," + aggregate("median", 3) + "," + aggregate("stddev", 1)));
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "a");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 3);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 1);
    EXPECT_DOUBLE_EQ(profile.points[0].flops[0].count, 30);
    EXPECT_NE(profile.points[0].notes.at(0).find("median of 3"), std::string::npos);
}

TEST(GoogleBenchmark, RowsThatAreNoPoints) {
    const Profile profile = import_text(
        "b.json",
        document(
            row("err", R"("error_occurred": true, "error_message": "no \"perf\"")") + "," +
            row("skip", R"("skipped": true, "skip_message": "no GPU")") + "," +
            row("nan", R"("ratio": NaN)") + "," + row("inf", R"("FLOPS": Infinity)") + "," +
            row("neg", R"("FLOPS": -1)") + "," + row("text", R"("FLOPS": "fast")") +
            R"(, {"name": "time", "iterations": 1, "real_time": -2, "cpu_time": -2, "time_unit": "ns"})" +
            R"(, {"name": "unit", "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "h"})" +
            R"(, {"name": "none", "iterations": 0, "real_time": 1, "cpu_time": 1, "time_unit": "s"}, 5, )" +
            row("good", "")));
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.rejected.size(), 10u);
    EXPECT_EQ(profile.rejected[0].reason, "the benchmark failed: no \"perf\"");
    EXPECT_EQ(profile.rejected[1].reason, "the benchmark was skipped: no GPU");
    EXPECT_NE(profile.rejected[2].reason.find("ratio"), std::string::npos);
    EXPECT_NE(profile.rejected[3].reason.find("not a finite number"), std::string::npos);
    EXPECT_NE(profile.rejected[6].reason.find("\"-2\", which is negative"), std::string::npos)
        << profile.rejected[6].reason;
    EXPECT_NE(profile.rejected[8].record.find("benchmarks[8]"), std::string::npos);
}

TEST(GoogleBenchmark, WholeRowsOfABrokenFileAreKept) {
    const std::string text = document(row("a", "") + "," + row("b", "") + "," + row("c", ""));
    const Profile profile = import_text("b.json", text.substr(0, text.size() - 40));
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_NE(codes(profile.notes).find("truncated"), std::string::npos);
}

TEST(GoogleBenchmark, ContextMayBeMissing) {
    const Profile profile = import_text("b.json", R"({"benchmarks": [)" + row("a", "") + "]}");
    EXPECT_EQ(profile.points.size(), 1u);
    EXPECT_NE(codes(profile.notes).find("context_missing"), std::string::npos);
}

TEST(GoogleBenchmark, FilesWithoutBenchmarksAreRefused) {
    for (const std::string& text :
         {document(""), std::string(R"({"benchmarks": 3})"), std::string("{\"context\": {\"mhz_per_cpu\": 1"),
          std::string("name,iterations,real_time,cpu_time,time_unit\na,1,1,1,ns\n")}) {
        const Scratch scratch;
        const auto path = scratch.write("b.json", text);
        EXPECT_THROW(find_importer(path, "google-benchmark").import(path, {}), Error) << text;
    }
}

// Files that the library itself wrote, where they are at hand.
class GoogleBenchmarkCorpus : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(folder_)) GTEST_SKIP() << "no recorded profiles at " << folder_;
    }
    Profile import(const std::string& name) const {
        const auto path = folder_ / name;
        return find_importer(path, "").import(path, {});
    }
    std::filesystem::path folder_ = std::filesystem::path(MANSARD_SOURCE_DIR) / "../shared/corpus/gbench";
};

TEST_F(GoogleBenchmarkCorpus, AllKindsOfRows) {
    const Profile profile = import("v171_all.json");
    ASSERT_EQ(profile.points.size(), 5u);  // three sizes, one run of three repetitions, one of two threads
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_EQ(profile.rejected[0].name, "BM_err");
    EXPECT_EQ(profile.rejected[1].name, "BM_manual/iterations:5/manual_time");
    EXPECT_EQ(profile.records, 9u);
    const Point& triad = profile.points[1];
    EXPECT_EQ(triad.name, "BM_triad/1024");
    EXPECT_NEAR(triad.flops[0].count / *triad.seconds / 5948560000.0, 1, 1e-4);
    EXPECT_NEAR(triad.flops[0].count / triad.bytes[0].count, 1.0 / 12, 1e-5);
    EXPECT_EQ(triad.bytes[0].level, Level::L1);
    const Point& threads = profile.points[4];
    EXPECT_NEAR(threads.flops[0].count / *threads.seconds / 1.16348e10, 1, 1e-4);
    ASSERT_EQ(threads.notes.size(), 1u);
    EXPECT_NE(threads.notes[0].find("2 × too high"), std::string::npos);
}

TEST_F(GoogleBenchmarkCorpus, OtherVersions) {
    EXPECT_EQ(import("v171_aggregates_only.json").points.size(), 1u);
    const Profile python = import("v194_python_bigo.json");
    ASSERT_EQ(python.points.size(), 1u);
    EXPECT_DOUBLE_EQ(python.points[0].calls, 2 * 1686012.0);
    EXPECT_EQ(import("upstream_test1_run1.json").points.size(), 14u);
    EXPECT_EQ(import("upstream_test4_run.json").points.size(), 8u);
    EXPECT_THROW(import("v171.csv"), Error);
}

}  // namespace
}  // namespace mansard::analyzer
