#!/usr/bin/env bash
# Writes about MEGABYTES (default 100) of `perf stat -I -x,` to standard output, the same each time: intervals
# of twelve events in a cgroup, for timing an import:
#
#     scripts/make-perf-csv.sh > perf.csv
#     /usr/bin/time -v build/mansard analyze perf.csv --format csv -o /dev/null
set -euo pipefail
export LC_ALL=C
awk -v megabytes="${1:-100}" 'BEGIN {
    count = split("uops_executed.core mem_inst_retired.all_stores mem_inst_retired.all_loads cycles " \
        "fp_arith_inst_retired.scalar_double fp_arith_inst_retired.scalar_single " \
        "fp_arith_inst_retired.128b_packed_double fp_arith_inst_retired.128b_packed_single " \
        "fp_arith_inst_retired.256b_packed_double fp_arith_inst_retired.256b_packed_single " \
        "fp_arith_inst_retired.512b_packed_double fp_arith_inst_retired.512b_packed_single", events, " ")
    bytes = megabytes * 1000000
    print "# started on Mon Jun  1 10:00:00 2026\n"
    state = 1
    for (interval = 1; written < bytes; ++interval) {
        time = sprintf("%6d.%09d", interval, 100000 + state % 1000)
        for (i = 1; i <= count; ++i) {
            # The minimal standard generator: integers stay exact in doubles.
            state = (state * 16807) % 2147483647
            line = sprintf("%s,%d,,%s,solver,%d,%.2f,,", time, state, events[i], 1000000000 - state % 700000000, 30 + state % 70)
            print line
            written += length(line) + 1
        }
    }
}'
