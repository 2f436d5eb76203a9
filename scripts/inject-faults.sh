#!/usr/bin/env bash
# Spoils the machine in known ways while it is calibrated, and checks that each run says so: the right note and flag,
# and no unflagged roof more than 5 % off what the uninjected runs just before and after it found. A benchmark, no
# test: it takes the plan's time 13 times (six minutes with the quick plan) on a machine that is otherwise quiet.
#
#   scripts/inject-faults.sh [--plan PLAN] [--fault NAME]... [--filter K=V]... [--keep DIR]
#
#   quota       half of the CPUs' time, by the control group's cpu controller (root)
#   affinity    one core, by taskset
#   neighbour   a busy loop on the first core, from half-way on
#   company     a program that copies memory on the last core, from before the first block to behind the last
#   memory      1 GiB, by the control group's memory controller (root)
#   huge_pages  refused, by prctl(PR_SET_THP_DISABLE)
#
# Exit status: 0 all found, 1 a fault was missed or a roof is off, 2 usage or nothing could be injected.
set -euo pipefail
export LC_ALL=C
CDPATH= cd "$(dirname "$0")/.."
source scripts/lib/common.sh

plan=quick keep='' filters=() faults=()
while [ $# -gt 0 ]; do
    case $1 in
        --plan) plan=$2; shift 2 ;;
        --fault) faults+=("$2"); shift 2 ;;
        --filter) filters+=(--filter "$2"); shift 2 ;;
        --keep) keep=$2; shift 2 ;;
        -h | --help) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail 2 "unknown option $1" "see --help" ;;
    esac
done
[ ${#faults[@]} -gt 0 ] || faults=(quota affinity neighbour company memory huge_pages)
mansard=${MANSARD:-build/mansard}
[ -x "$mansard" ] || fail 2 "$mansard is missing" "run scripts/run.sh first"
mansard=$(realpath "$mansard")

groups=() neighbour=''
[ -n "$keep" ] || keep=$(mktemp -d)
mkdir -p "$keep"
cleanup() {
    [ -z "$neighbour" ] || kill "$neighbour" 2>/dev/null || true
    for group in "${groups[@]}"; do rmdir "$group" 2>/dev/null || true; done
}
trap cleanup EXIT

# controller NAME: a fresh group of that controller, on standard output; nothing where there is none to be had.
controller() {
    local top="/sys/fs/cgroup/$1" group
    if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
        top=/sys/fs/cgroup
        grep -qw "$1" "$top/cgroup.subtree_control" 2>/dev/null || return 0
    fi
    group="$top/mansard-faults-$$-$1"
    mkdir "$group" 2>/dev/null && echo "$group"
}

# calibrate NAME [COMMAND...]: one run below COMMAND; its ceilings, log and exit status in files of that name.
calibrate() {
    local name=$1 status=0
    shift
    "$@" "$mansard" --quiet calibrate --plan "$plan" "${filters[@]}" -o "$keep/$name.json" \
        >/dev/null 2>"$keep/$name.log" || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 4 ] || { cat "$keep/$name.log" >&2; exit 2; }
    echo "$status" >"$keep/$name.status"
    "$mansard" show "$keep/$name.json" --format csv >"$keep/$name.csv"
}
in_group() { # GROUP COMMAND...
    local group=$1
    shift
    bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"
}

# Each fault: run_NAME injects it into a run, or prints why it cannot; flag_NAME is the flag that must be there,
# notes_NAME the notes of which one must.
cpus=$(nproc)
run_quota() {
    local group quota=$((cpus * 50000))
    group=$(controller cpu) || true
    [ -n "$group" ] || { echo "no cpu controller can be written here: be root, outside of a container"; return; }
    groups+=("$group")
    if [ -e "$group/cpu.max" ]; then
        echo "$quota 100000" >"$group/cpu.max"
    else
        echo 100000 >"$group/cpu.cfs_period_us"
        echo "$quota" >"$group/cpu.cfs_quota_us"
    fi
    calibrate quota in_group "$group"
}
flag_quota=quota notes_quota='cpu_quota'
run_affinity() {
    [ "$cpus" -gt 1 ] || { echo "there is one CPU only"; return; }
    calibrate affinity taskset --cpu-list "$first_cpu"
}
flag_affinity=partial notes_affinity='affinity'
run_neighbour() {
    local half
    half=$(awk -v s="$seconds" 'BEGIN { print s / 2 }')
    # The shell itself is the neighbour, so that its number is the one to end.
    { sleep "$half"; exec taskset --cpu-list "$first_cpu" bash -c 'while :; do :; done'; } &
    neighbour=$!
    calibrate neighbour
    kill "$neighbour" 2>/dev/null || true
    wait "$neighbour" 2>/dev/null || true
    neighbour=
}
flag_neighbour=contended notes_neighbour='busy_neighbour changed_midway contended involuntary_switches threads_waited'
run_company() {
    command -v perl >/dev/null || { echo "perl is missing"; return; }
    [ "$cpus" -gt 1 ] || { echo "there is one CPU only"; return; }
    taskset --cpu-list "$last_cpu" perl -e '$from = "a" x (64 << 20); $to = $from while 1' &
    neighbour=$!
    sleep 1
    calibrate company
    kill "$neighbour" 2>/dev/null || true
    wait "$neighbour" 2>/dev/null || true
    neighbour=
}
flag_company=contended notes_company='busy_elsewhere'
run_memory() {
    local group
    group=$(controller memory) || true
    [ -n "$group" ] || { echo "no memory controller can be written here: be root, outside of a container"; return; }
    groups+=("$group")
    if [ -e "$group/memory.max" ]; then
        echo $((1 << 30)) >"$group/memory.max"
    else
        echo $((1 << 30)) >"$group/memory.limit_in_bytes"
    fi
    calibrate memory in_group "$group"
}
flag_memory='' notes_memory='memory_limit'
run_huge_pages() {
    local number
    case $(uname -m) in
        x86_64) number=157 ;;
        aarch64) number=167 ;;
        *) echo "prctl's number is not known for $(uname -m)"; return ;;
    esac
    command -v perl >/dev/null || { echo "perl is missing"; return; }
    # 41 is PR_SET_THP_DISABLE (linux/prctl.h); it holds across exec.
    calibrate huge_pages perl -e 'syscall(shift, 41, 1, 0, 0, 0) == 0 or die "prctl: $!\n"; exec @ARGV or die' "$number"
}
flag_huge_pages=small_pages notes_huge_pages='huge_pages_refused'

# judge NAME BEFORE AFTER: one line of the table, and one for each roof that is off; status 1 if anything is wrong.
judge() {
    local name=$1 flag=flag_$1 notes=notes_$1 note found=''
    for note in ${!notes}; do
        grep -q "\"code\": \"$note\"" "$keep/$name.json" && found+="$note "
    done
    awk -F, -v name="$name" -v flag="${!flag}" -v notes="$found" -v status="$(cat "$keep/$name.status")" '
        FNR == 1 { ++file; for (i = 1; i <= NF; ++i) column[$i] = i; next }
        { id = $column["id"]; value = $column["value"] + 0; flags = " " $column["flags"] " " }
        # Few blocks are the plan, not the fault.
        function bare(text) { gsub(/ few_blocks /, " ", text); gsub(/ /, "", text); return text }
        $column["status"] == "absent" || value <= 0 { next }
        file < 3 {
            if (bare(flags) != "" || $column["status"] != "measured") { shaky[id] = 1; next }
            if (!(id in low) || value < low[id]) low[id] = value
            if (value > high[id]) high[id] = value
            next
        }
        {
            ++roofs
            if (flag != "" && index(flags, " " flag " ")) ++flagged
            if ($column["status"] == "suspect") { ++suspect; next }
            if (bare(flags) != "") { ++other; next }
            if (!(id in low) || id in shaky) { ++unknown; next }
            ++compared
            off = value < low[id] ? value / low[id] - 1 : value > high[id] ? value / high[id] - 1 : 0
            if (off < worst && off < 0 || off > -worst && off > 0) { worst = off < 0 ? off : -off; which = id }
            if (off < -0.05 || off > 0.05) bad[++wrong] = sprintf("%s %+.1f %%", id, 100 * off)
        }
        END {
            missed = notes == "" || (flag != "" && !flagged)
            printf "| %s | %s | %s | %d of %d | %d | %d | %d | %d | %.1f %% %s | %s |\n", name, status,
                notes == "" ? "none" : notes, flagged, roofs, suspect, other, unknown, compared, worst ? -100 * worst : 0, which,
                missed ? "MISSED" : wrong ? "OFF" : "ok"
            for (i = 1; i <= wrong; ++i) print "  off: " bad[i] > "/dev/stderr"
            exit missed || wrong
        }' "$keep/$2.csv" "$keep/$3.csv" "$keep/$name.csv"
}

calibrate plain0
first_cpu=$(grep -m 1 -A 1 '"cpus_used"' "$keep/plain0.json" | grep -o '[0-9]\+' | head -n 1)
last_cpu=$(tr -d ' \n' <"$keep/plain0.json" | grep -o '"cpus_used":\[[0-9,]*' | grep -o '[0-9]*$')
seconds=$(grep -m 1 '"seconds"' "$keep/plain0.json" | grep -o '[0-9.]\+')
echo "| fault | exit | notes | flagged | suspect | flagged (any) | not comparable | compared | farthest off | |"
echo "|---|---|---|---|---|---|---|---|---|---|"
result=0 round=0 injected=0 skipped=()
for fault in "${faults[@]}"; do
    declare -F "run_$fault" >/dev/null || fail 2 "there is no fault \"$fault\"" "see --help"
    # Not in a subshell: what a fault made must be undone at the end.
    rm -f "$keep/$fault.csv"
    "run_$fault" >"$keep/$fault.why"
    if [ ! -e "$keep/$fault.csv" ]; then
        skipped+=("$fault: $(cat "$keep/$fault.why")")
        continue
    fi
    calibrate "plain$((round + 1))"
    judge "$fault" "plain$round" "plain$((round + 1))" || result=1
    round=$((round + 1)) injected=$((injected + 1))
done
for why in "${skipped[@]}"; do echo "not injected: $why"; done
[ "$injected" -gt 0 ] || exit 2
exit "$result"
