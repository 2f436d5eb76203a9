// The counters of a benchmark: FLOP/s, and bytes per iteration at each level, as the model gives them for the
// caches of the machine that it runs on.
#pragma once

#include <benchmark/benchmark.h>

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

inline void count(benchmark::State& state, const Traffic& traffic) {
    state.counters["FLOPS"] =
        benchmark::Counter(traffic.flops, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["l1_bytes"] = traffic.l1.total();
    state.counters["l2_bytes"] = traffic.l2.total();
    state.counters["l3_bytes"] = traffic.l3.total();
    state.counters["dram_bytes"] = traffic.dram.total();
}

}  // namespace workloads
