# Shared by the scripts: words for the user, and failing with a remedy. Source it; it changes nothing.

say() { printf '%s\n' "$*" >&2; }

# fail STATUS WHAT REMEDY
fail() {
    say "$(basename "$0"): error: $2. To mend it: $3."
    exit "$1"
}

# quietly COMMAND...: shows what the command said only if it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" >"$log" 2>&1 || status=$?
    ((status == 0)) || cat "$log" >&2
    rm -f "$log"
    return $status
}

# require_writable DIRECTORY...: exits 3 where this user cannot make or change one of them.
require_writable() {
    local directory place
    for directory in "$@"; do
        place=$directory
        [[ -e $place ]] || place=$(dirname "$place")
        [[ -w $place ]] || fail 3 "this user may not write to $PWD/$directory" \
            "run as the owner of $PWD, or in a copy of the sources of your own"
    done
}
