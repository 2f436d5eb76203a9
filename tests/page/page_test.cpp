// The pages that the program writes, and what a browser makes of them (page_test.mjs).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analyzer/chart/style.hpp"
#include "analyzer/page/data.hpp"
#include "analyzer/page/interactive.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/cli/run_mansard.hpp"

namespace mansard::analyzer {
namespace {

using cli::testing::Outcome;
using cli::testing::run_mansard;
using cli::testing::run_shell;

constexpr std::string_view no_browser = MANSARD_NO_BROWSER;

class PageTest : public ::testing::Test {
  protected:
    PageTest() {
        ceilings::Ceilings ceilings = testing::four_cores();
        for (ceilings::Roof& roof : ceilings.roofs)
            if (roof.target.op == Op::fma) roof.limit = ceilings::Limit{*roof.value * 1.1, "a datasheet"};
        write_file(ceilings_, to_text(ceilings::to_json(ceilings)));
    }

    /// `count` points between 1/30 and 100 FLOP/B, a few of them copies to and from a device.
    static std::string points(int count) {
        std::string csv = "name,seconds,threads,flops_f64,bytes_L1,bytes_L2,bytes_DRAM,category,calls\n";
        for (int i = 0; i < count; ++i) {
            const double phase = i * 0.61803398875;
            const double part = phase - std::floor(phase);
            const double flops = 1e9 * std::pow(10, 2 * part), bytes = flops * 30 / std::pow(3000, part);
            const double seconds = std::max(flops / 40e9, bytes / 160e9) * (1.1 + 3 * part);
            csv += fmt::format("kernel_{},{},1,{},{},{},{},{},{}\n", i, seconds, flops, bytes, bytes / 2,
                               bytes / 9,
                               i % 10 == 0  ? "memcpy HtoD"
                               : i % 3 == 0 ? "gemm"
                                            : "stencil",
                               i % 7 + 1);
        }
        return csv;
    }

    void write_page(const std::string& name, const std::string& csv, const std::string& options = "") {
        write_file(scratch_.file(name + ".csv"), csv);
        write_page_of(name, scratch_.file(name + ".csv"), options);
    }
    void write_page_of(const std::string& name, const std::string& profile, const std::string& options = "") {
        const Outcome outcome = run_mansard("analyze '" + profile + "' --force --ceilings " + ceilings_ +
                                            " --quiet --report html=" + scratch_.file(name + ".html") +
                                            options + " -o /dev/null");
        ASSERT_EQ(outcome.status, 0) << outcome.err;
    }

    const cli::testing::Scratch scratch_;
    const std::string ceilings_ = scratch_.file("ceilings.json");
};

TEST_F(PageTest, WorksInABrowser) {
    if (!no_browser.empty() || !page::has_interactive_page()) GTEST_SKIP() << no_browser;
    write_page("one", points(1));
    write_page("thousand", points(1000));
    write_page("many", points(20000));
    write_page_of("steps", MANSARD_SOURCE_DIR "/tests/data/analyzer/xprof_tpu.xplane.pb");
    write_page_of("beyond", MANSARD_SOURCE_DIR "/tests/data/analyzer/workloads.csv");
    std::string steps = "name,seconds,flops_f64,bytes_DRAM,step\n";
    for (int step = 20; step > 0; --step) steps += fmt::format("kernel,{},1e9,1e9,{}\n", 0.1 * step, step);
    write_page("twenty_steps", steps);
    write_page("hostile",
               "name,seconds,flops_f64,bytes_DRAM\n"
               "\"<img src=x onerror=\"\"globalThis.hacked=1\"\">\",1,1e9,1e9\n"
               "</script><script>globalThis.hacked=1</script>,2,1e9,1e9\n"
               "\"<!-- <script>\",1,1e9,1e9\n"
               "a\xe2\x80\xae"
               "b\x1b[31m,1,1e9,1e9\n"
               "=cmd(),1,1e9,1e9\n"
               "'; globalThis.hacked=1; ',1,1e9,1e9\n");
    // Under roofs of which one is suspect, and as a picture too.
    ceilings::Ceilings ceilings = testing::four_cores();
    for (ceilings::Roof& roof : ceilings.roofs)
        if (roof.target.level == Level::DRAM) roof.status = ceilings::Status::suspect;
    write_file(ceilings_, to_text(ceilings::to_json(ceilings)));
    write_page("named",
               "name,seconds,threads,flops_f64,bytes_L1,bytes_L2,bytes_DRAM\n"
               "matmul_of_a_long_name/n:792/real_time,1,1,2e10,2e10,1e10,1e9\n"
               "triad/bytes:268435456/real_time,2,1,1e9,1.2e10,1.2e10,1.2e10\n"
               "triad/bytes:16384/real_time,1,1,1e9,9e10,1e6,1e5\n",
               " --report svg=" + scratch_.file("named.svg"));
    const Outcome outcome = run_shell("cd '" MANSARD_BINARY_DIR "/page-tests' && '" MANSARD_NODE
                                      "' --test-timeout=120000 page_test.mjs '" MANSARD_CHROMIUM "' '" +
                                      scratch_.file("") + "'");
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

TEST_F(PageTest, DataCannotEndItsElement) {
    Analysis analysis;
    analysis.points.push_back({.point = {.name = "</script><script>x()</script><!--"}});
    analysis.points.push_back({.point = {.name = "bad \xff byte"}});
    const std::string data = page::page_data(analysis);
    EXPECT_EQ(data.find('<'), std::string::npos);
    const Json document = parse_json(data, "page");
    EXPECT_EQ(document["points"][0]["name"], "</script><script>x()</script><!--");
    EXPECT_EQ(document["points"][1]["name"], "bad \\xff byte");
}

TEST_F(PageTest, HasOperationsOfStepsAndRoofsThatNoPointNeeds) {
    Analysis analysis;
    analysis.ceilings = testing::four_cores();
    analysis.scope = Scope::core;
    const ceilings::Roof& used = analysis.ceilings->roofs.front();
    analysis.roofs.push_back({.name = "f64 fma avx2, 1 core", .ids = {used.id}, .high = *used.value});
    analysis.ceilings->roofs[2].status = ceilings::Status::absent;
    analysis.ceilings->roofs[2].value.reset();
    analysis.step_points.push_back({.point = {.name = "matmul", .step = "7"}});
    const Json document = parse_json(page::page_data(analysis), "page");
    ASSERT_EQ(document["step_points"].size(), 1U);
    EXPECT_EQ(document["step_points"][0]["step"], "7");
    std::size_t others = 0;
    for (const Json& line : document["lines"]) {
        const bool other = line.contains("other");
        others += other;
        EXPECT_NE(other, line["ids"][0] == used.id) << line;
        EXPECT_TRUE(line["ids"][0].get<std::string>().starts_with("cpu.core.")) << line;
    }
    // Of one core: two other roofs of arithmetic, as one is absent, and nine of memory.
    EXPECT_EQ(others, 11U);
}

TEST_F(PageTest, HasTheWholeCalibrationAndWhatOnlyTheProfilerKnows) {
    Analysis analysis;
    analysis.ceilings = testing::four_cores();
    Gpu gpu{.index = 1, .name = "NVIDIA H200", .sms = 132, .memory_bytes = 141e9};
    gpu.clock_hz = 1.98e9;
    analysis.ceilings->machine.gpus.push_back(gpu);
    analysis.ceilings->roofs[0].clock_hz = 3.5e9;
    analysis.ceilings->roofs[0].limit = ceilings::Limit{44e9, "a datasheet"};
    analysis.ceilings->notes.push_back({.code = "steal", .text = "a neighbour", .remedy = "wait"});
    Point point{.name = "k", .seconds = 1.0 / 3};
    point.bytes.push_back({.level = Level::DRAM, .read = 2.0, .written = 1.0, .count = 3});
    point.details = std::make_shared<const Details>(
        Details{.clock_hz = 1.5e9, .metrics = {{"achieved_occupancy", 0.5}}, .verdict = "memory throughput"});
    analysis.points.push_back({.point = std::move(point)});
    const Json document = parse_json(page::page_data(analysis), "page");
    const Json& machine = document["ceilings"]["machine"];
    EXPECT_EQ(machine["gpus"][0]["device"], "cuda:1");
    EXPECT_EQ(machine["gpus"][0]["name"], "NVIDIA H200");
    EXPECT_EQ(machine["isas"], (Json{"scalar", "avx2"}));
    const Json& roof = document["ceilings"]["roofs"][0];
    EXPECT_EQ(roof["clock_hz"], 3.5e9);
    EXPECT_EQ(roof["limit_source"], "a datasheet");
    EXPECT_EQ(document["ceilings"]["notes"][0]["text"], "a neighbour");
    const Json& shown = document["points"][0];
    EXPECT_EQ(shown["seconds"], 0.3333333) << "seven digits";
    EXPECT_EQ(shown["read"]["DRAM"], 2.0);
    EXPECT_EQ(shown["metrics"]["achieved_occupancy"], 0.5);
    EXPECT_EQ(shown["profiler_verdict"], "memory throughput");
}

TEST_F(PageTest, HasTheLooksOfLevelsAndWhatAllNamesEndWith) {
    Analysis analysis;
    for (const char* name : {"a/n:1/real_time", "b/n:2/real_time"})
        analysis.points.push_back({.point = {.name = name}});
    const Json document = parse_json(page::page_data(analysis), "page");
    EXPECT_EQ(document["name_end"], "/real_time");
    const Json& levels = document["styles"]["levels"];
    ASSERT_EQ(levels.size(), Names<Level>::table.size());
    for (const Json& style : levels) {
        const auto level = parse_name<Level>(style["level"].get<std::string>());
        ASSERT_TRUE(level) << style;
        EXPECT_EQ(style["color"], std::string(chart::level_style(*level).color));
        EXPECT_EQ(style["shape"], std::string(name_of(chart::level_style(*level).shape)));
    }
    EXPECT_EQ(levels[3]["level"], "L1") << "from the cores outwards";
    EXPECT_EQ(levels[3]["dash"], (Json{12, 3, 2, 3, 2, 3}));
}

TEST_F(PageTest, FindingsNameTheirPointByItsPlace) {
    Analysis analysis;
    for (const char* name : {"twin", "other", "twin"}) {
        analysis.points.push_back({.point = {.name = name}});
        if (std::string_view(name) == "twin") analysis.points.back().findings = {"near_roof"};
    }
    for (const char* text : {"first", "second"})
        analysis.findings.push_back({.code = "near_roof", .point = "twin", .text = text, .remedy = "none"});
    const Json document = parse_json(page::page_data(analysis), "page");
    EXPECT_EQ(document["findings"][0]["point"], 0);
    EXPECT_EQ(document["findings"][1]["point"], 2);
    EXPECT_EQ(document["findings"][1]["text"], "second");
    EXPECT_EQ(document["remedies"], (Json{"none"})) << "said once";
    EXPECT_EQ(document["findings"][1]["remedy"], 0);
}

}  // namespace
}  // namespace mansard::analyzer
