#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; the last lines are ctest's.
#
#     scripts/test.sh [CTEST OPTION...]        for example: scripts/test.sh -R statistics
#
# First the unit tests run under the address and undefined-behaviour sanitizers (in build-asan/), then all tests
# of the ordinary build (in build/), after clang-tidy has looked at what is new to it.
set -euo pipefail
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/scripts/lib/common.sh"
source "$root/scripts/lib/packages.sh"
source "$root/scripts/lib/build.sh"
cd "$root"

require "${build_requirements[@]}" "${test_requirements[@]}"
jobs=$(nproc)

say "Sanitized unit tests"
configure asan
# The tests of the tree's text and tools gain nothing from sanitizers.
sanitized=()
for part in core kernels ceilings analyzer schemas cli; do
    ! compgen -G "tests/$part/*.cpp" >/dev/null || sanitized+=("test_$part")
done
build build-asan mansard "${sanitized[@]}"
status=0
ctest --test-dir build-asan -L unit --output-on-failure -j "$jobs" "$@" || status=$?

say "All tests"
configure "$(preset)" -DMANSARD_TESTS=ON
build build all
scripts/lint.sh build || status=$?
ctest --test-dir build --output-on-failure -j "$jobs" "$@" || status=$?
exit $status
