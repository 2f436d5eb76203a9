// Files that a command was given, looked at before any work is done.
#pragma once

#include <span>
#include <string>

namespace mansard::cli {

/// A file and what names it on the command line: "--samples", "PROFILE".
struct NamedFile {
    std::string option;
    std::string path;
};

/// Throws Error{usage} for an empty name, standard input read or standard output written twice, two outputs
/// that are one file, and an output that would replace an input; Error{bad_input} for an output that cannot
/// be written. Creates and changes nothing.
void check_files(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs);

/// Throws Error{usage} saying `what` where two of `paths` are one file, also by links. `expected` says why
/// that is no use.
void refuse_repeats(std::span<const std::string> paths, const std::string& what, const std::string& expected);

}  // namespace mansard::cli
