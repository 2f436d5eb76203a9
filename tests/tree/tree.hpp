// What the tests of the tree itself share: its files, and running a tool.
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/scratch.hpp"

namespace mansard::tree {

inline const std::filesystem::path root = MANSARD_SOURCE_DIR;

inline std::string content(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The tree's own files with one of the extensions, relative to the root and sorted: no build, no results.
inline std::vector<std::string> files(const std::vector<std::string_view>& extensions) {
    static constexpr std::array own = {"core",     "kernels", "ceilings", "analyzer", "cli",   "configs",
                                       "examples", "tests",   "docs",     "scripts",  "cmake", ".ci"};
    std::vector<std::string> found;
    const auto wanted = [&](const std::filesystem::path& path) {
        return std::ranges::find(extensions, path.extension().string()) != extensions.end();
    };
    for (const auto& entry : std::filesystem::directory_iterator(root))
        if (entry.is_regular_file() && wanted(entry.path())) found.push_back(entry.path().filename());
    for (const char* folder : own) {
        if (!std::filesystem::is_directory(root / folder)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
            if (entry.is_regular_file() && wanted(entry.path()))
                found.push_back(std::filesystem::relative(entry.path(), root));
    }
    std::ranges::sort(found);
    return found;
}

inline std::vector<std::string> sources() {
    return files({".hpp", ".cpp", ".cu", ".cuh"});
}

struct Outcome {
    int status = -1;       ///< exit status; 127: there is no such command
    std::string output{};  ///< standard output and standard error
};

/// Runs `command` in a shell.
inline Outcome run(const std::string& command) {
    Outcome outcome;
    FILE* pipe = ::popen(fmt::format("( {} ) 2>&1", command).c_str(), "r");
    if (pipe == nullptr) return outcome;
    std::array<char, 4096> buffer{};
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.output.append(buffer.data(), n);
    const int status = ::pclose(pipe);
    if (WIFEXITED(status)) outcome.status = WEXITSTATUS(status);
    return outcome;
}

using mansard::testing::Scratch;

}  // namespace mansard::tree
