// Where an output goes, found out before anything is written.
#pragma once

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "core/error.hpp"

namespace mansard {

/// What the path of an output leads to.
struct OutputPlace {
    enum class Kind : std::uint8_t {
        descriptor,  ///< open in this process: "-", /dev/stdout, /dev/fd/N (what a shell makes of >(command))
        direct,      ///< exists and is no regular file: a device, a pipe
        replaced,    ///< a regular file, there or not: written beside it, then renamed
    };
    Kind kind = Kind::replaced;
    int descriptor = -1;             ///< of kind descriptor
    std::filesystem::path target{};  ///< of the others: the path with links followed
    std::optional<unsigned> mode{};  ///< of a regular file that is there: its permissions
};

/// Throws Error{bad_input} where `path` is a ring of links, or names no place that there can be.
OutputPlace find_output(const std::filesystem::path& path);

/// Throws the Error{bad_input} that write_file() would, before there is anything to write: for outputs of
/// long work. Creates and changes nothing; cannot know whether the disk will be full (a device that always
/// is, is found).
void require_writable(const std::filesystem::path& path);

/// Whether writing one of them would replace the other: one regular file under two names, or one that is not
/// there yet. Devices, pipes and "-" hold nothing that could be replaced; what cannot be looked at (a ring of
/// links, a folder without permission) is no file here: reading or writing it says why.
bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

/// The status of a program whose output nobody reads any more, as a shell shows the death by SIGPIPE.
inline constexpr Exit reader_left{128 + SIGPIPE};

/// The Error{bad_input} for an output that cannot be written for the system's reason `error` (errno); of
/// EPIPE the Error{reader_left}, which is nothing to tell anybody.
Error unwritable(const std::filesystem::path& path, int error);

}  // namespace mansard
