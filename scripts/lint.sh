#!/usr/bin/env bash
# Checks names and real mistakes with clang-tidy, in every source that has changed, itself or by a header, since it
# last passed. Exits 1 if anything is found.
#
#     scripts/lint.sh [--all-checks] [BUILD DIRECTORY...]
#
# The build directories (build/ if none is given) must be built: their compile commands and dependencies are used.
# Without --all-checks a selection runs, which costs a third of the time that all checks of .clang-tidy cost, and on
# several sources at a time, which halves that.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"

checks='--checks=-*,readability-identifier-naming,bugprone-use-after-move,bugprone-dangling-handle,modernize-use-nullptr,modernize-use-override,misc-unused-using-decls'
kind=some
if [[ ${1:-} == --all-checks ]]; then
    checks=--checks=
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
# without precompiled headers, which clang cannot read from GCC; warnings are the compiler's business, and clang's are
# others.
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

# check SOURCE...: several are read as one, which reads the headers that they share once. Where two of them use a name
# for two things, clang cannot: then those that it has an error in, the later ones of each pair, are read without the
# others. With all checks each source is alone from the start, so that a missing #include shows.
check() {
    local folder source out fits=() clashes=() options=("$lint_checks" --quiet --extra-arg=-Wno-unknown-warning-option)
    if (($# == 1)); then
        options+=(-p "$lint_stamps" "$1")
    else
        folder=$(mktemp -d "$lint_stamps/together.XXXXXX")
        printf '#include "%s"\n' "$@" >"$folder/all.cpp"
        awk -v source="$1" -v all="$folder/all.cpp" '
            /^{/ { entry = "" } { entry = entry $0 "\n" }
            /^ *"file":/ { wanted = index($0, "\"" source "\"") }
            /^}/ && wanted { sub(/},?\n$/, "}", entry)
                for (rest = entry; at = index(rest, source); rest = substr(rest, at + length(source)))
                    text = text substr(rest, 1, at - 1) all
                print "[" text rest "]"; exit }' "$lint_stamps/compile_commands.json" >"$folder/compile_commands.json"
        options+=(-p "$folder" --config-file="$lint_root/.clang-tidy" --extra-arg=-ferror-limit=0
            --header-filter="^$lint_root/(core|kernels|ceilings|analyzer|cli|tests)/" "$folder/all.cpp")
    fi
    if out=$(clang-tidy "${options[@]}" 2>/dev/null); then
        for source in "$@"; do
            mkdir -p "$(dirname "$lint_stamps/${source#"$lint_root/"}")"
            touch "$lint_stamps/${source#"$lint_root/"}.$lint_kind"
        done
    elif (($# == 1)) || [[ $out == *']'* && $out != *'[clang-diagnostic-error]'* ]]; then
        printf '%s\n' "${out:-$1: clang-tidy failed; run it by hand: clang-tidy -p $lint_stamps $1}"
        return 1
    else
        for source in "$@"; do
            if [[ $'\n'$out == *$'\n'"$source:"*([0-9]):*([0-9])": error: "* ]]; then
                clashes+=("$source")
            else
                fits+=("$source")
            fi
        done
        if ((${#fits[@]} == 0 || ${#clashes[@]} == 0)); then
            fits=("${@:1:$#/2}")
            clashes=("${@:$#/2+1}")
        fi
        local found=0
        check "${fits[@]}" || found=1
        check "${clashes[@]}" || found=1
        return $found
    fi
}
export -f check
export lint_root=$root lint_stamps=$stamps lint_kind=$kind lint_checks=$checks

most=20
[[ $kind == some ]] || most=1
rm -rf "$stamps"/together.*
printf '%s\n' "${stale[@]}" |
    awk -v most=$most -f "$root/scripts/lib/lint_groups.awk" - "$stamps/compile_commands.json" |
    xargs -d '\n' -n 1 -P "$(nproc)" bash -c 'IFS=$'"'\t'"' read -ra sources <<<"$1"; check "${sources[@]}"' lint >&2 ||
    fail 1 "clang-tidy found the above" "change the names or the code; .clang-tidy holds the rules"
rm -rf "$stamps"/together.*
