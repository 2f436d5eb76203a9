# Shared by the scripts: words for the user, and failing with a remedy. Source it; it changes nothing.

say() { printf '%s\n' "$*" >&2; }

# fail STATUS WHAT REMEDY
fail() {
    say "$(basename "$0"): error: $2. To mend it: $3."
    exit "$1"
}
