// The product of two 792 × 792 matrices: naive, with its loops interchanged, and tiled.
#include <benchmark/benchmark.h>

#include "examples/workloads/counters.hpp"
#include "examples/workloads/matmul.hpp"

using workloads::Matmul;
using workloads::MatmulVariant;

static void measure(benchmark::State& state, MatmulVariant variant, void (Matmul::*multiply)()) {
    Matmul matrices(static_cast<std::size_t>(state.range(0)));
    (matrices.*multiply)();
    if (!matrices.correct()) return state.SkipWithError("the result is wrong");
    for (auto _ : state) {
        (matrices.*multiply)();
        benchmark::ClobberMemory();
    }
    count(state,
          workloads::matmul_traffic(variant, static_cast<double>(matrices.n), workloads::machine_caches()));
}

static void matmul_naive(benchmark::State& state) {
    measure(state, MatmulVariant::naive, &Matmul::naive);
}
BENCHMARK(matmul_naive)->ArgName("n")->Arg(792)->UseRealTime()->Unit(benchmark::kMillisecond);

static void matmul_interchanged(benchmark::State& state) {
    measure(state, MatmulVariant::interchanged, &Matmul::interchanged);
}
BENCHMARK(matmul_interchanged)->ArgName("n")->Arg(792)->UseRealTime()->Unit(benchmark::kMillisecond);

static void matmul_tiled(benchmark::State& state) {
    measure(state, MatmulVariant::tiled, &Matmul::tiled);
}
BENCHMARK(matmul_tiled)->ArgName("n")->Arg(792)->UseRealTime()->Unit(benchmark::kMillisecond);
