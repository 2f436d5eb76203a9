# shellcheck shell=bash disable=SC2154
# What a GPU's counters and launches of two lengths say of its kernels, for gpu-acceptance.sh, which has set `mansard`
# and `out`. Source it; needs common.sh.

# Roofs of launches of 20 ms and of 40 ms, seven blocks of each: where twice the work takes twice the time, both have
# the same rate. Prints "kernel ratio": the time that the second half took, by the first half's. False where one is
# off by more than 5 %.
linearity() {
    local trial times kernels=(fma_f64_c4 fma_f32_c8 load_cs_u4_t256_b8 l1_load_ca_u2_t1024_b1 shared_load_u8_t256_b4)
    for trial in 0.02 0.04; do
        times='"budget_s": 20, "trial_s": '$trial', "trials": 3, "long_trials": 3, "long_trial_s": 0.05,
            "search_trials": 1, "search_rounds": 1, "finalists": 1, "min_rounds": 7, "max_rounds": 7,
            "precision": 0.001, "spread_s": 0, '
        local groups='"compute": [{"isas": "all", "dtypes": ["f64", "f32"], "ops": ["fma"], "scopes": ["device"]}],
            "memory": [{"levels": ["DRAM", "L1", "shared"], "patterns": ["load"], "scopes": ["device"]}]'
        printf '{"name": "linear", "summary": "launches of %s s", %s %s, "cuda": {%s %s}}\n' \
            "$trial" "$times" "$groups" "$times" "$groups" >"$out/linear-$trial.json"
        timeout 40 "$mansard" calibrate --device cuda --plan "$out/linear-$trial.json" "${kernels[@]/#/--filter=kernel=}" --no-lock \
            --quiet -o "$out/linear-$trial-ceilings.json" --samples "$out/linear-$trial-samples.json" >/dev/null ||
            [[ $? == 4 ]] || return 1
        "$mansard" show "$out/linear-$trial-ceilings.json" --format csv >"$out/linear-$trial.csv"
    done
    awk -F, '
    { sub(/\r$/, ""); gsub(/"[^"]*"/, "-") }
    FNR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next }
    $at["typical"] == "" { next }
    FNR == NR { rate[$at["id"]] = $at["typical"]; next }
    $at["id"] in rate {
        ratio = 2 * rate[$at["id"]] / $at["typical"] - 1
        print $at["kernel"], ratio
        any = 1
        if (ratio < 0.95 || ratio > 1.05) bad = 1
    }
    END { exit bad || !any }' "$out/linear-0.02.csv" "$out/linear-0.04.csv"
}

# One group of kernels under ncu: `counted GROUP FILTER PATTERN METRICS` leaves GROUP.csv and the samples of that run.
counted() {
    timeout 45 ncu --clock-control none --csv --page raw --kernel-name "regex:^($3)" --metrics "$4" \
        "$mansard" calibrate --device cuda --plan "$plan" --budget 4 --filter "$2" "${@:5}" --no-lock --quiet \
        -o "$out/ncu-$1-ceilings.json" --samples "$out/ncu-$1-samples.json" >"$out/ncu-$1.csv" 2>"$out/ncu-$1.log" ||
        [[ $? == 4 ]]
}

# The counters of the longest launch of each kernel against what the kernel claims of a trial, as lines "kernel per
# cent": multiply-adds, additions and multiplications in FP32 and FP64; bytes that device memory gave and took, that L1
# handed out, that shared memory handed out. Matrix kernels are checked by value alone: what the counters of tensor cores
# are called differs from chip to chip.
cross_check() {
    command -v ncu >/dev/null && command -v python3 >/dev/null || return 1
    local operations=smsp__sass_thread_inst_executed_op_ simt
    simt=${operations}ffma_pred_on.sum,${operations}fadd_pred_on.sum,${operations}fmul_pred_on.sum
    simt+=,${operations}dfma_pred_on.sum,${operations}dadd_pred_on.sum,${operations}dmul_pred_on.sum
    local any=1
    counted compute isa=simt '(fma|add|mul)_f(32|64)_' "$simt" --filter dtype=f32 --filter dtype=f64 && any=0
    counted dram level=DRAM '(load_c|load_n|store_|copy_|triad_)' dram__bytes_read.sum,dram__bytes_write.sum \
        --filter pattern=load --filter pattern=store --filter pattern=copy --filter pattern=triad && any=0
    counted l1 level=L1 l1_load_ l1tex__t_bytes_pipe_lsu_mem_global_op_ld.sum && any=0
    counted shared level=shared shared_load_ l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum \
        --filter pattern=load && any=0
    ((any == 0)) || return 1
    python3 - "$out" <<'PYTHON'
import csv, json, pathlib, sys

def number(text):
    try:
        return float(text.replace(",", ""))
    except (AttributeError, ValueError):
        return None  # the row of units, or n/a

def claimed(work, name):
    """What one element of a kernel adds to a counter; None: nothing that is compared."""
    if "_op_" in name and name.startswith("smsp__sass"):
        operation = name.split("_op_")[-1][1:4]
        return work["flops"] / (2 if operation == "fma" else 1) or None
    if name.startswith("dram__bytes_read") or name.startswith("l1tex__t_bytes"):
        return work["read_bytes"] or None
    if name.startswith("dram__bytes_write"):
        return work["written_bytes"] or None
    if name.startswith("l1tex__data_pipe"):
        return work["read_bytes"] / 128  # all banks once
    return None

found = False
for group in ("compute", "dram", "l1", "shared"):
    table = pathlib.Path(sys.argv[1], f"ncu-{group}.csv")
    samples = pathlib.Path(sys.argv[1], f"ncu-{group}-samples.json")
    if not table.exists() or not samples.exists():
        continue
    longest = {}
    rows = [line for line in table.read_text().splitlines() if line.startswith('"')]
    for row in csv.DictReader(rows):
        kernel = (row.get("Kernel Name") or "").split("(")[0]
        for name, text in row.items():
            count = number(text) if name and ".sum" in name else None
            if count is not None:
                key = kernel, name
                longest[key] = max(longest.get(key, 0), count)
    for series in json.loads(samples.read_text())["series"]:
        if not series["blocks"] or "condition" in series["target"]:
            continue
        elements = max(block["elements"] for block in series["blocks"])
        worst = None
        for (kernel, name), count in longest.items():
            each = claimed(series["work"], name) if kernel == series["kernel"] else None
            own = "_op_" not in name or not name.startswith("smsp") or name.split("_op_")[-1][1:4] == kernel[:3]
            if each and count and own:
                percent = 100 * count / (each * elements)
                if worst is None or abs(percent - 100) > abs(worst - 100):
                    worst = percent
        if worst is not None:
            found = True
            print(series["kernel"], f"{worst:.2f}")
sys.exit(0 if found else 1)
PYTHON
}
