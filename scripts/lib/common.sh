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
