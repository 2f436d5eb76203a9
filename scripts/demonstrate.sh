#!/usr/bin/env bash
# The demonstration of docs/demonstration.md, on this machine: the matrix product naive → tiled and the stencil naive →
# blocked are timed, their traffic is simulated by valgrind's cachegrind, both are joined and compared. Rewrites the
# measured part of the document.
#
#     scripts/demonstrate.sh [DOCUMENT]
#
# DOCUMENT is docs/demonstration.md if none is given; - prints the measured part. Uses build/ and
# results/ceilings.json as scripts/run.sh leaves them; without the latter it calibrates by the quick plan. What it
# makes lies in results/demonstration/. Takes about a minute.
set -euo pipefail
export LC_ALL=C
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
case ${1:-} in
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    -) document=- ;;
    *) document=$(realpath "${1:-$root/docs/demonstration.md}") ;;
esac
cd "$root"

mansard=build/mansard ceilings=results/ceilings.json made=results/demonstration
begin='<!-- measured: begin -->' end='<!-- measured: end -->'
# Of examples/*.cpp: the sizes that the programs time are those that are simulated.
matmul_n=792 stencil_nz=2048

for program in $mansard build/examples/{example_matmul,example_stencil,traffic_driver}; do
    [[ -x $program ]] || fail 2 "there is no $program" "build it: scripts/run.sh"
done
command -v valgrind >/dev/null || fail 2 "valgrind is not installed" "install it: apt-get install valgrind"
[[ $document == - ]] || { grep -qF "$begin" "$document" && grep -qF "$end" "$document"; } ||
    fail 2 "$document has no place for the measured part" "put the lines \"$begin\" and \"$end\" where it belongs"

scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
mkdir -p $made

if [[ ! -e $ceilings ]]; then
    say "Calibrating by the quick plan"
    status=0
    $mansard calibrate --plan quick -o $ceilings || status=$?
    [[ $status == 0 || $status == 4 ]] || exit $status
fi

# cache_size LEVEL: bytes of this machine's data cache, as the examples' own model finds it; nothing if there is none.
cache_size() {
    local index
    for index in /sys/devices/system/cpu/cpu0/cache/index*; do
        [[ -e $index/level && $(<"$index/level") == "$1" && $(<"$index/type") != Instruction ]] || continue
        numfmt --from=iec "$(<"$index/size")"
        return
    done
}
l1=$(cache_size 1) l2=$(cache_size 2) l3=$(cache_size 3)
[[ -n $l1 && -n $l2 ]] || { l1=32768 l2=524288 l3=33554432; }

# as_cache BYTES: SIZE,WAYS,LINE as cachegrind wants it: a power of two of sets, each of eight ways or a few more.
as_cache() {
    local ways=$(($1 / 64))
    while ((ways % 2 == 0)); do ways=$((ways / 2)); done
    while ((ways < 8)); do ways=$((ways * 2)); done
    echo "$1,$ways,64"
}

# simulate WORKLOAD SIZE LAST: one run of the workload; LAST is the cache whose misses are counted beside L1's.
simulate() {
    local bytes=${!3}
    quietly valgrind --tool=cachegrind --cache-sim=yes --I1="$(as_cache "$l1")" --D1="$(as_cache "$l1")" \
        --LL="$(as_cache "$bytes")" --cachegrind-out-file="$made/$1.$3.cachegrind" \
        build/examples/traffic_driver "$1" "$2" 1 "$l1" "$l2" "${l3:-0}" ||
        fail 3 "the simulation of $1 failed" "see valgrind's messages above"
}

# time_pair PROGRAM FILTER: both of a pair in turns, so that a change of the machine's speed hits both.
time_pair() {
    quietly build/examples/example_"$1" --benchmark_filter="$2" --benchmark_repetitions=6 \
        --benchmark_min_time=0.2 --benchmark_enable_random_interleaving=true \
        --benchmark_out=$made/"$1".json --benchmark_out_format=json ||
        fail 3 "example_$1 failed" "see its messages above"
}

say "Timing the examples"
time_pair matmul 'naive|tiled'
time_pair stencil 'naive|blocked'

say "Simulating their traffic"
running=0
for job in "matmul_naive $matmul_n" "stencil_naive $stencil_nz" "stencil_blocked $stencil_nz" "matmul_tiled $matmul_n"; do
    for last in l2 ${l3:+l3}; do
        ((running < $(nproc))) || { wait -n; running=$((running - 1)); }
        # shellcheck disable=SC2086  # a name and a size
        simulate $job $last &
        running=$((running + 1))
    done
done
while ((running > 0)); do wait -n; running=$((running - 1)); done

# join SIDE MATMUL INNER STENCIL: the timed points of one side with their simulated bytes, as an analysis. A function's
# misses are its own: beside the one of the point's name, which a point that is mapped has to name, too, they are
# those of its inner function.
join() {
    local status=0
    $mansard --quiet analyze $made/{matmul,stencil}.json $made/{"$2","$4"}.l*.cachegrind \
        --map "$2=*::$2(*" --map "$2=workloads::$3(*" --map "$4=*::$4(*" --map "$4=workloads::sweep_row(*" \
        --simulated-calls 1 \
        --filter "name=$2/*" --filter "name=$4/*" \
        --ceilings $ceilings --scope core --format json -o $made/"$1".json || status=$?
    [[ $status == 0 || $status == 4 ]] || exit $status
}
join before matmul_naive dot stencil_naive
join after matmul_tiled Matmul::tile stencil_blocked

compare() {
    $mansard compare $made/before.json $made/after.json --ceilings $ceilings --format md "$@" |
        sed 's/^## /#### /'
}

# bytes_by_level: of one call. A line for each point of the pairs.
bytes_by_level() {
    echo '| point | FLOP | L1 | L2 | L3 | DRAM |'
    echo '| --- | ---: | ---: | ---: | ---: | ---: |'
    local pair side
    for pair in matmul stencil; do
        for side in before after; do
            $mansard analyze $made/$side.json --filter "name=${pair}_*" --format csv | awk -F, '
                function amount(name,    value, i) {
                    value = $column[name]
                    if (value == "") return "? "
                    value /= $column["calls"]
                    for (i = 1; value >= 1000 && i < 5; ++i) value /= 1000
                    return sprintf("%.3g%s", value, i == 1 ? " " : " " substr(" kMGT", i, 1))
                }
                NR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
                { printf "| %s | %s | %sB | %sB | %sB | %sB |\n", $column["name"], amount("flops"), amount("bytes_L1"),
                      amount("bytes_L2"), amount("bytes_L3"), amount("bytes_DRAM") }'
        done
    done
}

measured() {
    local machine
    machine=$($mansard show $ceilings --format md | head -n 1)
    echo "${machine#\#\# }."
    echo
    echo "Simulated: L1 $((l1 / 1024)) KiB, L2 $((l2 / 1024)) KiB${l3:+, L3 $((l3 / 1048576)) MiB}."
    echo
    echo "### Bytes of one call"
    echo
    bytes_by_level
    echo
    echo "### The matrix product"
    echo
    compare --map matmul_naive=matmul_tiled --filter 'name=matmul_*' --predict tile=132x8x8,f64
    echo
    echo "### The stencil"
    echo
    compare --map stencil_naive=stencil_blocked --filter 'name=stencil_*' --predict stencil=64x64,f64,flops=32
}

measured >"$scratch/measured"
if [[ $document == - ]]; then
    cat "$scratch/measured"
else
    awk -v begin="$begin" -v end="$end" -v part="$scratch/measured" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; print ""; while ((getline line < part) > 0) print line; print "" }' \
        "$document" >"$scratch/document"
    cat "$scratch/document" >"$document"
    say "Rewrote the measured part of $document"
fi
