#!/usr/bin/env bash
# Calibrates N times in a row with the standard plan and prints how far the roofs are from their medians, as a Markdown
# table: per measured clock cycle for compute, L1 and L2, in absolute terms for L3 and DRAM. A benchmark, no test.
#
#   scripts/repeatability.sh [--runs N] [--plan PLAN] [--keep DIR]
set -euo pipefail
export LC_ALL=C

runs=5
plan=standard
keep=
while [ $# -gt 0 ]; do
    case $1 in
        --runs) runs=$2; shift 2 ;;
        --plan) plan=$2; shift 2 ;;
        --keep) keep=$2; shift 2 ;;
        -h | --help) sed -n '2,5s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) echo "unknown option $1" >&2; exit 2 ;;
    esac
done
CDPATH= cd "$(dirname "$0")/.."
mansard=build/mansard
[ -x "$mansard" ] || { echo "$mansard is missing: run scripts/run.sh first" >&2; exit 2; }
if [ -z "$keep" ]; then
    keep=$(mktemp -d)
    trap 'rm -rf "$keep"' EXIT
fi
mkdir -p "$keep"

for run in $(seq "$runs"); do
    status=0
    "$mansard" --quiet calibrate --plan "$plan" -o "$keep/$run.json" >/dev/null 2>"$keep/$run.log" || status=$?
    # 4: a roof is suspect; it is left out below and counted.
    [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || { cat "$keep/$run.log" >&2; exit "$status"; }
    "$mansard" show "$keep/$run.json" --format csv >"$keep/$run.csv"
done

awk -F, '
    FNR == 1 { for (i = 1; i <= NF; ++i) column[$i] = i; next }
    $column["status"] == "measured" || $column["status"] == "suspect" {
        id = $column["id"]
        split(id, part, ".")  # device.scope.kind.level.pattern, or .dtype.isa.op for compute
        group = part[3] == "compute" ? "compute" : part[4]
        if (part[3] == "latency") group = group " latency"
        per_cycle = group == "compute" || group ~ /^L[12]/
        value = per_cycle && $column["per_cycle"] != "" ? $column["per_cycle"] : $column["value"]
        contended = $0 ~ /contended/
        ++seen[group]; if (contended) ++spoilt[group]
        if ($column["status"] == "suspect") ++doubted[group]
        if (contended || $column["status"] == "suspect") next
        values[id, ++count[id]] = value + 0; of[id] = group
    }
    END {
        for (id in count) {
            n = count[id]; if (n < 2) continue
            for (i = 1; i <= n; ++i) v[i] = values[id, i]
            for (i = 2; i <= n; ++i) { x = v[i]; for (j = i - 1; j > 0 && v[j] > x; --j) v[j + 1] = v[j]; v[j + 1] = x }
            median = n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
            far = v[n] - median > median - v[1] ? v[n] - median : median - v[1]
            far /= median
            g = of[id]; ++roofs[g]
            if (far > worst[g]) { worst[g] = far; which[g] = id }
            limit = g == "compute" || g ~ /^L[12]/ ? 0.03 : 0.06
            if (far <= limit) ++within[g]
        }
        print "| group | roof values | contended | suspect | roofs compared | within ±3 % (L3, DRAM: ±6 %) | farthest from its median |"
        print "|---|---|---|---|---|---|---|"
        split("compute,L1,L2,L3,DRAM,L1 latency,L2 latency,L3 latency,DRAM latency", order, ",")
        for (i = 1; i <= 9; ++i) {
            g = order[i]; if (!(g in seen)) continue
            printf "| %s | %d | %.0f %% | %d | %d | %d | %.1f %% (%s) |\n", g, seen[g], 100 * spoilt[g] / seen[g],
                doubted[g], roofs[g], within[g], 100 * worst[g], which[g]
        }
    }' "$keep"/*.csv
