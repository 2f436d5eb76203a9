// Samples made by hand: blocks with chosen rates, so that every expected value can be worked out on paper.
#pragma once

#include <string>
#include <vector>

#include "core/sample.hpp"

namespace mansard::ceilings::testing {

inline Machine zen3() {
    return {.architecture = "x86_64",
            .cpu_vendor = "AuthenticAMD",
            .cpu_model = "AMD EPYC 7763",
            .microcode = "0xa0011d5",
            .cpu_family = 25,
            .cpu_model_number = 1,
            .cpu_stepping = 1,
            .virtualized = true,
            .isas = {Isa::scalar, Isa::sse2, Isa::avx, Isa::avx2},
            .cores_online = 2,
            .cpus_used = {0, 1},
            .threads_per_core = 1,
            .numa_nodes = 1,
            .memory_bytes = 8e9,
            .caches = {{.level = Level::L1, .bytes = 32768, .shared_by = 1, .source = "hwloc"},
                       {.level = Level::L2, .bytes = 524288, .shared_by = 1, .source = "hwloc"},
                       {.level = Level::L3, .bytes = 33554432, .shared_by = 2, .source = "hwloc"},
                       {.level = Level::L3, .bytes = 268435456, .shared_by = 2, .source = "getconf"}}};
}

/// One whose family says nothing of what a core reaches alone, so that any rate will do.
inline Machine zen2() {
    Machine machine = zen3();
    machine.cpu_family = 23;
    machine.cpu_model_number = 49;
    return machine;
}

inline Target compute_target(Op op = Op::fma, Isa isa = Isa::avx2, Dtype dtype = Dtype::f64) {
    return {.kind = Kind::compute, .dtype = dtype, .isa = isa, .engine = Engine::vector, .op = op};
}

inline Target memory_target(Level level, Pattern pattern = Pattern::load, int threads = 1) {
    return {.kind = Kind::bandwidth,
            .isa = Isa::avx2,
            .level = level,
            .pattern = pattern,
            .scope = threads == 1 ? Scope::core : Scope::device,
            .threads = threads};
}

inline Target latency_target(Level level) {
    return {.kind = Kind::latency, .level = level, .pattern = Pattern::chase};
}

/// Work of an element such that one element is 1 FLOP, 1 B read, or one step.
inline Work unit_work(const Target& target) {
    if (target.kind == Kind::compute) return {.flops = 1};
    if (target.kind == Kind::bandwidth || target.kind == Kind::pipeline) return {.read_bytes = 1};
    return {};
}

/// A block whose rate is `value` (FLOP/s, B/s, or s for a latency) with unit_work, by three equal trials.
inline Block block_of(const Target& target, double value, int round, Phase phase = Phase::final) {
    const bool latency = target.kind == Kind::latency;
    return {.phase = phase,
            .round = round,
            .at_s = 0.1 * round,
            .elements = latency ? 1000 : value,
            .seconds = std::vector<double>(3, latency ? value * 1000 : 1.0)};
}

/// A series with one final block per value, rounds 0, 1, 2, …; no clock.
inline Series series_of(const Target& target, const std::vector<double>& values,
                        std::string variant = "c12") {
    Series series{.target = target,
                  .kernel = "kernel_" + variant,
                  .variant = std::move(variant),
                  .work = unit_work(target),
                  .working_set_bytes = target.level ? 16384.0 : 0};
    for (std::size_t i = 0; i < values.size(); ++i)
        series.blocks.push_back(block_of(target, values[i], static_cast<int>(i)));
    return series;
}

inline void set_clock(Block& block, double hz) {
    block.clock_hz_before = hz;
    block.clock_hz_after = hz;
}

/// 1, 2, …, n: the rank of a value is the value.
inline std::vector<double> ranks(int n, double scale = 1) {
    std::vector<double> out;
    for (int i = 1; i <= n; ++i) out.push_back(i * scale);
    return out;
}

inline Samples samples_of(std::vector<Series> series) {
    return {
        .tool_version = "0.1.0",
        .created = "2026-01-31T12:00:00Z",
        .plan = "standard",
        .machine = zen2(),
        .before = {.load_1min = 0.1, .steal_s = 1, .throttled_s = 0, .throttled_periods = 0, .waited_s = 0},
        .after = {.load_1min = 1.1, .steal_s = 1, .throttled_s = 0, .throttled_periods = 0, .waited_s = 0},
        .seconds = 60,
        .complete = true,
        .series = std::move(series)};
}

/// A series of the working-set sweep: one size, one sweep block per rate.
inline Series sweep_of(const Target& target, double bytes, const std::vector<double>& rates) {
    Series series = series_of(target, {}, "sweep");
    series.working_set_bytes = bytes;
    for (std::size_t i = 0; i < rates.size(); ++i)
        series.blocks.push_back(block_of(target, rates[i], static_cast<int>(i), Phase::sweep));
    return series;
}

}  // namespace mansard::ceilings::testing
