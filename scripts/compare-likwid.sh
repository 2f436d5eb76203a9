#!/usr/bin/env bash
# Compares our roofs with likwid-bench's (Debian package likwid): the same pattern, working set and cores, in turn.
# Prints the ratio of the best of each: ours ÷ likwid's. A benchmark, no test: it asserts nothing.
#
#   scripts/compare-likwid.sh [--runs N] [--seconds S] [FILTER]     FILTER: an extended regular expression on the roof
#
# The machine's speed drifts, so the two alternate within every run and each side's best of N runs counts.
set -euo pipefail
export LC_ALL=C

runs=6
seconds=0.3
filter=.
while [ $# -gt 0 ]; do
    case $1 in
        --runs) runs=$2; shift 2 ;;
        --seconds) seconds=$2; shift 2 ;;
        -h | --help) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) filter=$1; shift ;;
    esac
done
CDPATH= cd "$(dirname "$0")/.."
mansard=build/mansard
[ -x "$mansard" ] || { echo "$mansard is missing: run scripts/run.sh first" >&2; exit 2; }
command -v likwid-bench >/dev/null || { echo "likwid-bench is missing: apt-get install likwid" >&2; exit 2; }

cores=$(nproc)
if grep -qw avx512f /proc/cpuinfo; then wide=avx512 fused=avx512_fma; else wide=avx fused=avx_fma; fi

# roof | likwid's test | bytes or FLOP per second by its report
table() {
    local scope
    for scope in core device; do
        for level in L1 L2 L3 DRAM; do
            echo "cpu.$scope.bandwidth.$level.load load_$wide"
            echo "cpu.$scope.bandwidth.$level.store store_$wide"
            echo "cpu.$scope.bandwidth.$level.copy copy_$wide"
            echo "cpu.$scope.bandwidth.$level.triad stream_$fused"
        done
        echo "cpu.$scope.bandwidth.DRAM.nt_store store_mem_$wide"
        echo "cpu.$scope.bandwidth.DRAM.nt_copy copy_mem_$wide"
        echo "cpu.$scope.bandwidth.DRAM.nt_triad stream_mem_$fused"
        echo "cpu.$scope.compute.f64.$wide${wide_suffix:-}.fma peakflops_$fused"
        echo "cpu.$scope.compute.f32.$wide${wide_suffix:-}.fma peakflops_sp_$fused"
        echo "cpu.$scope.compute.f64.sse2.mix peakflops_sse"
        echo "cpu.$scope.compute.f64.scalar.mix peakflops"
    done
}
[ "$wide" = avx ] && wide_suffix=2

# Best rate over our variants of a roof, and the set in KiB.
ours() {
    "$mansard" bench --benchmark_filter="^$1/" --benchmark_min_time="$seconds" --benchmark_format=json 2>/dev/null |
        awk -F'[:,]' '/"(bytes_per_second|FLOPS)":/ { if ($2 + 0 > best) best = $2 + 0 } END { printf "%.6e\n", best }'
}
set_kib() {
    "$mansard" bench --benchmark_list_tests | sed -n "s|^$1/[^/]*/\([0-9]*\)KiB.*|\1|p" | head -n 1
}
# likwid-bench's rate in B/s or FLOP/s: its own report in MB/s or MFLOP/s.
likwid() { # test, KiB, threads, kind
    local iterations
    iterations=$(awk -v s="$seconds" -v kib="$2" 'BEGIN { n = s * 30e9 / (kib * 1024); print (n < 8 ? 8 : int(n)) }')
    likwid-bench -t "$1" -i "$iterations" -w "S0:${2}kB:$3" 2>/dev/null |
        awk -v key="$([ "$4" = compute ] && echo 'MFlops/s:' || echo 'MByte/s:')" '$1 == key { printf "%.6e\n", $2 * 1e6 }'
}

printf '%-42s %-22s %12s %12s %7s\n' roof 'likwid-bench test' ours likwid ratio
while read -r roof test; do
    [[ $roof =~ $filter ]] || continue
    threads=1
    [[ $roof == *.device.* ]] && threads=$cores
    kind=bandwidth
    kib=$((16 * threads))
    [[ $roof == *.compute.* ]] && kind=compute
    if [ "$kind" = bandwidth ]; then
        kib=$(set_kib "$roof")
        [ -n "$kib" ] || continue
    fi
    best_ours=0 best_likwid=0
    for _ in $(seq "$runs"); do
        best_ours=$( { echo "$best_ours"; ours "$roof"; } | sort -g | tail -n 1)
        best_likwid=$( { echo "$best_likwid"; likwid "$test" "$kib" "$threads" "$kind"; } | sort -g | tail -n 1)
    done
    awk -v roof="$roof" -v test="$test" -v a="$best_ours" -v b="$best_likwid" 'BEGIN {
        if (b > 0 && a > 0) printf "%-42s %-22s %12.4g %12.4g %7.3f\n", roof, test, a, b, a / b
        else printf "%-42s %-22s %12.4g %12.4g       –\n", roof, test, a, b }'
done < <(table)
