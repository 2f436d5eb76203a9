// Four time steps of a 7-point stencil on 64 × 64 × 2048 points (150 MiB): step by step, and as a wave.
#include <benchmark/benchmark.h>

#include "examples/workloads/counters.hpp"
#include "examples/workloads/stencil.hpp"

using workloads::Stencil;
using workloads::StencilVariant;

static bool correct(const Stencil& grid) {
    Stencil expected(grid.nx, grid.ny, grid.nz);
    expected.reference();
    return grid.same_as(expected);
}

static void measure(benchmark::State& state, StencilVariant variant, void (Stencil::*advance)()) {
    const auto nz = static_cast<std::size_t>(state.range(0));
    Stencil grid(64, 64, nz);
    (grid.*advance)();
    if (!correct(grid)) return state.SkipWithError("the result is wrong");
    for (auto _ : state) {
        (grid.*advance)();
        benchmark::ClobberMemory();
    }
    count(state,
          workloads::stencil_traffic(variant, 64, 64, static_cast<double>(nz), workloads::machine_caches()));
}

static void stencil_naive(benchmark::State& state) {
    measure(state, StencilVariant::naive, &Stencil::naive);
}
BENCHMARK(stencil_naive)->ArgName("nz")->Arg(2048)->UseRealTime()->Unit(benchmark::kMillisecond);

static void stencil_blocked(benchmark::State& state) {
    measure(state, StencilVariant::blocked, &Stencil::blocked);
}
BENCHMARK(stencil_blocked)->ArgName("nz")->Arg(2048)->UseRealTime()->Unit(benchmark::kMillisecond);
