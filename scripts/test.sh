#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test; the last lines are ctest's.
#
#     scripts/test.sh [CTEST OPTION...]        for example: scripts/test.sh -R statistics
#
# First the unit tests run under the address and undefined-behaviour sanitizers (in build-asan/), then all tests of the
# ordinary build (in build/), after clang-tidy has looked at what is new to it.
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
# Those that neither read machine code nor measure; the mutations run every importer on broken files.
sanitized=(test_core test_kernels test_ceilings test_analyzer test_mutations test_schemas)
build build-asan "${sanitized[@]}"
status=0
for test in "${sanitized[@]}"; do
    "build-asan/tests/$test" --gtest_brief=1 || status=$?
done

say "All tests"
configure "$(preset)" -DMANSARD_TESTS=ON
build build all
scripts/lint.sh build || status=$?
ctest --test-dir build --output-on-failure -j "$jobs" "$@" || status=$?
exit $status
