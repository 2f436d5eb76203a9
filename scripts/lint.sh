#!/usr/bin/env bash
# Checks names and real mistakes with clang-tidy, in every source that has changed, itself or by a header, since it
# last passed. Exits 1 if anything is found.
#
#     scripts/lint.sh [--all-checks] [BUILD DIRECTORY...]
#
# The build directories (build/ if none is given) must be built: their compile commands and dependencies are used.
# Without --all-checks a selection runs, which costs a third of the time that all checks of .clang-tidy cost.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"

checks='--checks=-*,readability-identifier-naming,bugprone-use-after-move,bugprone-dangling-handle,modernize-use-nullptr,modernize-use-override,misc-unused-using-decls'
kind=some
if [[ ${1:-} == --all-checks ]]; then
    checks=
    kind=all
    shift
fi
command -v clang-tidy >/dev/null || fail 2 "clang-tidy is not installed" "install it: apt-get install clang-tidy"
builds=()
for build in "${@:-$root/build}"; do
    [[ -e $build/compile_commands.json && -e $build/.ninja_deps ]] ||
        fail 2 "$build is not built" "build it, for example with scripts/test.sh"
    builds+=("$(realpath "$build")")
done

stamps=${builds[0]}/lint
mkdir -p "$stamps"

# One command for each file: kernels are compiled once for every instruction set, and read the same in each. And
# without precompiled headers, which clang cannot read from GCC, so that a missing #include shows; warnings are the
# compiler's business, and clang's are others.
sed 's/ -Winvalid-pch//; s/ -Werror//; s/ -include [^ ]*cmake_pch\.hxx//' "${builds[@]/%//compile_commands.json}" |
    awk '/^{/ { entry = "" } { entry = entry $0 "\n" }
     /^ *"file":/ { file = $0; sub(/,$/, "", file); fresh = !(file in seen) && file !~ /\/(generated|CMakeFiles)\//; seen[file] = 1 }
     /^}/ && fresh { sub(/},?\n$/, "}", entry); printf "%s%s", (count++ ? ",\n" : "[\n"), entry }
     END { print "\n]" }' >"$stamps/compile_commands.json"

# "SOURCE HEADER" lines for what lies in the tree, from what the compiler reported to ninja.
stale=()
declare -A queued=()
while read -r source header; do
    stamp=$stamps/${source#"$root/"}.$kind
    [[ -z ${queued[$source]:-} ]] || continue
    if [[ ! -e $stamp || $header -nt $stamp || $root/.clang-tidy -nt $stamp ]]; then
        queued[$source]=yes
        stale+=("$source")
    fi
done < <(for build in "${builds[@]}"; do ninja -C "$build" -t deps; done | awk -v root="$root/" '
    /^[^ ]/ { source = "" }
    /^    / { if (source == "" && $1 ~ /\.cpp$/) source = $1
              if (source != "" && index(source, root) == 1 && source !~ /\/generated\// && index($1, root) == 1)
                  print source, $1 }')

((${#stale[@]})) || exit 0
say "Checking ${#stale[@]} sources with clang-tidy"

check() {
    local out
    if out=$(clang-tidy -p "$lint_stamps" --quiet --extra-arg=-Wno-unknown-warning-option \
        ${lint_checks:+"$lint_checks"} "$1" 2>/dev/null); then
        mkdir -p "$(dirname "$2")"
        touch "$2"
    else
        printf '%s\n' "${out:-$1: clang-tidy failed; run it by hand: clang-tidy -p $lint_stamps $1}"
        return 1
    fi
}
export -f check
export lint_stamps=$stamps lint_checks=$checks
for source in "${stale[@]}"; do printf '%s\0%s\0' "$source" "$stamps/${source#"$root/"}.$kind"; done |
    xargs -0 -n 2 -P "$(nproc)" bash -c 'check "$1" "$2"' lint >&2 ||
    fail 1 "clang-tidy found the above" "change the names or the code; .clang-tidy holds the rules"
