// Targets, machines and samples: what a measurement keeps, through its file and back.
#include "core/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/version.hpp"

namespace mansard {
namespace {

Target fma() {
    return {.kind = Kind::compute,
            .dtype = Dtype::f64,
            .isa = Isa::avx2,
            .engine = Engine::vector,
            .op = Op::fma,
            .scope = Scope::core};
}

Target dram() {
    return {.kind = Kind::bandwidth,
            .isa = Isa::avx2,
            .level = Level::DRAM,
            .pattern = Pattern::nt_store,
            .scope = Scope::device,
            .threads = 2};
}

Samples samples() {
    Samples out{.tool_version = "0.1.0",
                .created = "2026-01-01T00:00:00Z",
                .plan = "quick",
                .seconds = 12,
                .complete = true};
    out.machine = {.architecture = "x86_64",
                   .cpu_vendor = "AuthenticAMD",
                   .cpu_model = "some cpu",
                   .isas = {Isa::scalar, Isa::avx2},
                   .cores_online = 2,
                   .cpus_used = {0, 1},
                   .memory_bytes = 8e9,
                   .quota_cpus = 1.5,
                   .caches = {{.level = Level::L1, .bytes = 32768, .source = "hwloc"}}};
    out.before = {.load_1min = 0.5, .governor = "performance", .throttled_periods = 3};
    out.series = {{.target = fma(),
                   .kernel = "fma_f64_avx2_c12",
                   .variant = "c12",
                   .work = {.flops = 96},
                   .blocks = {{.phase = Phase::search,
                               .round = 2,
                               .elements = 1000,
                               .seconds = {1e-3, 2e-3, 4e-3},
                               .clock_hz_before = 3e9}}},
                  {.target = dram(),
                   .kernel = "nt_store",
                   .absent_reason = "no memory",
                   .notes = {{.code = "code", .text = "text", .remedy = "remedy"}}}};
    return out;
}

TEST(TargetTest, IdsAreStable) {
    EXPECT_EQ(roof_id(fma()), "cpu.core.compute.f64.avx2.fma");
    EXPECT_EQ(roof_id(dram()), "cpu.device.bandwidth.DRAM.nt_store");
    EXPECT_EQ(roof_id({.kind = Kind::latency, .level = Level::L2, .pattern = Pattern::chase}),
              "cpu.core.latency.L2.chase");
}

TEST(TargetTest, UnitsFollowTheKind) {
    EXPECT_EQ(unit_of(fma()), "FLOP/s");
    EXPECT_EQ(unit_of({.kind = Kind::compute, .dtype = Dtype::i8}), "OP/s");
    EXPECT_EQ(unit_of(dram()), "B/s");
    EXPECT_EQ(unit_of({.kind = Kind::latency}), "s");
}

TEST(TargetTest, RoundTrip) {
    for (const Target& target : {fma(), dram()}) EXPECT_EQ(target_from_json(to_json(target), "here"), target);
    EXPECT_THROW(target_from_json(Json{{"device", "cpu"}}, "here"), Error);
}

TEST(SampleTest, RatesAreComputedOnce) {
    const Work triad{.flops = 2, .read_bytes = 16, .written_bytes = 8};
    EXPECT_DOUBLE_EQ(rate({.kind = Kind::compute}, triad, 100, 2), 100);
    EXPECT_DOUBLE_EQ(rate({.kind = Kind::bandwidth}, triad, 100, 2), 1200);
    EXPECT_DOUBLE_EQ(rate({.kind = Kind::latency}, triad, 100, 2), 0.02);
    const Samples all = samples();
    EXPECT_DOUBLE_EQ(block_rate(all.series[0], all.series[0].blocks[0]), 96 * 1000 / 2e-3);
}

TEST(SampleTest, SteadyBlocks) {
    Block block{.seconds = {1}, .clock_hz_before = 3e9, .clock_hz_after = 3.08e9};
    EXPECT_TRUE(is_steady(block));
    EXPECT_DOUBLE_EQ(*block_clock(block), 3.04e9);
    block.clock_hz_after = 3.1e9;
    EXPECT_FALSE(is_steady(block));
    block.clock_hz_after = std::nullopt;
    EXPECT_TRUE(is_steady(block));
    EXPECT_DOUBLE_EQ(*block_clock(block), 3e9);
    block.throttled_s = 0.1;
    EXPECT_FALSE(is_steady(block));
    EXPECT_FALSE(block_clock({}));
}

TEST(SampleTest, RoundTrip) {
    const Json document = to_json(samples());
    const Samples again = samples_from_json(parse_json(to_text(document), "text"), "text");
    EXPECT_EQ(to_json(again), document);
    EXPECT_EQ(again.machine.cache(Level::L1)->bytes, 32768);
    EXPECT_FALSE(again.machine.cache(Level::L2));
}

TEST(SampleTest, MistakesAreLocated) {
    const auto error_of = [](const std::function<void(Json&)>& spoil) -> std::string {
        Json document = to_json(samples());
        spoil(document);
        try {
            samples_from_json(document, "s.json");
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_NE(
        error_of([](Json& d) { d["series"][0]["blocks"][0]["seconds"][1] = -1; }).find("series[0].blocks[0]"),
        std::string::npos);
    EXPECT_NE(error_of([](Json& d) { d["series"][0]["blocks"][0]["seconds"] = Json::array(); }), "");
    EXPECT_NE(error_of([](Json& d) { d["series"][1].erase("kernel"); }).find("series[1]"), std::string::npos);
    EXPECT_NE(error_of([](Json& d) { d["context"]["machine"]["caches"][0]["level"] = "L9"; }).find("L9"),
              std::string::npos);
    // An instruction set of a newer version is passed over.
    EXPECT_EQ(error_of([](Json& d) { d["context"]["machine"]["isas"].push_back("avx9000"); }), "");
}

TEST(EmbeddedTest, FilesAreSortedAndFound) {
    std::string_view last;
    for (const EmbeddedFile& file : embedded_files()) {
        EXPECT_LT(last, file.path);
        last = file.path;
    }
    EXPECT_NE(embedded_file("configs/analyze/analysis.json").find("above_roof_margin"),
              std::string_view::npos);
    EXPECT_THROW(embedded_file("configs/none.json"), std::logic_error);
}

TEST(VersionTest, HasThreeParts) {
    EXPECT_EQ(std::count(version().begin(), version().end(), '.'), 2);
}

}  // namespace
}  // namespace mansard
