#!/usr/bin/env bash
# On a machine with an NVIDIA GPU: builds, tests, calibrates, and prints roof, limit and fraction.
#
#     scripts/gpu-acceptance.sh [--arch 90a] [--plan quick] [--build DIRECTORY] [--out DIRECTORY] [--without-tests]
#
# --build names a finished build (its mansard, tests/test_cuda and, in lib/, the shared libraries that they need), made
# elsewhere by --pack DIRECTORY: then nothing is compiled or installed here. Checked are also that twice the work takes
# twice the time, and FLOPs and bytes by ncu's counters; where ncu cannot read them, the row says "not cross-checked".
# Ends within 8 minutes by the plan quick where nothing is compiled. Nothing of the GPU is changed.
set -euo pipefail
export LC_ALL=C.UTF-8
from=$PWD
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
source "$root/scripts/lib/packages.sh"
source "$root/scripts/lib/build.sh"
source "$root/scripts/lib/cross-check.sh"
cd "$root"

arch=90a plan=quick carried='' pack='' tests=1 out=results/gpu
while (($#)); do
    case $1 in
        --arch) arch=${2:?"--arch needs an architecture"}; shift 2 ;;
        --plan) plan=${2:?"--plan needs a name or a file"}; shift 2 ;;
        --build) carried=${2:?"--build needs a directory"}; shift 2 ;;
        --pack) pack=${2:?"--pack needs a directory"}; shift 2 ;;
        --out) out=${2:?"--out needs a directory"}; shift 2 ;;
        --without-tests) tests=0; shift ;;
        -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) fail 2 "unknown option \"$1\"" "see scripts/gpu-acceptance.sh --help" ;;
    esac
done

# What was named by its place, as seen from where the script was called.
as_named() { if [[ $1 == /* ]]; then printf '%s' "$1"; else printf '%s/%s' "$from" "$1"; fi; }
[[ -z $carried ]] || carried=$(as_named "$carried")
[[ -z $pack ]] || pack=$(as_named "$pack")
[[ $plan != */* && $plan != *.json ]] || plan=$(as_named "$plan")
out=$(as_named "$out")

make_build() {
    require "${build_requirements[@]}" libgtest-dev=gtest/gtest.h
    quietly cmake --preset release -B build-gpu -DMANSARD_CUDA_ARCHITECTURES="$arch" -DMANSARD_EXAMPLES=OFF ||
        fail 3 "CMake could not configure the build" "see its messages above"
    build build-gpu mansard test_cuda
}

# The programs and what they load, but for the C library: a machine's own must match its loader.
if [[ -n $pack ]]; then
    make_build
    mkdir -p "$pack/lib" "$pack/tests"
    cp build-gpu/mansard "$pack/"
    cp build-gpu/tests/test_cuda "$pack/tests/"
    ldd build-gpu/mansard build-gpu/tests/test_cuda | awk '$3 ~ /^\// { print $3 }' | sort -u |
        grep -vE '/(libc|libm|libdl|libpthread|librt|ld-linux[^/]*)\.so' | xargs -I{} cp -L {} "$pack/lib/"
    strip "$pack/mansard" "$pack/tests/test_cuda"
    say "packed: $(du -sh "$pack" | cut -f1) in $pack"
    (($(du -sm "$pack" | cut -f1) <= 64)) || fail 3 "that is more than 64 MiB" "name fewer architectures by --arch"
    exit 0
fi

if [[ -n $carried ]]; then
    export LD_LIBRARY_PATH=$carried/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
else
    # The driver's device, on WSL Windows': better known before minutes of compiling than after.
    [[ -e /dev/nvidiactl || -e /dev/dxg ]] ||
        fail 5 "there is no NVIDIA GPU here (no /dev/nvidiactl)" \
            "run this where there is one; --pack DIRECTORY makes here what can be carried there"
    make_build
    carried=build-gpu
fi
mansard=$carried/mansard
[[ -x $mansard ]] || fail 2 "$mansard is not there" "make it by scripts/gpu-acceptance.sh --pack DIRECTORY"
mkdir -p "$out"

failures=0
if ((tests)) && [[ -x $carried/tests/test_cuda ]]; then
    say "Tests of index functions, references and plain kernels"
    # Those that read machine code or run the program want the build's folder.
    timeout 60 "$carried/tests/test_cuda" --gtest_brief=1 --gtest_filter=-'CudaContracts.*:CudaDevice.*:CudaBuild.*:CudaDisassembler.*:CudaEvidence.*:CudaAcceptance.*' ||
        failures=1
fi

say "Calibrating by the plan $plan"
status=0 began=$SECONDS bounded=()
# A plan keeps to its budget; a GPU that hangs keeps to nothing.
[[ $plan != quick ]] || bounded=(timeout 120)
"${bounded[@]}" "$mansard" calibrate --device cuda --plan "$plan" --no-lock -o "$out/ceilings.json" --samples "$out/samples.json" \
    >"$out/calibrate.txt" || status=$?
say "measured in $((SECONDS - began)) s, exit status $status"
case $status in
    0) ;;
    4)
        # Wrong values, an inner level slower than an outer one, heat: no acceptance.
        say "roofs are suspect: the reasons stand in $out/calibrate.txt"
        failures=1
        ;;
    5) fail 5 "there is no GPU here that can be calibrated" "see the message above" ;;
    124) fail 3 "the calibration hangs" "see what nvidia-smi and the kernel's log say of the GPU" ;;
    *) fail $status "the calibration failed" "see its messages above" ;;
esac

say "Twice the work"
if ! linearity >"$out/linearity.txt"; then
    say "twice the work does not take twice the time (seconds of the second half by those of the first):"
    say "$(cat "$out/linearity.txt")"
    failures=1
fi

if cross_check >"$out/cross-check.txt"; then
    # More than one per cent apart: the kernel does something else than it counts.
    awk '$2 < 99 || $2 > 101 { print "counters and claims of " $1 " differ: " $2 " %"; bad = 1 } END { exit bad }' \
        "$out/cross-check.txt" >&2 || failures=1
else
    : >"$out/cross-check.txt"
    say "ncu cannot read counters here: no row is cross-checked"
fi

"$mansard" show "$out/ceilings.json" --format csv >"$out/ceilings.csv"
awk -F, '
# The first file may be empty.
FILENAME == ARGV[1] { split($0, part, " "); ratio[part[1]] = part[2]; next }
# Reasons have commas.
{ sub(/\r$/, ""); gsub(/"[^"]*"/, "-") }
FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i
    printf "%-62s %12s %12s %9s  %-9s %s\n", "roof", "value", "limit", "fraction", "status", "counters"; next }
{
    kernel = $at["kernel"]
    printf "%-62s %12s %12s %9s  %-9s %s\n", $at["id"], $at["value"] == "" ? "-" : sprintf("%.4g", $at["value"]),
        $at["limit"] == "" ? "-" : sprintf("%.4g", $at["limit"]),
        $at["fraction"] == "" ? "-" : sprintf("%.1f %%", 100 * $at["fraction"]), $at["status"],
        kernel in ratio ? ratio[kernel] " % of the claim" : "not cross-checked"
}' "$out/cross-check.txt" "$out/ceilings.csv" | tee "$out/table.txt"
exit $failures
