#!/usr/bin/env bash
# From nothing to a report: installs what is missing, builds, calibrates this machine, runs the example
# workloads and places them under its measured roofs.
#
#     scripts/run.sh [--plan quick|standard|thorough|FILE]
#
# Everything it makes lies in build/ and results/. The first run installs a compiler, nodejs and other packages (apt),
# and builds for 5 to 15 minutes on two cores; a second run reuses the build. One that was interrupted goes on.
set -euo pipefail
export LC_ALL=C
here=$PWD
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
source "$root/scripts/lib/packages.sh"
source "$root/scripts/lib/build.sh"
source "$root/scripts/lib/calibrate.sh"

plan=quick
while (($#)); do
    case $1 in
        --plan)
            (($# > 1)) || fail 2 "--plan needs a name or a file" "see scripts/run.sh --help"
            plan=$2
            shift 2 ;;
        --plan=*) plan=${1#*=}; shift ;;
        -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
        *) fail 2 "unknown option \"$1\"" "see scripts/run.sh --help" ;;
    esac
done
# A plan that is a file was named from where the user stands.
[[ -z $plan || $plan == /* || ! -e $here/$plan || -f $root/configs/plans/$plan.json ]] || plan=$here/$plan
known_plan "$plan" "$root" ||
    fail 2 "there is no plan \"$plan\"" "take quick, standard, thorough or a plan file; see docs/method.md"
cd "$root"
require_writable build results

partial=()
trap 'rm -f "${partial[@]}"' EXIT
trap 'say "Interrupted: scripts/run.sh --plan $plan goes on where it was."; exit 130' INT TERM

# Exit status 4 says that something measured is suspect: worth a warning, and no reason to stop.
tolerant() {
    local status=0
    "$@" || status=$?
    case $status in
        0) ;;
        4) say "Some roofs are suspect; the messages above and the report say why." ;;
        *) exit $status ;;
    esac
}

require "${build_requirements[@]}"
configure_for_use
[[ -x build/mansard ]] || say "Building: 5 to 15 minutes on two cores, the first time"
build build mansard examples

mkdir -p results/workloads
tolerant calibrate build/mansard "$plan"

profiles=()
for program in build/examples/example_*; do
    [[ -x $program ]] || continue
    profile=results/workloads/${program##*/example_}.json
    say "Running $program"
    # Written beside its place and renamed: a run that is cut short leaves no half profile.
    partial+=("$profile.part")
    quietly "$program" --benchmark_out="$profile.part" --benchmark_out_format=json ||
        fail 3 "$program failed" "see its messages above"
    mv "$profile.part" "$profile"
    profiles+=("$profile")
done

tolerant build/mansard analyze "${profiles[@]}" --ceilings results/ceilings.json --scope core \
    --report json=results/analysis.json --report html=results/report.html --report svg=results/report.svg

say "
The measured roofs:     results/ceilings.json (from results/samples.json)
The workloads' profiles: ${profiles[*]}
The analysis:           results/analysis.json
The report:             results/report.html, and as a picture results/report.svg
The program:            build/mansard (see build/mansard --help)
All of it lies in $root."
