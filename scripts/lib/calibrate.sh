# Calibrates into results/, or goes on with a calibration that was cut short. Source lib/common.sh first; the working
# directory is the source tree.

# known_plan PLAN DIRECTORY: whether it is a plan of configs/plans under DIRECTORY, or a file. It asks no program:
# it is better to know before a build of minutes.
known_plan() {
    [[ -n $1 && ( -f $2/configs/plans/$1.json || ( -e $1 && ! -d $1 ) ) ]]
}

# calibrate PROGRAM PLAN: its exit status. Whatever ends it early, kill -9 included, leaves results/calibration.begun
# with the plan's name: the next call with the same plan goes on. What cannot go on (another version, another machine)
# begins anew.
calibrate() {
    local begun=results/calibration.begun status=0 to=(-o results/ceilings.json --samples results/samples.json)
    mkdir -p results
    if [[ -e $begun && $(<"$begun") == "$2" ]]; then
        say "The last calibration was interrupted: going on"
        "$1" calibrate --resume "${to[@]}" || status=$?
        if ((status != 3)); then
            ((status != 0 && status != 4)) || rm -f "$begun"
            return $status
        fi
        say "It cannot go on: calibrating anew"
        status=0
    fi
    # Else a run that is killed before its first round would go on with the whole samples of the one before.
    rm -f results/samples.json
    printf '%s\n' "$2" >"$begun"
    "$1" calibrate --plan "$2" "${to[@]}" || status=$?
    # Interrupted (128 + a signal) it stays to go on; of any other failure nothing is left to go on with.
    ((status > 128)) || rm -f "$begun"
    return $status
}
