// Runs the built program as a user would, and keeps what it said.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "core/file.hpp"
#include "tests/scratch.hpp"

namespace mansard::cli::testing {

struct Outcome {
    int status = -1;  ///< the exit status, −1 if a signal ended it
    std::string out{}, err{};
};

using mansard::testing::Scratch;

/// Runs `command` in a POSIX shell.
inline Outcome run_shell(const std::string& command) {
    const Scratch scratch;
    const std::string line = "{ " + command + "\n} >" + scratch.file("out") + " 2>" + scratch.file("err");
    const int status = std::system(line.c_str());
    return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
            .out = read_file(scratch.file("out")),
            .err = read_file(scratch.file("err"))};
}

inline Outcome run_mansard(const std::string& arguments) {
    return run_shell("'" MANSARD_BINARY "' " + arguments);
}

}  // namespace mansard::cli::testing
