// Runs a workload a given number of times and prints what the model says of one run, for
// scripts/check-traffic.sh to compare with a cache simulator.
//
//     traffic_driver WORKLOAD SIZE RUNS L1 L2 L3        (capacities in bytes; SIZE is n, or nz of the
//     stencil)
//
// prints "l2 READ WRITTEN", "l3 …" and "dram …", in bytes.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "examples/workloads/traffic.hpp"

namespace {

using workloads::Caches;
using workloads::Matmul;
using workloads::MatmulVariant;
using workloads::Stencil;
using workloads::StencilVariant;
using workloads::Traffic;
using workloads::Triad;

// Functions of their own, named as the benchmarks are: a simulator's counts by function then tell one from
// the other, and from what fills the arrays.
[[gnu::noinline]] void triad(Triad& w) {
    w.run();
}
[[gnu::noinline]] void matmul_naive(Matmul& w) {
    w.naive();
}
[[gnu::noinline]] void matmul_interchanged(Matmul& w) {
    w.interchanged();
}
[[gnu::noinline]] void matmul_tiled(Matmul& w) {
    w.tiled();
}
[[gnu::noinline]] void stencil_naive(Stencil& w) {
    w.naive();
}
[[gnu::noinline]] void stencil_blocked(Stencil& w) {
    w.blocked();
}

template <typename Workload>
void repeat(long runs, Workload& workload, void (*run)(Workload&)) {
    for (long i = 0; i < runs; ++i) run(workload);
}

/// Runs and returns the model; a FLOP count of 0 says that there is no such workload.
Traffic run(std::string_view name, std::size_t size, long runs, const Caches& caches) {
    const auto n = static_cast<double>(size);
    if (name == "triad") {
        Triad vectors(size);
        repeat(runs, vectors, triad);
        return workloads::triad_traffic(n, caches);
    }
    if (name.starts_with("matmul_")) {
        Matmul matrices(size);
        if (name == "matmul_naive") {
            repeat(runs, matrices, matmul_naive);
            return workloads::matmul_traffic(MatmulVariant::naive, n, caches);
        }
        if (name == "matmul_interchanged") {
            repeat(runs, matrices, matmul_interchanged);
            return workloads::matmul_traffic(MatmulVariant::interchanged, n, caches);
        }
        if (name == "matmul_tiled") {
            repeat(runs, matrices, matmul_tiled);
            return workloads::matmul_traffic(MatmulVariant::tiled, n, caches);
        }
    }
    if (name.starts_with("stencil_")) {
        Stencil grid(64, 64, size);
        if (name == "stencil_naive") {
            repeat(runs, grid, stencil_naive);
            return workloads::stencil_traffic(StencilVariant::naive, 64, 64, n, caches);
        }
        if (name == "stencil_blocked") {
            repeat(runs, grid, stencil_blocked);
            return workloads::stencil_traffic(StencilVariant::blocked, 64, 64, n, caches);
        }
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::fputs("usage: traffic_driver WORKLOAD SIZE RUNS L1 L2 L3\n", stderr);
        return 2;
    }
    const Caches caches{.l1 = std::atof(argv[4]), .l2 = std::atof(argv[5]), .l3 = std::atof(argv[6])};
    const Traffic model =
        run(argv[1], static_cast<std::size_t>(std::atol(argv[2])), std::atol(argv[3]), caches);
    if (model.flops == 0) {
        std::fprintf(stderr, "traffic_driver: no workload \"%s\"\n", argv[1]);
        return 2;
    }
    std::printf("l2 %.0f %.0f\nl3 %.0f %.0f\ndram %.0f %.0f\n", model.l2.read, model.l2.written,
                model.l3.read, model.l3.written, model.dram.read, model.dram.written);
    return 0;
}
