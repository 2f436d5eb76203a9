#!/usr/bin/env bash
# Times the import of a large profile: CPU time of `mansard analyze` on one core, MB/s and the memory that it took. A
# benchmark, no test: it asserts nothing.
#
#     scripts/time-import.sh PROFILE [--runs N]
#     scripts/make-perf-csv.sh 100 > perf.csv && scripts/time-import.sh perf.csv
#
# User and system time are added, and the best of the runs counts: a busy machine takes turns, but also slows whoever
# shares a cache. Needs GNU time.
set -euo pipefail
export LC_ALL=C
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"

profile=
runs=3
while (($#)); do
    case $1 in
        --runs) runs=$2; shift 2 ;;
        -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
        -*) fail 2 "unknown option $1" "see --help" ;;
        *) profile=$1; shift ;;
    esac
done
[[ -f $profile ]] || fail 2 "there is no profile \"$profile\"" "name a file; scripts/make-perf-csv.sh makes one"
mansard=$(dirname "$0")/../build/mansard
[[ -x $mansard ]] || fail 2 "$mansard is missing" "run scripts/run.sh first"
[[ -x /usr/bin/time ]] || fail 2 "GNU time is missing" "apt-get install time"
times=$(mktemp)
trap 'rm -f "$times"' EXIT
for ((run = 0; run < runs; ++run)); do
    taskset -c 0 /usr/bin/time -a -o "$times" -f '%U %S %M' "$mansard" --quiet analyze "$profile" --format csv -o /dev/null
done
awk -v bytes="$(stat -Lc %s "$profile")" '{ print $1 + $2, $3, bytes / 1e6 }' "$times" | sort -n | head -n 1 |
    awk '{ printf "%.2f s of CPU time, %.0f MB/s, %.0f MiB\n", $1, $3 / $1, $2 / 1024 }'
