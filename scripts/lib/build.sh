# Configures and builds in build/. Source lib/common.sh first; the working directory is the source tree.

# The compiler that the tests are run with builds without a warning, and its warnings may be errors; another one
# may know more of them. run.sh and test.sh ask here, so that they share one build and not only its folder.
preset() {
    if [[ $(c++ -dumpversion) == 12 ]]; then
        printf 'ci'
    else
        printf 'release'
    fi
}

# configure PRESET [OPTION...]
configure() {
    quietly cmake --preset "$@" || fail 3 "CMake could not configure the build" "see its messages above"
}

# configure_for_use: without tests in a new build; in an old one they stay as they were, for test.sh.
configure_for_use() {
    local tests=()
    [[ -e build/CMakeCache.txt ]] || tests=(-DMANSARD_TESTS=OFF)
    configure "$(preset)" "${tests[@]}"
}

# build DIRECTORY TARGET...
build() {
    cmake --build "$1" --target "${@:2}" >&2 || fail 3 "the build failed" "see the compiler's messages above"
}
