// The vector triad a = b + s·c with vectors that fit in L1, L2, L3, and in none of them (on most machines).
#include <benchmark/benchmark.h>

#include "examples/workloads/counters.hpp"
#include "examples/workloads/triad.hpp"

static void triad(benchmark::State& state) {
    workloads::Triad vectors(static_cast<std::size_t>(state.range(0)) / (3 * sizeof(double)));
    vectors.run();
    if (!vectors.correct()) return state.SkipWithError("the result is wrong");
    for (auto _ : state) {
        vectors.run();
        benchmark::ClobberMemory();
    }
    count(state, workloads::triad_traffic(static_cast<double>(vectors.n), workloads::machine_caches()));
}
BENCHMARK(triad)
    ->ArgName("bytes")
    ->Arg(16 << 10)
    ->Arg(256 << 10)
    ->Arg(8 << 20)
    ->Arg(256 << 20)
    ->UseRealTime();
