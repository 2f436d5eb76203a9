// Roofs of GPUs: limits by units and measured clock, throttling by its reasons, rules that are not theirs.
#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "ceilings/gpu_limits.hpp"
#include "ceilings/rule.hpp"
#include "core/json.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Gpu hopper() {
    return {.index = 0,
            .uuid = "GPU-1",
            .name = "Example",
            .architecture = 90,
            .sms = 132,
            .memory_bytes = 141e9,
            .l2_bytes = 50 << 20,
            .shared_bytes_per_sm = 228 << 10,
            .memory_clock_hz = 3.2e9,
            .memory_bus_bits = 6144};
}

Target gpu_target(Dtype dtype, Isa isa, Op op = Op::fma) {
    return {.device = "cuda:0",
            .kind = Kind::compute,
            .dtype = dtype,
            .isa = isa,
            .engine = isa == Isa::simt ? Engine::vector : Engine::matrix,
            .op = op,
            .scope = Scope::device,
            .threads = 132};
}

Target hbm(Pattern pattern) {
    return {.device = "cuda:0",
            .kind = Kind::bandwidth,
            .isa = Isa::simt,
            .level = Level::DRAM,
            .pattern = pattern,
            .scope = Scope::device,
            .threads = 132};
}

Samples on_gpu(std::vector<Series> series) {
    Samples samples = samples_of(std::move(series));
    samples.machine.gpus = {hopper()};
    return samples;
}

const Roof& only(const Ceilings& ceilings) {
    EXPECT_EQ(ceilings.roofs.size(), 1U);
    return ceilings.roofs.front();
}

Series clocked(const Target& target, double rate, double clock_hz) {
    Series series = series_of(target, std::vector<double>(13, rate));
    if (target.level == Level::DRAM) series.working_set_bytes = 4e9;
    for (Block& block : series.blocks) set_clock(block, clock_hz);
    return series;
}

TEST(GpuLimits, AreUnitsTimesMeasuredClockTimesSms) {
    const Ceilings ceilings = build(on_gpu({clocked(gpu_target(Dtype::f16, Isa::wgmma), 900e12, 1.7e9)}));
    const Roof& roof = only(ceilings);
    ASSERT_TRUE(roof.limit);
    EXPECT_DOUBLE_EQ(roof.limit->value, 4096 * 1.7e9 * 132);
    EXPECT_NEAR(*roof.fraction, 900e12 / (4096 * 1.7e9 * 132), 1e-9);
    EXPECT_EQ(roof.status, Status::measured);
    EXPECT_NEAR(*roof.per_cycle, 900e12 / 1.7e9 / 132, 1);
}

TEST(GpuLimits, ARoofAboveIsSuspect) {
    EXPECT_EQ(only(build(on_gpu({clocked(gpu_target(Dtype::f64, Isa::simt), 40e12, 1.7e9)}))).status,
              Status::suspect);
    // Additions are half of fused multiply-adds.
    EXPECT_EQ(only(build(on_gpu({clocked(gpu_target(Dtype::f64, Isa::simt, Op::add), 20e12, 1.7e9)}))).status,
              Status::suspect);
}

TEST(GpuLimits, DeviceMemoryIsBoundByItsBus) {
    const Roof roof = only(build(on_gpu({clocked(hbm(Pattern::load), 4.4e12, 1.7e9)})));
    ASSERT_TRUE(roof.limit);
    EXPECT_DOUBLE_EQ(roof.limit->value, 3.2e9 * 2 * 6144 / 8);
    EXPECT_EQ(roof.status, Status::measured);
    EXPECT_EQ(roof.bus_value, roof.value);
}

TEST(GpuLimits, EveryDatasheetHasAnArchitectureOfItsOwn) {
    for (const int architecture : {75, 80, 86, 89, 90, 100, 120}) {
        Gpu gpu = hopper();
        gpu.architecture = architecture;
        EXPECT_TRUE(find_gpu_datasheet(gpu)) << architecture;
    }
    Gpu unknown = hopper();
    unknown.architecture = 999;
    EXPECT_FALSE(find_gpu_datasheet(unknown));
}

TEST(GpuThrottling, ThePowerCapIsFlaggedAndHeatIsSuspect) {
    Series capped = clocked(gpu_target(Dtype::f16, Isa::wgmma), 700e12, 1.5e9);
    for (Block& block : capped.blocks)
        block.gpu = GpuState{.power_w = 700, .throttle_reasons = {"sw_power_cap"}};
    const Roof roof = only(build(on_gpu({capped})));
    EXPECT_EQ(roof.status, Status::measured);
    EXPECT_TRUE(has_flag(roof, "throttled"));
    EXPECT_NE(roof.notes.at(0).text.find("sw_power_cap"), std::string::npos);
    for (Block& block : capped.blocks) block.gpu->throttle_reasons = {"hw_thermal_slowdown"};
    EXPECT_EQ(only(build(on_gpu({capped}))).status, Status::suspect);
}

TEST(GpuRules, QuotasAndCoresOfTheHostDoNotTouchAGpu) {
    Samples samples = on_gpu({clocked(hbm(Pattern::load), 4.4e12, 1.7e9)});
    samples.machine.quota_cpus = 1;
    samples.machine.cores_online = 64;
    const Roof roof = only(build(samples));
    EXPECT_FALSE(has_flag(roof, "quota"));
    EXPECT_FALSE(has_flag(roof, "partial"));
}

TEST(GpuRules, AnL1OfDozensOfCyclesIsAGpusOwn) {
    Target chase = hbm(Pattern::chase);
    chase.kind = Kind::latency;
    chase.level = Level::L1;
    chase.scope = Scope::core;
    chase.threads = 1;
    EXPECT_EQ(only(build(on_gpu({clocked(chase, 34 / 1.7e9, 1.7e9)}))).status, Status::measured);
    EXPECT_EQ(only(build(on_gpu({clocked(chase, 1 / 1.7e9, 1.7e9)}))).status, Status::suspect);
}

TEST(GpuRules, OldMatrixInstructionsMayLeaveNewUnitsIdle) {
    const auto status = [](Dtype dtype, Isa isa, double share) {
        const double limit = (isa == Isa::simt ? 256 : 4096) * 1.7e9 * 132;
        return only(build(on_gpu({clocked(gpu_target(dtype, isa), share * limit, 1.7e9)}))).status;
    };
    EXPECT_EQ(status(Dtype::f16, Isa::mma_sync, 0.4), Status::measured);
    EXPECT_EQ(status(Dtype::f16, Isa::wgmma, 0.4), Status::suspect);
    EXPECT_EQ(status(Dtype::f32, Isa::simt, 0.4), Status::suspect);
}

TEST(GpuFiles, RoundTripWithWhatOnlyGpusHave) {
    Target target = hbm(Pattern::load);
    target.in_flight_bytes = 8192;
    Target tile = target;
    tile.in_flight_bytes.reset();
    tile.kind = Kind::pipeline;
    tile.intensity = 8;
    tile.stages = 3;
    tile.tile_bytes = 16384;
    Series zeros = clocked(gpu_target(Dtype::f16, Isa::wgmma), 900e12, 1.7e9);
    zeros.target.condition = Condition::sustained_zeros;
    zeros.blocks[0].gpu = GpuState{.power_w = 690.5, .throttle_reasons = {"sw_power_cap"}};
    Samples samples = on_gpu({clocked(target, 1e12, 1.7e9), clocked(tile, 2e12, 1.7e9), zeros});
    samples.before.gpu = GpuState{.temperature_c = 40};
    const Json document = to_json(samples);
    EXPECT_EQ(to_json(samples_from_json(document, "samples")), document);
    EXPECT_EQ(roof_id(target), "cuda:0.device.bandwidth.DRAM.load.8KiB_in_flight");
    EXPECT_EQ(roof_id(tile), "cuda:0.device.pipeline.simt.DRAM.load.8.3x16KiB");
    EXPECT_EQ(roof_id(zeros.target), "cuda:0.device.compute.f16.wgmma.fma.sustained_zeros");
    EXPECT_EQ(unit_of(tile), "B/s");
    const Ceilings ceilings = build(samples);
    EXPECT_EQ(to_json(ceilings_from_json(to_json(ceilings), "ceilings")), to_json(ceilings));
    EXPECT_NE(ceilings.roofs.size(), 0U);
}

}  // namespace
}  // namespace mansard::ceilings
