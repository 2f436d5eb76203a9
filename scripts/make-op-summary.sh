#!/usr/bin/env bash
# Writes COUNT rows (default 1000000, about 260 MB) of an op_summary with shapes and counters to standard output, the
# same each time: 400 different ops in steps of 2000, for timing an import:
#
#     scripts/make-op-summary.sh > op_summary_1.csv
#     /usr/bin/time -v build/mansard analyze op_summary_1.csv --format csv -o /dev/null
set -euo pipefail
export LC_ALL=C
awk -v count="${1:-1000000}" 'BEGIN {
    print "Step Id,Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us)," \
        "Task Duration(us),Task Wait Time(us),Block Num,Mix Block Num,HF32 Eligible,Input Shapes,Input Data Types," \
        "Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID,aicore_time(us),aic_total_cycles," \
        "aic_mac_ratio,aic_scalar_ratio,aic_mte1_ratio,aic_mte2_ratio,aic_fixpipe_ratio,aic_icache_miss_rate," \
        "aiv_time(us),aiv_vec_ratio,aiv_mte2_ratio,aiv_mte3_ratio,cube_utilization(%)"
    state = 1
    us = 0
    for (i = 0; i < count; ++i) {
        # The minimal standard generator: integers stay exact in doubles.
        state = (state * 16807) % 2147483647
        op = state % 400
        m = 64 * (1 + op % 16)
        duration = 5 + state % 997 / 10
        us += duration + 2
        head = sprintf("%d,0,4294967295,%d,2,", 1 + int(i / 2000), i % 65536)
        times = sprintf("17000%015.3f\t,%.3f,%.3f,", us, duration, state % 53)
        if (op % 3 == 0)
            print head "aclnnMatmul_MatMulCommon_MatMulV2_" op ",MatMulV2,dynamic,AI_CORE," times "24,0,NO,\"\"\"" m ",4096;4096," 2 * m "\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"" m "," 2 * m "\"\"\",DT_BF16,ND,N/A," \
                duration ",230011,0." 100 + state % 890 ",0.051,0.212,0." 100 + state % 880 ",0.033,0.002,0.0,0.0,0.0,0.0,93." state % 9
        else
            print head "aclnnAdd_AddAiCore_Add_" op ",Add,dynamic,AI_VECTOR_CORE," times "48,0,NO,\"\"\"" m ",4096;" m ",4096\"\"\",DT_BF16;DT_BF16,ND;ND,\"\"\"" m ",4096\"\"\",DT_BF16,ND,N/A," \
                "0.0,0,0.0,0.0,0.0,0.0,0.0,0.0," duration ",0." 100 + state % 890 ",0." 100 + state % 880 ",0." 100 + state % 870 ",0.0"
    }
}'
