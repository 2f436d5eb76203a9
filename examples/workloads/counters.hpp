// The counters of a benchmark: FLOP/s, and bytes per iteration at each level, as the model gives them for the
// caches of the machine that it runs on.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include "examples/workloads/traffic.hpp"

namespace workloads {

/// Data cache sizes as Google Benchmark finds them, with Caches' own sizes for levels that it cannot tell.
inline Caches machine_caches() {
    Caches caches;
    for (const benchmark::CPUInfo::CacheInfo& cache : benchmark::CPUInfo::Get().caches) {
        if (cache.type == "Instruction" || cache.size <= 0) continue;
        if (cache.level == 1) caches.l1 = cache.size;
        if (cache.level == 2) caches.l2 = cache.size;
        if (cache.level == 3) caches.l3 = cache.size;
    }
    return caches;
}

/// FLOPS is a rate; the bytes are those of one iteration, in total and by direction: a roof depends on their
/// mix.
inline void count(benchmark::State& state, const Traffic& traffic) {
    state.counters["FLOPS"] =
        benchmark::Counter(traffic.flops, benchmark::Counter::kIsIterationInvariantRate);
    const auto bytes = [&](const std::string& level, const Bytes& moved) {
        state.counters[level + "_bytes"] = moved.total();
        state.counters[level + "_bytes_read"] = moved.read;
        state.counters[level + "_bytes_written"] = moved.written;
    };
    bytes("l1", traffic.l1);
    bytes("l2", traffic.l2);
    bytes("l3", traffic.l3);
    bytes("dram", traffic.dram);
}

}  // namespace workloads
