// Counts of which something was not counted are lower bounds, and pass for no total anywhere.
#include "analyzer/lower_bounds.hpp"

#include <sstream>

#include "analyzer/compare/expect.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/page/data.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/json.hpp"
#include "tests/analyzer/fixture.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr const char* time_row = "2000000000,ns,duration_time,2000000000,100.00,,\n";

std::string event(const std::string& name, const std::string& value) {
    return value + ",," + name + ",2000000000,100.00,,\n";
}

std::string fp_arith(const std::string& kind, const std::string& value) {
    return event("fp_arith_inst_retired." + kind, value);
}

PlacedPoint placed(Point point) {
    return analysis_of(one(std::move(point)), true).points.at(0);
}

/// One core, 1 s, bound by the 6 GB that DRAM's loads need 0.4 s for.
Point whole(double dram = 6e9) {
    Point point{.name = "k", .threads = 1, .seconds = 1};
    point.flops.push_back({.dtype = Dtype::f64, .count = 1e9});
    point.bytes.push_back({.level = Level::L2, .count = 8e9});
    point.bytes.push_back({.level = Level::DRAM, .count = dram});
    return point;
}

Point reads_alone(double dram = 6e9) {
    Point point = whole(dram);
    point.bytes[1].read = dram;
    point.bytes[1].at_least = true;
    return point;
}

TEST(LowerBounds, PerfKeepsWhatItCountedOfATypeAndMarksIt) {
    const Profile profile = import_text(
        "p.csv", time_row + fp_arith("scalar_double", "80000000000") +
                     fp_arith("512b_packed_double", "<not counted>") + fp_arith("scalar_single", "1000000") +
                     fp_arith("128b_packed_single", "0") + fp_arith("256b_packed_single", "0"));
    const Point& point = profile.points.at(0);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f64), 80e9);
    for (const FlopCount& flops : point.flops) EXPECT_EQ(flops.at_least, flops.dtype == Dtype::f64);
    EXPECT_TRUE(says(point, "f64 FLOPs are a lower bound: fp_arith_inst_retired.512b_packed_double"));
    const PlacedPoint one = placed(point);
    EXPECT_EQ(one.status, PlacementStatus::incomplete);
    EXPECT_TRUE(one.bound.empty());
    EXPECT_EQ(rate_mark(one.point), "≥ ");
}

TEST(LowerBounds, ATypeThatWasNotCountedAtAllLeavesTheOthersALowerBound) {
    const Profile some =
        import_text("p.csv", time_row + fp_arith("scalar_double", "<not counted>") +
                                 fp_arith("scalar_single", "1000000") + fp_arith("128b_packed_single", "0") +
                                 fp_arith("256b_packed_single", "0"));
    EXPECT_TRUE(flops_at_least(some.points.at(0)));
    EXPECT_TRUE(says(some.points[0], "f64 FLOPs left out"));
    // Of which nothing was counted, nothing is known: at least none they always are.
    const Profile none = import_text("p.csv", time_row + fp_arith("scalar_double", "<not counted>"));
    EXPECT_TRUE(none.points.at(0).flops.empty());
}

TEST(LowerBounds, VectorsThatTheProcessorLacksDidNothing) {
    const std::string narrower = time_row + fp_arith("scalar_double", "10") +
                                 fp_arith("128b_packed_double", "10") + fp_arith("256b_packed_double", "10");
    const Point all =
        import_text("p.csv", narrower + fp_arith("512b_packed_double", "<not supported>")).points.at(0);
    EXPECT_DOUBLE_EQ(flops_of(all, Dtype::f64), 10 + 20 + 40);
    EXPECT_FALSE(flops_at_least(all));
    EXPECT_TRUE(says(all, "the processor has no fp_arith_inst_retired.512b_packed_double"));
    const Point unknown =
        import_text("p.csv", narrower + fp_arith("512b_packed_double", "<not counted>")).points.at(0);
    EXPECT_TRUE(flops_at_least(unknown));
    // A narrower one cannot be missing because the wider are there.
    const Point odd =
        import_text("p.csv", time_row + fp_arith("scalar_double", "<not supported>") +
                                 fp_arith("128b_packed_double", "10") + fp_arith("256b_packed_double", "10"))
            .points.at(0);
    EXPECT_TRUE(flops_at_least(odd));
    EXPECT_DOUBLE_EQ(flops_of(odd, Dtype::f64), 20 + 40);
}

TEST(LowerBounds, LikwidKeepsWhatItCounted) {
    const Profile profile = import_text(
        "l.csv",
        "STRUCT,Info,3\nCPU name:,A CPU\nTABLE,Region a,Group 1 Raw,FLOPS_DP,5\nRegion Info,Core 0,Core 1\n"
        "RDTSC Runtime [s],1.0,1.0\ncall count,1,1\nEvent,Counter,Core 0,Core 1\n"
        "FP_ARITH_INST_RETIRED_SCALAR_DOUBLE,PMC0,10,10\n"
        "FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE,PMC1,-,-\n"
        "FP_ARITH_INST_RETIRED_SCALAR_SINGLE,PMC2,5,5\n"
        "CAS_COUNT_RD,MBOX0C0,100,0\nCAS_COUNT_WR,MBOX0C1,50,0\nCAS_COUNT_WR,MBOX1C1,-,-\n");
    const Point& point = profile.points.at(0);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f64), 20);
    EXPECT_TRUE(flops_at_least(point));
    const ByteCount* const dram = bytes_at(point, Level::DRAM);
    ASSERT_NE(dram, nullptr);
    EXPECT_TRUE(dram->at_least);
    EXPECT_DOUBLE_EQ(dram->count, 150 * 64);
    EXPECT_DOUBLE_EQ(*dram->read, 100 * 64) << "all of them were counted";
    EXPECT_FALSE(dram->written) << "what is told apart is exact";
}

TEST(LowerBounds, ReadsAloneAreNoTotalWhoeverCountsThem) {
    const Profile perf = import_text("p.csv", time_row + event("unc_m_cas_count.rd", "100"));
    const Profile csv = import_text("p.csv", "name,seconds,bytes_DRAM_read\nk,1,6400\n");
    const Profile benchmark = import_text(
        "g.json",
        R"({"context": {"num_cpus": 4}, "benchmarks": [{"name": "k", "run_name": "k", "run_type": "iteration",
            "repetitions": 1, "threads": 1, "iterations": 1, "real_time": 1, "cpu_time": 1, "time_unit": "s",
            "flop_f64": 10, "dram_bytes_read": 6400}]})");
    for (const Profile* profile : {&perf, &csv, &benchmark}) {
        const ByteCount* const bytes = bytes_at(profile->points.at(0), Level::DRAM);
        ASSERT_NE(bytes, nullptr) << profile->format;
        EXPECT_TRUE(bytes->at_least) << profile->format;
        EXPECT_DOUBLE_EQ(bytes->count, 6400) << profile->format;
        EXPECT_TRUE(says(profile->points[0], "the total is at least that")) << profile->format;
    }
    const Profile both = import_text("p.csv", "name,seconds,bytes_DRAM_read,bytes_DRAM\nk,1,6400,6400\n");
    EXPECT_FALSE(bytes_at(both.points.at(0), Level::DRAM)->at_least);
}

TEST(LowerBounds, APointThatTheyMayBoundIsIncomplete) {
    EXPECT_EQ(placed(whole()).status, PlacementStatus::placed);
    const PlacedPoint one = placed(reads_alone());
    EXPECT_EQ(one.status, PlacementStatus::incomplete);
    EXPECT_TRUE(one.bound.empty());
    EXPECT_TRUE(one.findings.empty());
    EXPECT_DOUBLE_EQ(*one.efficiency, 0.4);
    EXPECT_NE(one.reason.str().find("its DRAM bytes are a lower bound"), std::string::npos);
    EXPECT_EQ(intensity_mark(one.point, Level::DRAM), "≤ ");
    EXPECT_EQ(intensity_mark(one.point, Level::L2), "");
    // A level within, which needs less than the bound, is as if it were unknown.
    Point inner = whole();
    inner.bytes[0].at_least = true;
    EXPECT_EQ(placed(inner).status, PlacementStatus::placed);
    inner.bytes[0].count = 60e9;
    EXPECT_EQ(placed(inner).status, PlacementStatus::incomplete);
    // Above its roof it is all the more.
    EXPECT_EQ(placed(reads_alone(60e9)).status, PlacementStatus::above_roof);
}

TEST(LowerBounds, SumsOfThemAreLowerBounds) {
    std::vector<Point> points;
    points.push_back(whole());
    points.push_back(reads_alone());
    const Analysis analysis = analysis_of(std::move(points), true);
    ASSERT_FALSE(analysis.program.empty());
    EXPECT_TRUE(bytes_at_least(analysis.program[0].point, Level::DRAM));
    EXPECT_FALSE(bytes_at_least(analysis.program[0].point, Level::L2));
    EXPECT_EQ(analysis.program[0].status, PlacementStatus::incomplete);
}

TEST(LowerBounds, ReportsSayIt) {
    Point point = reads_alone();
    point.flops[0].at_least = true;
    const Analysis analysis = analysis_of(one(point), true);
    const auto report = [&](std::string_view kind) {
        std::ostringstream out;
        find_reporter(kind).write(analysis, {}, out);
        return out.str();
    };
    const std::string text = report("text");
    EXPECT_NE(text.find("≥ 1"), std::string::npos) << text;
    EXPECT_NE(text.find("≥ 40"), std::string::npos) << text;
    const Json document = parse_json(report("json"), "report");
    const Json& written = document["points"][0];
    EXPECT_EQ(written["flops_detail"][0]["lower_bound"], true);
    EXPECT_FALSE(written["bytes_detail"][0].contains("lower_bound"));
    EXPECT_EQ(written["bytes_detail"][1]["lower_bound"], true);
    const std::string page = page::page_data(analysis);
    EXPECT_NE(page.find("\"intensity DRAM\":\"? \""), std::string::npos);
    EXPECT_EQ(page.find("\"intensity L2\":\"≤ "), std::string::npos);
    // Read again, they are still lower bounds; what CSV cannot say is left out.
    for (const auto& [name, kind] : {std::pair("a.json", "json"), std::pair("a.csv", "csv")}) {
        const Profile again = import_text(name, report(kind));
        const Point& back = again.points.at(0);
        EXPECT_TRUE(bytes_at_least(back, Level::DRAM)) << kind;
        EXPECT_FALSE(bytes_at_least(back, Level::L2)) << kind;
        EXPECT_TRUE(flops_at_least(back) || back.flops.empty()) << kind;
    }
}

TEST(LowerBounds, AFallFromAllToAPartIsNoReason) {
    Point before = whole(12e9), after = reads_alone(4e9);
    before.seconds = 2;
    const Pair pair = judged(before, after);
    EXPECT_EQ(pair.verdict, "faster") << pair.reason;
    EXPECT_EQ(pair.reason.find("fell"), std::string::npos) << pair.reason;
    EXPECT_NE(pair.reason.find("bytes that would tell why are not known"), std::string::npos) << pair.reason;
    EXPECT_TRUE(std::any_of(pair.notes.begin(), pair.notes.end(), [](const std::string& note) {
        return note.find("DRAM bytes are a lower bound after") != std::string::npos;
    }));
    // From a part to all of it they fell by more still; of the same part on both sides the part is compared.
    Point part = reads_alone(12e9);
    part.seconds = 2;
    const Pair more = judged(part, whole(4e9));
    EXPECT_EQ(more.verdict, "tiling") << more.reason;
    EXPECT_NE(more.reason.find("≥ 12"), std::string::npos) << more.reason;
    const Pair reads = judged(part, after);
    EXPECT_EQ(reads.verdict, "tiling") << reads.reason;
    EXPECT_NE(reads.reason.find("DRAM read bytes fell"), std::string::npos) << reads.reason;
}

TEST(LowerBounds, ComparisonsShowThem) {
    std::ostringstream out;
    find_comparison_reporter("text").write(compared(one(whole(6e9)), one(reads_alone(4e9))), {}, out);
    for (const char* words : {"≥ 4.00 GB", "≥ 0.667 ×", "0.167 → ≤ 0.25"})
        EXPECT_NE(out.str().find(words), std::string::npos) << words << "\n" << out.str();
}

TEST(LowerBounds, AndNoMoreFlopsAreNoReasonEither) {
    Point before = whole(), after = whole();
    before.seconds = 2;
    before.flops[0].count = 4e9;
    after.flops[0].at_least = true;
    EXPECT_EQ(judged(before, after).verdict, "faster");
    // Slower with a part of the FLOPs is slower for a reason that nobody knows.
    std::swap(*before.seconds, *after.seconds);
    const Pair slower = judged(before, after);
    EXPECT_EQ(slower.verdict, "regression");
    EXPECT_NE(slower.reason.find("FLOPs that would tell why are not known"), std::string::npos)
        << slower.reason;
}

std::string outcome(const Comparison& comparison, const std::string& text) {
    const std::vector<std::string> texts{text};
    return std::string(name_of(judge_expectations(texts, comparison).at(0).outcome));
}

TEST(LowerBounds, GatesFailOnThemAndNeverPass) {
    const Comparison after = compared(one(whole(6e9)), one(reads_alone(4e9)));
    for (const char* text : {"dram_bytes<=3GB", "dram_bytes<0.5x", "dram_intensity>=0.5", "dram_bytes==3GB"})
        EXPECT_EQ(outcome(after, text), "fails") << text;
    for (const char* text : {"dram_bytes<=5GB", "dram_bytes<=1x", "dram_bytes>=5GB", "dram_intensity>=0.1",
                             "dram_bytes==4GB", "dram_bytes!=4GB"})
        EXPECT_EQ(outcome(after, text), "undecided") << text;
    for (const char* text : {"dram_bytes>=4GB", "dram_intensity<=0.25", "l2_bytes<=8GB", "flops==1x"})
        EXPECT_EQ(outcome(after, text), "holds") << text;
    const Comparison before = compared(one(reads_alone(6e9)), one(whole(3e9)));
    EXPECT_EQ(outcome(before, "dram_bytes<=0.6x"), "holds") << "it fell by that or more";
    EXPECT_EQ(outcome(before, "dram_bytes<=0.4x"), "undecided");
    EXPECT_EQ(outcome(before, "dram_bytes<=3GB"), "holds");
    const Comparison both = compared(one(reads_alone(6e9)), one(reads_alone(3e9)));
    EXPECT_EQ(outcome(both, "dram_bytes<=0.6x"), "undecided");
    EXPECT_EQ(outcome(both, "dram_read_bytes<=0.6x"), "holds") << "reads were all counted";
    Point counted = whole();
    counted.flops[0].at_least = true;
    const Comparison flops = compared(one(whole()), one(counted));
    EXPECT_EQ(outcome(flops, "flops<=1x"), "undecided");
    EXPECT_EQ(outcome(flops, "rate<=5e8"), "fails");
    EXPECT_EQ(outcome(flops, "rate>=5e8"), "holds");
}

}  // namespace
}  // namespace mansard::analyzer
