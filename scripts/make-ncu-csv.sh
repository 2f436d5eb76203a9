#!/usr/bin/env bash
# Writes an Nsight Compute table of COUNT launches (default 200000) with ten metrics each to standard output, the
# same each time: about 0.6 GB, for timing the import of a large one, e.g.
#
#     scripts/make-ncu-csv.sh > ncu.csv
#     /usr/bin/time -v build/mansard analyze ncu.csv --top 5
set -euo pipefail
export LC_ALL=C
awk -v count="${1:-200000}" '
function grouped(n,    text, out) {
    text = sprintf("%d", n)
    for (out = ""; length(text) > 3; text = substr(text, 1, length(text) - 3)) out = "," substr(text, length(text) - 2) out
    return text out
}
BEGIN {
    print "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\""
    p = "smsp__sass_thread_inst_executed_op_"
    split("gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,lts__t_bytes.sum,l1tex__t_bytes.sum," \
          p "fadd_pred_on.sum," p "fmul_pred_on.sum," p "ffma_pred_on.sum,sm__cycles_elapsed.avg.per_second," \
          "sm__warps_active.avg.pct_of_peak_sustained_active", metric, ",")
    split("ns,byte,byte,byte,byte,inst,inst,inst,hz,%", unit, ",")
    state = 1
    for (i = 0; i < count; ++i) {
        # The minimal standard generator: integers stay exact in doubles.
        state = (state * 16807) % 2147483647
        k = state % 150
        launch = "\"" i "\",\"4711\",\"python3\",\"127.0.0.1\",\"void at::native::vectorized_elementwise_kernel<(int)4, at::native::functor_" k "<float>, at::detail::Array<char *, (int)3>>(int, T2, T3)\",\"1\",\"7\",\"(128, 1, 1)\",\"(" 1 + k * 16 ", 1, 1)\",\"0\",\"8.0\",\"Command line profiler metrics\","
        split(1000 + state % 9973 "," state % 1000003 "," state % 500009 "," state % 2000003 "," state % 4000037 "," \
              state % 100003 "," state % 200003 "," state % 300007 "," 1000000000 + state % 400000009, value, ",")
        for (m = 1; m <= 9; ++m) print launch "\"" metric[m] "\",\"" unit[m] "\",\"" grouped(value[m]) "\""
        print launch "\"" metric[10] "\",\"" unit[10] "\",\"" 10 + state % 80 "." 10 + state % 83 "\""
    }
}'
