#!/usr/bin/env bash
# Compares the bytes that the example workloads' model gives (examples/workloads/traffic.hpp) with a simulated
# cache. Exits 1 if any differs by more than a fifth.
#
#     scripts/check-traffic.sh [--written] [DRIVER]
#
# DRIVER is build/examples/traffic_driver if none is given. The simulator is valgrind's cachegrind; with
# --written it is its sibling callgrind, which also counts the lines that the last cache writes back.
# Both have two levels. D1 plays L1; LL plays L2 in one run (512 KiB) and L3 in another (8 MiB).
set -euo pipefail
export LC_ALL=C
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"

if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
fi
written=no
if [[ ${1:-} == --written ]]; then
    written=yes
    shift
fi
driver=${1:-$root/build/examples/traffic_driver}
command -v valgrind >/dev/null ||
    fail 2 "valgrind is not installed" "install it: apt-get install valgrind"
[[ -x $driver ]] || fail 2 "there is no $driver" "build it: scripts/run.sh, or name another as argument"

# Workload, size, the runs before the one that is looked at (by then the caches hold what a run leaves behind, and
# no more of what filled the arrays), and the levels that LL plays. The sizes are small, and stand clear of the
# model's thresholds.
workloads="triad 500000 2 l3 dram
matmul_naive 216 1 l3 dram
matmul_naive 552 1 l3
matmul_interchanged 216 1 l3 dram
matmul_interchanged 552 1 l3
matmul_tiled 552 1 l3
stencil_naive 256 2 l3 dram
stencil_blocked 256 2 l3 dram"

l1=32768
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# simulate NAME SIZE RUNS LL: "D1 fills, LL fills, LL write-backs" in lines; the last is 0 where not counted.
simulate() {
    local out=$scratch/$1.$3 model=$scratch/model.$3 tool=cachegrind more=()
    if [[ $written == yes ]]; then
        tool=callgrind
        more=(--simulate-wb=yes)
    fi
    valgrind --tool="$tool" --cache-sim=yes "${more[@]}" --I1=32768,8,64 --D1=$l1,8,64 --LL="$4",8,64 \
        --"$tool"-out-file="$out" "$driver" "$1" "$2" "$3" $l1 "$4" "$4" >"$model" 2>"$out.log" ||
        fail 2 "valgrind failed: $(tail -n 1 "$out.log")" \
            "run it by hand: valgrind --tool=$tool $driver $1 $2 $3 $l1 $4 $4"
    awk '$1 == "events:" { for (i = 2; i <= NF; ++i) name[i] = $i }
         $1 == "summary:" || $1 == "totals:" { for (i = 2; i <= NF; ++i) count[name[i]] = $i }
         END { print count["D1mr"] + count["D1mw"], count["DLmr"] + count["DLmw"], count["DLdmr"] + count["DLdmw"] }' \
        "$out"
}

# judge LABEL LEVEL MODELLED SIMULATED ABOVE: a line of the table. Where the model says that nothing comes, a
# hundredth of what passes above may (start and end of the process, and the arrays' edges).
judge() {
    awk -v label="$1" -v level="$2" -v modelled="$3" -v simulated="$4" -v above="$5" 'BEGIN {
        good = modelled == 0 ? simulated <= above / 100 : simulated >= modelled / 1.2 && simulated <= modelled * 1.2
        ratio = modelled == 0 ? "-" : sprintf("%.3f", simulated / modelled)
        printf "%-26s %-12s %14.0f %14.0f %7s%s\n", label, level, modelled, simulated, ratio, good ? "" : "  differs"
        exit !good }'
}

printf '%-26s %-12s %14s %14s %7s\n' workload level 'modelled [B]' 'simulated [B]' ratio
status=0
while read -r name size before levels; do
    for below in $levels; do
        # What comes from l3 is what LL as L2 does not hold; from dram, what LL as L3 does not.
        ll=$([[ $below == l3 ]] && echo 524288 || echo 8388608)
        simulate "$name" "$size" "$before" "$ll" >"$scratch/baseline" &
        simulate "$name" "$size" $((before + 1)) "$ll" >"$scratch/counts"
        wait $!
        read -r d1_0 ll_0 wb_0 <"$scratch/baseline"
        read -r d1_1 ll_1 wb_1 <"$scratch/counts"
        model=$scratch/model.$before
        l2_read=$(awk '$1 == "l2" { print $2 }' "$model")
        read -r below_read below_written < <(awk -v level=$below '$1 == level { print $2, $3 }' "$model")
        [[ $below == dram ]] || judge "$name $size" "l2 read" "$l2_read" $((64 * (d1_1 - d1_0))) 0 || status=1
        judge "$name $size" "$below read" "$below_read" $((64 * (ll_1 - ll_0))) "$l2_read" || status=1
        [[ $written == no ]] ||
            judge "$name $size" "$below written" "$below_written" $((64 * (wb_1 - wb_0))) "$l2_read" || status=1
    done
done <<<"$workloads"
exit $status
