#!/usr/bin/env bash
# On a machine with an NVIDIA GPU: builds, tests, calibrates, and prints roof, limit and fraction.
#
#     scripts/gpu-acceptance.sh [--arch 90a] [--plan quick] [--build DIRECTORY] [--out DIRECTORY] [--without-tests]
#
# --build names a finished build (its mansard, tests/test_cuda and, in lib/, the shared libraries that they need), made
# elsewhere by --pack DIRECTORY: then nothing is compiled or installed here. Each kernel's FLOPs and bytes are compared
# with ncu's counters where ncu can read them; where it cannot, the row says so. Nothing of the GPU is changed.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
source "$root/scripts/lib/packages.sh"
source "$root/scripts/lib/build.sh"
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
    exit 0
fi

if [[ -n $carried ]]; then
    export LD_LIBRARY_PATH=$carried/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
else
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
    "$carried/tests/test_cuda" --gtest_brief=1 --gtest_filter=-'CudaContracts.*:CudaDevice.*:CudaBuild.*:CudaDisassembler.*' || failures=1
fi

say "Calibrating by the plan $plan"
status=0
began=$SECONDS
"$mansard" calibrate --device cuda --plan "$plan" --no-lock -o "$out/ceilings.json" --samples "$out/samples.json" \
    >"$out/calibrate.txt" || status=$?
say "measured in $((SECONDS - began)) s, exit status $status"
case $status in
    0 | 4) ;;
    *) fail $status "the calibration failed" "see its messages above" ;;
esac

# ncu's counters of the longest launch of a kernel against what the kernel claims of a trial, in per cent, as lines
# "kernel ratio": multiply-adds of the FP32 and FP64 kernels, bytes that reads of device memory took from it.
cross_check() {
    command -v ncu >/dev/null && command -v python3 >/dev/null || return 1
    ncu --clock-control none --csv --page raw --kernel-name 'regex:^(fma_f32_c8|fma_f64_c4|load_cs_u4_t256_b8)$' \
        --metrics dram__bytes_read.sum,smsp__sass_thread_inst_executed_op_ffma_pred_on.sum,smsp__sass_thread_inst_executed_op_dfma_pred_on.sum \
        "$mansard" calibrate --device cuda --plan "$plan" --budget 5 --filter kernel=fma_f32_c8 --filter kernel=fma_f64_c4 \
        --filter kernel=load_cs_u4_t256_b8 --no-lock -o "$out/ncu-ceilings.json" --samples "$out/ncu-samples.json" \
        >"$out/ncu.csv" 2>"$out/ncu.log" || [[ $? == 4 ]] || return 1
    python3 - "$out/ncu.csv" "$out/ncu-samples.json" <<'PYTHON'
import csv, json, sys
rows = [line for line in open(sys.argv[1], newline="") if line.startswith('"')]
counted = {}
for row in csv.DictReader(rows):
    kernel = row.get("Kernel Name", "").split("(")[0]
    for name, value in row.items():
        if name and ".sum" in name:
            try:
                number = float(value.replace(",", ""))
            except ValueError:
                continue  # the row of units, or n/a
            key = (kernel, name.split("__")[0] if name.startswith("dram") else name.split("_op_")[-1][:4])
            counted[key] = max(counted.get(key, 0), number)
found = False
for series in json.load(open(sys.argv[2]))["series"]:
    if not series["blocks"] or "condition" in series["target"]:
        continue
    kernel, work = series["kernel"], series["work"]
    elements = max(block["elements"] for block in series["blocks"])
    if work["flops"]:
        real = 2 * counted.get((kernel, "ffma" if "f32" in kernel else "dfma"), 0)
        claimed = work["flops"] * elements
    else:
        real, claimed = counted.get((kernel, "dram"), 0), work["read_bytes"] * elements
    if real:
        found = True
        print(kernel, f"{100 * real / claimed:.2f}")
sys.exit(0 if found else 1)
PYTHON
}
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
FNR == NR { split($0, part, " "); ratio[part[1]] = part[2]; next }
{ sub(/\r$/, "") }
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
