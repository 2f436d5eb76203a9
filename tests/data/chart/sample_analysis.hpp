// An analysis as a chart receives it, made by hand: a two-core Zen 3 machine and a few kernels on it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::sample {

inline ceilings::Roof finished(Target target, double value) {
    ceilings::Roof roof{.target = std::move(target),
                        .value = value,
                        .ci95 = Interval{value * 0.985, value * 1.012},
                        .typical = value * 0.99,
                        .samples = 13,
                        .status = ceilings::Status::measured,
                        .clock_hz = 3.06e9};
    roof.id = roof_id(roof.target);
    roof.unit = unit_of(roof.target);
    return roof;
}

inline ceilings::Roof compute(Scope scope, Dtype dtype, Isa isa, Op op, double value) {
    return finished({.kind = Kind::compute,
                     .dtype = dtype,
                     .isa = isa,
                     .engine = Engine::vector,
                     .op = op,
                     .scope = scope,
                     .threads = scope == Scope::core ? 1 : 2},
                    value);
}

inline ceilings::Roof bandwidth(Scope scope, Level level, Pattern pattern, double value) {
    return finished({.kind = Kind::bandwidth,
                     .isa = Isa::avx2,
                     .level = level,
                     .pattern = pattern,
                     .scope = scope,
                     .threads = scope == Scope::core ? 1 : 2},
                    value);
}

inline ceilings::Ceilings machine() {
    ceilings::Ceilings out{.tool_version = "0.1.0", .created = "2026-01-31T12:00:00Z", .plan = "standard"};
    out.machine = {.architecture = "x86_64",
                   .cpu_vendor = "AuthenticAMD",
                   .cpu_model = "AMD EPYC 7B13 (Zen 3)",
                   .isas = {Isa::scalar, Isa::sse2, Isa::avx, Isa::avx2},
                   .cores_online = 2,
                   .cpus_used = {0, 1},
                   .memory_bytes = 8.0 * (1ULL << 30)};
    out.seconds = 213;
    for (const Scope scope : {Scope::core, Scope::device}) {
        const double cores = scope == Scope::core ? 1 : 2;
        out.roofs.push_back(compute(scope, Dtype::f64, Isa::scalar, Op::fma, 12.4e9 * cores));
        out.roofs.push_back(compute(scope, Dtype::f64, Isa::avx2, Op::add, 24.5e9 * cores));
        out.roofs.push_back(compute(scope, Dtype::f64, Isa::avx2, Op::fma, 49e9 * cores));
        out.roofs.push_back(compute(scope, Dtype::f64, Isa::avx2, Op::mix, 66e9 * cores));
        out.roofs.push_back(compute(scope, Dtype::f32, Isa::avx2, Op::fma, 98e9 * cores));
        out.roofs.push_back(bandwidth(scope, Level::L1, Pattern::load, 190e9 * cores));
        out.roofs.push_back(bandwidth(scope, Level::L1, Pattern::store, 97e9 * cores));
        out.roofs.push_back(bandwidth(scope, Level::L2, Pattern::load, 95e9 * cores));
        out.roofs.push_back(bandwidth(scope, Level::L3, Pattern::load, 70e9 * cores));
        out.roofs.push_back(
            bandwidth(scope, Level::DRAM, Pattern::load, scope == Scope::core ? 19.7e9 : 27.3e9));
        out.roofs.push_back(
            bandwidth(scope, Level::DRAM, Pattern::nt_store, scope == Scope::core ? 21.1e9 : 29e9));
        out.roofs.back().flags = {"contended"};
    }
    out.roofs[2].limit = ceilings::Limit{49.4e9, "amd-zen3.json: 2 × 256-bit FMA per cycle"};
    out.roofs[2].fraction = 0.992;
    out.roofs[2].per_cycle = 15.9;
    ceilings::Roof absent = compute(Scope::core, Dtype::f64, Isa::avx512, Op::fma, 1);
    absent.value.reset(), absent.ci95.reset(), absent.typical.reset(), absent.clock_hz.reset();
    absent.samples = 0, absent.status = ceilings::Status::absent, absent.reason = "this CPU has no avx512";
    out.roofs.push_back(absent);
    ceilings::Roof latency =
        finished({.kind = Kind::latency, .level = Level::DRAM, .pattern = Pattern::chase}, 92e-9);
    out.roofs.push_back(latency);
    out.levels = {{Level::L1, 32768, 32768, "hwloc", true},
                  {Level::L2, 524288, 524288, "hwloc", true},
                  {Level::L3, 16.0 * (1 << 20), 268435456, "getconf", false}};
    out.notes = {{.code = "cache_size_disagreement",
                  .text = "L3 ends at 16 MiB, getconf says 256 MiB.",
                  .remedy = "trust the sweep"}};
    return out;
}

inline std::string core_load(Level level) {
    return fmt::format("cpu.core.bandwidth.{}.load", name_of(level));
}

/// A point with `flops` and bytes at L1, L2, L3 and DRAM (0: none known there), placed as one core's.
inline PlacedPoint point(const std::string& name, double seconds, double flops, std::vector<double> bytes) {
    PlacedPoint placed;
    placed.point = {
        .name = name, .threads = 1, .seconds = seconds, .flops = {{Dtype::f64, Engine::vector, flops}}};
    placed.status = PlacementStatus::placed;
    placed.flops = flops;
    placed.rate = flops / seconds;
    placed.components.push_back(
        {.roof = 49e9, .roof_id = "cpu.core.compute.f64.avx2.fma", .seconds = flops / 49e9});
    static constexpr Level levels[]{Level::L1, Level::L2, Level::L3, Level::DRAM};
    static constexpr double roofs[]{190e9, 95e9, 70e9, 19.7e9};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (bytes[i] == 0) continue;
        placed.point.bytes.push_back({.level = levels[i], .how = How::modelled, .count = bytes[i]});
        placed.components.push_back({.level = levels[i],
                                     .roof = roofs[i],
                                     .roof_id = core_load(levels[i]),
                                     .seconds = bytes[i] / roofs[i]});
    }
    auto& bound = *std::max_element(placed.components.begin(), placed.components.end(),
                                    [](const auto& a, const auto& b) { return *a.seconds < *b.seconds; });
    bound.bound = true;
    placed.bound = bound.name();
    placed.efficiency = *bound.seconds / seconds;
    placed.headroom_seconds = seconds - *bound.seconds;
    placed.attainable = flops > 0 ? flops / *bound.seconds : *bound.roof;
    return placed;
}

inline std::string used_name(const Target& target) {
    if (target.level) return fmt::format("{} {}, 1 core", name_of(*target.level), name_of(*target.pattern));
    return fmt::format("{} {} {}, 1 core", name_of(*target.dtype), name_of(*target.op), name_of(*target.isa));
}

/// Sorts by time and fills in the shares and the summary.
inline Analysis analysis_of(std::vector<PlacedPoint> points) {
    Analysis out{.tool_version = "0.1.0",
                 .created = "2026-01-31T12:05:00Z",
                 .ceilings_source = "ceilings.json",
                 .ceilings = machine(),
                 .scope = Scope::core};
    out.sources = {"results/workloads.json"};
    out.formats = {"google-benchmark"};
    std::stable_sort(points.begin(), points.end(), [](const auto& a, const auto& b) {
        return a.point.seconds.value_or(0) > b.point.seconds.value_or(0);
    });
    double busy = 0;
    for (const PlacedPoint& placed : points) busy += placed.point.seconds.value_or(0);
    for (PlacedPoint& placed : points)
        if (placed.point.seconds) placed.share = *placed.point.seconds / busy;
    out.summary.seconds_busy = busy;
    for (const ceilings::Roof& roof : out.ceilings->roofs) {
        UsedRoof used{.name = used_name(roof.target),
                      .ids = {roof.id},
                      .scope = roof.target.scope,
                      .unit = roof.unit,
                      .interval = roof.ci95,
                      .samples = roof.samples};
        used.low = used.high = roof.value.value_or(0);
        for (const PlacedPoint& placed : points)
            for (const Component& component : placed.components)
                if (component.roof_id == roof.id) ++used.points, used.bound += component.bound;
        if (used.points > 0) out.roofs.push_back(used);
    }
    out.summary.in = out.summary.placed = points.size();
    out.points = std::move(points);
    return out;
}

inline Analysis workloads() {
    PlacedPoint untimed;
    untimed.point.name = "warm-up";
    untimed.status = PlacementStatus::no_time;
    untimed.reason = "the record has no time";
    Analysis out =
        analysis_of({point("triad/8388608", 0.86, 0.67e9, {10.1e9, 10.1e9, 10.1e9, 13.4e9}),
                     point("matmul naive/1024", 1.9, 2.15e9, {17.2e9, 69e9, 60e9, 3.1e9}),
                     point("matmul interchanged/1024", 0.31, 2.15e9, {25.8e9, 8.6e9, 8.7e9, 0.4e9}),
                     point("matmul tiled/1024", 0.052, 2.15e9, {4.3e9, 0.7e9, 0.27e9, 0.07e9}),
                     point("stencil naive/256", 0.41, 1.07e9, {8.6e9, 5.4e9, 4.3e9, 4.0e9}),
                     point("stencil blocked/256", 0.22, 1.07e9, {8.6e9, 3.4e9, 2.9e9, 2.7e9}),
                     point("copy/8388608", 0.12, 0, {0, 0, 0, 2.1e9}), untimed});
    out.findings = {
        {"below_all_roofs", "matmul naive/1024", "It runs at 38 % of its roof.", "Interchange its loops."}};
    out.finding_counts = {{.code = "below_all_roofs", .points = 1, .seconds = 1}};
    for (PlacedPoint& placed : out.points)
        if (placed.point.name == "matmul naive/1024") placed.findings = {"below_all_roofs"};
    out.rejected = {{"workloads.json, benchmarks[9]", "broken", "real_time is negative"}};
    out.summary.in += 1, out.summary.rejected = 1;
    out.notes = {{.code = "no_device", .text = "The profile names no device.", .remedy = ""}};
    return out;
}

/// `count` points spread over the chart in a fixed, irregular way.
inline Analysis many(std::size_t count) {
    std::vector<PlacedPoint> points;
    unsigned state = 12345;
    const auto next = [&state] { return state = state * 1664525U + 1013904223U, (state >> 8) / 16777216.0; };
    for (std::size_t i = 0; i < count; ++i) {
        const double flops = 1e9 * (0.2 + next()), intensity = std::pow(10.0, 2.6 * next() - 1.3);
        const double dram = flops / intensity;
        const double least = std::max(flops / 49e9, dram / 19.7e9);
        points.push_back(point(fmt::format("kernel_{}<double, {}>", i, i % 7),
                               least * (1.05 + 3 * next() * next()), flops,
                               {dram * 6, dram * 3, dram * 1.7, dram}));
    }
    return analysis_of(std::move(points));
}

}  // namespace mansard::analyzer::sample
