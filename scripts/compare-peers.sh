#!/usr/bin/env bash
# Compares our roofs with what programs reach that people know: OpenBLAS (dgemm and sgemm, Debian package
# libopenblas-dev) against the compute roofs, and STREAM's four loops (McCalpin), compiled here with OpenMP, against
# those of DRAM. Prints the ratio of the best of each: ours ÷ the peer's. scripts/compare-likwid.sh does the same for
# likwid-bench. A benchmark, no test: it asserts nothing.
#
#   scripts/compare-peers.sh [--runs N] [--seconds S]
#
# The machine's speed drifts, so the two alternate within every run and each side's best of N runs counts.
set -euo pipefail
export LC_ALL=C

runs=6
seconds=0.2
while [ $# -gt 0 ]; do
    case $1 in
        --runs) runs=$2; shift 2 ;;
        --seconds) seconds=$2; shift 2 ;;
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "unknown option $1" >&2; exit 2 ;;
    esac
done
CDPATH= cd "$(dirname "$0")/.."
mansard=build/mansard
[ -x "$mansard" ] || { echo "$mansard is missing: run scripts/run.sh first" >&2; exit 2; }
printf '#include <cblas.h>\nint main(){return 0;}\n' | cc -x c - -fsyntax-only 2>/dev/null ||
    { echo "OpenBLAS is missing: apt-get install libopenblas-dev" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/gemm.c" <<'C'
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
/* FLOP/s of the best of some products of square matrices. */
int main(int argc, char** argv) {
    const int n = 1536, single = argc > 1 && argv[1][0] == 's';
    double* memory = malloc(3 * sizeof(double) * n * n);
    double best = 0;
    for (int i = 0; i < 3 * n * n; ++i) if (single) ((float*)memory)[i] = 1; else memory[i] = 1;
    for (int repeat = 0; repeat < 3; ++repeat) {
        const double start = now();
        if (single) {
            float* m = (float*)memory;
            cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, m, n, m + n * n, n, 0, m + 2 * n * n, n);
        } else {
            double* m = memory;
            cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, m, n, m + n * n, n, 0, m + 2 * n * n, n);
        }
        const double rate = 2.0 * n * n * n / (now() - start);
        if (rate > best) best = rate;
    }
    printf("%.6e\n", best);
}
C
cat >"$work/stream.c" <<'C'
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
enum { n = 1 << 24 };
/* B/s as STREAM counts them, of the best of ten passes of one of its loops. */
int main(int argc, char** argv) {
    double *a = aligned_alloc(64, 8L * n), *b = aligned_alloc(64, 8L * n), *c = aligned_alloc(64, 8L * n);
    const char loop = argv[1][0];
    double best = 0;
#pragma omp parallel for
    for (long i = 0; i < n; ++i) a[i] = 1, b[i] = 2, c[i] = 0;
    for (int repeat = 0; repeat < 10; ++repeat) {
        const double start = omp_get_wtime();
        if (loop == 'c')
#pragma omp parallel for
            for (long i = 0; i < n; ++i) c[i] = a[i];
        else
#pragma omp parallel for
            for (long i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
        const double rate = 8.0 * n * (loop == 'c' ? 2 : 3) / (omp_get_wtime() - start);
        if (rate > best) best = rate;
    }
    printf("%.6e\n", argc > 0 ? best : a[0]);
}
C
cc -O2 "$work/gemm.c" -o "$work/gemm" -lopenblas
cc -O3 -march=native -fopenmp "$work/stream.c" -o "$work/stream"

wide=avx2
grep -qw avx512f /proc/cpuinfo && wide=avx512
cores=$(nproc)
# roof (a regular expression); peer; threads; its command
table() {
    local scope threads
    for scope in core device; do
        threads=1
        [ "$scope" = core ] || threads=$cores
        echo "cpu.$scope.compute.f64.$wide.(fma|mix);OpenBLAS dgemm;$threads;$work/gemm d"
        echo "cpu.$scope.compute.f32.$wide.(fma|mix);OpenBLAS sgemm;$threads;$work/gemm s"
        echo "cpu.$scope.bandwidth.DRAM.(copy|nt_copy);STREAM copy;$threads;$work/stream c"
        echo "cpu.$scope.bandwidth.DRAM.(triad|nt_triad);STREAM triad;$threads;$work/stream t"
    done
}
ours() {
    "$mansard" bench --benchmark_filter="^$1/" --benchmark_min_time="$seconds" --benchmark_format=json 2>/dev/null |
        awk -F'[:,]' '/"(bytes_per_second|FLOPS)":/ { if ($2 + 0 > best) best = $2 + 0 } END { printf "%.6e\n", best }'
}
larger() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6e\n", (a > b ? a : b) }'; }

printf '| roof | peer | threads | ours | peer | ratio |\n|---|---|---|---|---|---|\n'
while IFS=';' read -r roof peer threads command; do
    [ -n "$command" ] || continue
    best_ours=0 best_peer=0
    for _ in $(seq "$runs"); do
        best_ours=$(larger "$best_ours" "$(ours "$roof")")
        best_peer=$(larger "$best_peer" "$(OPENBLAS_NUM_THREADS=$threads OMP_NUM_THREADS=$threads OMP_PROC_BIND=true $command)")
    done
    awk -v roof="${roof/|/ or }" -v peer="$peer" -v threads="$threads" -v a="$best_ours" -v b="$best_peer" \
        'BEGIN { printf "| %s | %s | %d | %.4g | %.4g | %.3f |\n", roof, peer, threads, a, b, a / b }'
done < <(table)
