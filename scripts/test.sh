#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; the last lines are ctest's.
#
#     scripts/test.sh [CTEST OPTION...]        for example: scripts/test.sh -R statistics
#
# The unit tests are built with the address and undefined-behaviour sanitizers (in build-asan/), everything else as it
# is used (in build/); clang-tidy looks at what is new to it, and ctest runs all tests of both.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(CDPATH= cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
source "$root/scripts/lib/packages.sh"
source "$root/scripts/lib/build.sh"
case ${1:-} in
    -h | --help) sed -n '2,/^set/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
cd "$root"
require_writable build build-asan

require "${build_requirements[@]}" "${test_requirements[@]}"
jobs=$(nproc)

say "Unit tests, with sanitizers"
configure asan
build build-asan unit_tests

say "The program and its other tests"
configure "$(preset)" -DMANSARD_TESTS=ON -DMANSARD_UNIT_TESTS_IN="$root/build-asan"
build build all
status=0
scripts/lint.sh build build-asan || status=$?
ctest --test-dir build --output-on-failure -j "$jobs" "$@" || status=$?
exit $status
