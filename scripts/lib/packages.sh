# Installs what is missing, and nothing where nothing is. Source lib/common.sh first.
#
# A requirement is PACKAGE=PROBE: the Debian package, and the command or the header (with a "." in it) by which
# its presence shows. Asking for the thing and not for the package lets other systems and own installations pass.

# missing REQUIREMENT...: prints those whose probe fails, one a line.
missing() {
    local requirement probe headers=
    for requirement in "$@"; do
        probe=${requirement#*=}
        if [[ $probe == *.* ]]; then
            headers+=$'#if !__has_include(<'$probe$'>)\nmissing:'$requirement$'\n#endif\n'
        elif ! command -v "$probe" >/dev/null; then
            printf '%s\n' "$requirement"
        fi
    done
    if command -v c++ >/dev/null; then
        c++ -std=c++20 -E -P -x c++ - <<<"$headers" | sed -n 's/^missing://p'
    else
        sed -n 's/^missing://p' <<<"$headers"
    fi
}

# as_root COMMAND...
as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo "$@"
    fi
}

# require REQUIREMENT...: returns when all are there; exits 2, naming what is not and the remedy, otherwise.
require() {
    local lacking packages
    lacking=$(missing "$@")
    [[ -n $lacking ]] || return 0
    packages=$(sed 's/=.*//' <<<"$lacking" | sort -u | tr '\n' ' ')
    packages=${packages% }
    if ! command -v apt-get >/dev/null; then
        fail 2 "missing: $(sed 's/.*=//' <<<"$lacking" | tr '\n' ' ')and there is no apt-get to install them with" \
            "install what your system calls the Debian packages $packages"
    fi
    if ((EUID != 0)) && ! command -v sudo >/dev/null; then
        fail 2 "missing: $packages, and this user can neither be root nor use sudo" \
            "run as root: apt-get install --no-install-recommends $packages"
    fi
    say "Installing $packages (apt-get may be silent for minutes)"
    # shellcheck disable=SC2086  # a list of words
    quietly as_root apt-get -q update &&
        quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $packages ||
        fail 2 "apt-get could not install $packages" "see its messages above; run this script again when it can"
    lacking=$(missing "$@")
    [[ -z $lacking ]] || fail 2 "still missing after installation: $lacking" "install them by hand"
}

build_requirements=(
    build-essential=c++ cmake=cmake ninja-build=ninja pkg-config=pkg-config
    libbenchmark-dev=benchmark/benchmark.h libhwloc-dev=hwloc.h libfmt-dev=fmt/core.h
    nlohmann-json3-dev=nlohmann/json.hpp libcli11-dev=CLI/CLI.hpp nodejs=node npm=npm
    libsqlite3-dev=sqlite3.h libsimdjson-dev=simdjson.h zlib1g-dev=zlib.h
    libprotozero-dev=protozero/pbf_reader.hpp
)
test_requirements=(
    libgtest-dev=gtest/gtest.h libvalijson-dev=valijson/validator.hpp clang-format=clang-format
    clang-tidy=clang-tidy binutils=objdump qemu-user=qemu-x86_64 valgrind=valgrind
    g++-aarch64-linux-gnu=aarch64-linux-gnu-g++ chromium=chromium
)
