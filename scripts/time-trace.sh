#!/usr/bin/env bash
# Times the import of a large Chrome trace against Python's json.load of the same file, and prints both and their ratio,
# with the memory that each took. A benchmark, no test: it asserts nothing.
#
#     scripts/time-trace.sh [SIZE in MiB, default 1024] [--runs N]
#
# The two alternate within every run, and the best of each counts: a busy machine slows whoever is at work. Needs GNU
# time and Python 3.
set -euo pipefail
export LC_ALL=C
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"

size=1024
runs=2
while (($#)); do
    case $1 in
        --runs) runs=$2; shift 2 ;;
        -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;;
        [0-9]*) size=$1; shift ;;
        *) fail 2 "unknown option $1" "see --help" ;;
    esac
done
CDPATH= cd "$(dirname "$0")/.."
mansard=build/mansard
[[ -x $mansard ]] || fail 2 "$mansard is missing" "run scripts/run.sh first"
[[ -x /usr/bin/time ]] || fail 2 "GNU time is missing" "apt-get install time"
command -v python3 >/dev/null || fail 2 "Python is missing" "apt-get install python3-minimal"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trace=$work/trace.json
scripts/make-trace.sh "$size" >"$trace"

# timed NAME COMMAND...: appends "seconds KiB" to $work/NAME.
timed() {
    local name=$1
    shift
    /usr/bin/time -a -o "$work/$name" -f '%e %M' "$@" >/dev/null
}
for ((run = 0; run < runs; ++run)); do
    timed mansard "$mansard" --quiet analyze "$trace" --format csv -o "$work/points.csv"
    timed python python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$trace"
done
for name in mansard python; do
    sort -n "$work/$name" | head -n 1 | awk -v name="$name" '{ printf "%-8s %7.2f s  %6.0f MiB\n", name, $1, $2 / 1024 }'
done
paste <(sort -n "$work/mansard" | head -n 1) <(sort -n "$work/python" | head -n 1) |
    awk '{ printf "ratio    1 : %.1f in time, 1 : %.1f in memory\n", $3 / $1, $4 / $2 }'
