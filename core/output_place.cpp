#include "core/output_place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>

#include "core/error.hpp"

namespace mansard {
namespace {

namespace fs = std::filesystem;
using Kind = OutputPlace::Kind;

/// The N of /proc/self/fd/N or /dev/fd/N, which is no place in a folder: what is renamed to it is lost.
std::optional<int> own_descriptor(const fs::path& path) {
    const std::string name = path.filename().string();
    int number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (name.empty() || error != std::errc() || end != name.data() + name.size()) return std::nullopt;
    std::error_code missing;
    const fs::path folder = fs::canonical(path.parent_path(), missing);
    if (missing || folder != fmt::format("/proc/{}/fd", ::getpid())) return std::nullopt;
    return number;
}

/// An empty write has no effect but on a device that refuses every one, as /dev/full does.
int probe(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return errno;
    if (!S_ISCHR(status.st_mode)) return 0;
    return ::write(descriptor, "", 0) < 0 && errno != EAGAIN && errno != EINTR ? errno : 0;
}

int probe_descriptor(int descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags < 0) return errno;
    return (flags & O_ACCMODE) == O_RDONLY ? EBADF : probe(descriptor);
}

int probe_direct(const fs::path& target) {
    std::error_code ignored;
    const fs::file_status status = fs::status(target, ignored);
    if (fs::is_directory(status)) return EISDIR;
    // Opening a pipe would wait for its reader, or end what it reads.
    if (!fs::is_character_file(status)) return ::access(target.c_str(), W_OK) == 0 ? 0 : errno;
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int error = probe(descriptor);
    ::close(descriptor);
    return error;
}

int probe_folder(const fs::path& target) {
    const fs::path parent = target.has_parent_path() ? target.parent_path() : fs::path(".");
    // A file without a name leaves no trace; where the file system has none, one with a name tells.
    int descriptor = ::open(parent.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        std::string temporary = target.string() + ".XXXXXX";
        descriptor = ::mkstemp(temporary.data());
        if (descriptor < 0) return errno;
        ::unlink(temporary.c_str());
    }
    ::close(descriptor);
    return 0;
}

/// As find_output(), with the system's reason in `reason` where there is no such place.
std::optional<OutputPlace> try_find(const fs::path& path, int& reason) {
    if (path == "-") return OutputPlace{.kind = Kind::descriptor, .descriptor = STDOUT_FILENO};
    std::error_code error;
    fs::path target = path;
    // By hand up to the kernel's own limit, so that a dangling link gets its target created.
    for (int hops = 0;; ++hops) {
        if (const auto descriptor = own_descriptor(target))
            return OutputPlace{.kind = Kind::descriptor, .descriptor = *descriptor};
        if (!fs::is_symlink(target, error)) break;
        if (hops == 40) return reason = ELOOP, std::nullopt;
        const fs::path link = fs::read_symlink(target, error);
        target = link.is_absolute() ? link : target.parent_path() / link;
    }
    const fs::file_status status = fs::status(target, error);
    if (status.type() == fs::file_type::none) return reason = error.value(), std::nullopt;
    if (!fs::exists(status)) return OutputPlace{.target = std::move(target)};
    if (!fs::is_regular_file(status)) return OutputPlace{.kind = Kind::direct, .target = std::move(target)};
    return OutputPlace{.target = std::move(target),
                       .mode = static_cast<unsigned>(status.permissions()) & 07777U};
}

}  // namespace

Error unwritable(const fs::path& path, int error) {
    if (error == EPIPE)
        return Error(reader_left, "nobody reads the output any more", {.where = path.string()});
    return Error(
        Exit::bad_input, fmt::format("cannot write the output: {}", std::strerror(error)),
        {.where = path.string(), .remedy = "choose a place that exists, can be written and has room"});
}

OutputPlace find_output(const fs::path& path) {
    int reason = 0;
    std::optional<OutputPlace> place = try_find(path, reason);
    if (!place) throw unwritable(path, reason);
    return *std::move(place);
}

void require_writable(const fs::path& path) {
    const OutputPlace place = find_output(path);
    int error = 0;
    switch (place.kind) {
        case Kind::descriptor:
            error = probe_descriptor(place.descriptor);
            break;
        case Kind::direct:
            error = probe_direct(place.target);
            break;
        case Kind::replaced:
            error = probe_folder(place.target);
            break;
    }
    if (error != 0) throw unwritable(path == "-" ? fs::path("standard output") : path, error);
}

bool is_same_file(const fs::path& one, const fs::path& other) {
    int ignored = 0;
    const auto found = try_find(one, ignored), found_other = try_find(other, ignored);
    if (!found || !found_other) return false;
    const OutputPlace &a = *found, &b = *found_other;
    if (a.kind != Kind::replaced || b.kind != Kind::replaced || a.mode.has_value() != b.mode.has_value())
        return false;
    std::error_code missing;
    if (a.mode) return fs::equivalent(a.target, b.target, missing);
    // Of a relative path that is not there yet, nothing would be resolved.
    const auto whole = [&](const fs::path& path) {
        return fs::weakly_canonical(fs::absolute(path, missing), missing);
    };
    return whole(a.target) == whole(b.target);
}

}  // namespace mansard
