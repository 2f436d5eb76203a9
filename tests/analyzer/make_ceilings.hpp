// Ceilings made by hand, with round numbers, so that every expected value can be worked out on paper.
#pragma once

#include "ceilings/roof.hpp"

namespace mansard::analyzer::testing {

inline ceilings::Roof roof_of(const Target& target, double value) {
    return {.id = roof_id(target),
            .target = target,
            .value = value,
            .unit = unit_of(target),
            .ci95 = Interval{value * 0.99, value * 1.01},
            .typical = value,
            .samples = 16,
            .status = ceilings::Status::measured};
}

inline Target compute_target(Scope scope, Dtype dtype = Dtype::f64, Isa isa = Isa::avx2, Op op = Op::fma) {
    return {.kind = Kind::compute,
            .dtype = dtype,
            .isa = isa,
            .engine = isa == Isa::scalar ? Engine::scalar : Engine::vector,
            .op = op,
            .scope = scope,
            .threads = scope == Scope::core ? 1 : 4};
}

inline Target memory_target(Level level, Pattern pattern, Scope scope) {
    return {.kind = Kind::bandwidth,
            .level = level,
            .pattern = pattern,
            .scope = scope,
            .threads = scope == Scope::core ? 1 : 4};
}

/// Four cores: L1 and L2 private, L3 shared. One core computes 40 GFLOP/s in f64 and loads 160 GB/s from L1.
inline ceilings::Ceilings four_cores() {
    ceilings::Ceilings out{
        .tool_version = "0.1.0",
        .created = "2026-01-01T00:00:00Z",
        .plan = "standard",
        .machine = {.architecture = "x86_64",
                    .cpu_vendor = "AuthenticAMD",
                    .cpu_model = "AMD EPYC 7763 64-Core Processor",
                    .isas = {Isa::scalar, Isa::avx2},
                    .cores_online = 4,
                    .cpus_used = {0, 1, 2, 3},
                    .caches = {{.level = Level::L1, .bytes = 32768, .shared_by = 1, .source = "hwloc"},
                               {.level = Level::L2, .bytes = 524288, .shared_by = 1, .source = "hwloc"},
                               {.level = Level::L3, .bytes = 33554432, .shared_by = 4, .source = "hwloc"}}}};
    const auto compute = [&](Scope scope, double value, Dtype dtype, Isa isa, Op op) {
        out.roofs.push_back(roof_of(compute_target(scope, dtype, isa, op), value));
    };
    compute(Scope::core, 40e9, Dtype::f64, Isa::avx2, Op::fma);
    compute(Scope::device, 150e9, Dtype::f64, Isa::avx2, Op::fma);
    compute(Scope::core, 50e9, Dtype::f64, Isa::avx2, Op::mix);
    compute(Scope::device, 190e9, Dtype::f64, Isa::avx2, Op::mix);
    compute(Scope::core, 10e9, Dtype::f64, Isa::scalar, Op::fma);
    compute(Scope::core, 80e9, Dtype::f32, Isa::avx2, Op::fma);
    compute(Scope::device, 300e9, Dtype::f32, Isa::avx2, Op::fma);
    const auto memory = [&](Level level, Pattern pattern, double core, double device) {
        out.roofs.push_back(roof_of(memory_target(level, pattern, Scope::core), core));
        out.roofs.push_back(roof_of(memory_target(level, pattern, Scope::device), device));
    };
    memory(Level::L1, Pattern::load, 160e9, 600e9);
    memory(Level::L1, Pattern::copy, 120e9, 450e9);
    memory(Level::L1, Pattern::store, 80e9, 300e9);
    memory(Level::L2, Pattern::load, 80e9, 300e9);
    memory(Level::L3, Pattern::load, 40e9, 100e9);
    memory(Level::DRAM, Pattern::load, 15e9, 20e9);
    memory(Level::DRAM, Pattern::copy, 12e9, 16e9);
    memory(Level::DRAM, Pattern::store, 6e9, 10e9);
    memory(Level::DRAM, Pattern::nt_store, 18e9, 24e9);
    for (ceilings::Roof& roof : out.roofs) {
        if (roof.target.pattern == Pattern::copy) roof.bus_value = *roof.value * 1.5;
        if (roof.target.pattern == Pattern::store) roof.bus_value = *roof.value * 2;
    }
    return out;
}

inline ceilings::Roof& roof_at(ceilings::Ceilings& ceilings, const Target& target) {
    for (ceilings::Roof& roof : ceilings.roofs)
        if (roof.target == target) return roof;
    throw std::logic_error("no such roof: " + roof_id(target));
}

}  // namespace mansard::analyzer::testing
