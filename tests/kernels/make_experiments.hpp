// Kernels, plans and machines made by hand: the protocol is tested without the kernels of this build.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "kernels/fake/fake_device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"
#include "kernels/measure/rounds.hpp"

namespace mansard::kernels::testing {

/// Four cores, L1 32 KiB, L2 512 KiB, L3 16 MiB, AVX2.
inline Machine four_cores() {
    return {.architecture = "x86_64",
            .cpu_vendor = "Example",
            .cpu_model = "Example CPU",
            .isas = {Isa::scalar, Isa::sse2, Isa::avx, Isa::avx2},
            .cores_online = 4,
            .cpus_used = {0, 1, 2, 3},
            .memory_bytes = 16e9,
            .caches = {{.level = Level::L1, .bytes = 32768, .shared_by = 1, .source = "hwloc"},
                       {.level = Level::L2, .bytes = 524288, .shared_by = 1, .source = "hwloc"},
                       {.level = Level::L3, .bytes = 16777216, .shared_by = 4, .source = "hwloc"}}};
}

inline KernelDesc compute_kernel(Op op, int chains) {
    return {.family = name_of(op),
            .summary = "made by hand",
            .measures = Kind::compute,
            .isa = Isa::avx2,
            .dtype = Dtype::f64,
            .op = op,
            .work = {.flops = 8},
            .instruction = "vaddpd",
            .instructions_per_trip = chains,
            .chains = chains};
}

inline KernelDesc memory_kernel(Pattern pattern, int streams) {
    return {.family = name_of(pattern),
            .summary = "made by hand",
            .measures = pattern == Pattern::chase ? Kind::latency : Kind::bandwidth,
            .isa = Isa::avx2,
            .pattern = pattern,
            .work = {.read_bytes = 8},
            .instruction = "vxorps",
            .instructions_per_trip = streams,
            .streams = streams,
            .arrays = 1,
            .granule = 1024};
}

/// An experiment on one core; `level` and `set_bytes` for memory kernels.
inline Experiment experiment_of(const KernelDesc& kernel, std::optional<Level> level = {},
                                std::size_t set_bytes = 0) {
    Target target{.kind = kernel.measures,
                  .dtype = kernel.dtype,
                  .isa = kernel.isa,
                  .op = kernel.op,
                  .level = level,
                  .pattern = kernel.pattern};
    if (kernel.measures == Kind::compute) target.engine = kernel.engine;
    return {.kernel = &kernel, .target = target, .set_bytes = set_bytes};
}

/// Ten trials a block, two short search blocks of five, the best goes on, 13 to 16 final rounds.
inline Plan make_plan() {
    return {.name = "test", .budget_s = 1000, .finalists = 1, .min_rounds = 13, .max_rounds = 16};
}

/// Every trial takes 2 ms, but those of the kernels in `slower` (by variant) this many times as long.
inline FakeScript slower_variants(std::map<std::string, double> slower) {
    FakeScript script;
    script.seconds = [slower = std::move(slower)](const Experiment& experiment, int, double) {
        const auto found = slower.find(variant_name(*experiment.kernel));
        return 0.002 * (found == slower.end() ? 1 : found->second);
    };
    return script;
}

/// A thousand times as noisy as any plan's precision, the same on every run: no roof is ever precise.
inline FakeScript noisy() {
    FakeScript script;
    script.seconds = [](const Experiment&, int trial, double) { return 0.002 * (1 + trial / 10 % 5); };
    return script;
}

inline Samples measure(Device& device, const Plan& plan, const std::vector<Experiment>& wanted,
                       const MeasureOptions& options = {}) {
    Samples samples = start_samples(device, plan);
    measure_rounds(device, plan, {.wanted = wanted, .absent = {}}, device.now(), samples, options);
    return samples;
}

inline long blocks_in(const Series& series, Phase phase) {
    return std::count_if(series.blocks.begin(), series.blocks.end(),
                         [phase](const Block& block) { return block.phase == phase; });
}

}  // namespace mansard::kernels::testing
