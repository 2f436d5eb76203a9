#!/usr/bin/env bash
# Writes COUNT points of mansard CSV (default 1000000) to standard output, the same each time: for timing
# `mansard analyze` on a large profile, e.g.
#
#     scripts/make-points.sh > points.csv
#     /usr/bin/time -v build/mansard analyze points.csv --ceilings results/ceilings.json
set -euo pipefail
export LC_ALL=C
awk -v count="${1:-1000000}" 'BEGIN {
    print "name,seconds,calls,threads,category,flops_f64,bytes_L1,bytes_L2,bytes_L3,bytes_DRAM_read,bytes_DRAM_written"
    state = 1
    for (i = 0; i < count; ++i) {
        # The minimal standard generator: integers stay exact in doubles.
        state = (state * 16807) % 2147483647
        seconds = 1e-6 * (1 + state % 9973)
        flops = seconds * 1e9 * (1 + state % 31)
        bytes = seconds * 1e9 * (1 + state % 17)
        printf "kernel_name_%d,%.9g,%d,%d,op%d,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", i, seconds, 1 + state % 100,
            1 + state % 2, state % 12, flops, 4 * bytes, 2 * bytes, bytes, bytes / 2, bytes / 4
    }
}'
