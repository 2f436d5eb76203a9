#include "core/spool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "core/error.hpp"

namespace mansard {
namespace {

Error failed(const char* what, int error, const std::string& where) {
    return Error(Exit::bad_input, fmt::format("{}: {}", what, std::strerror(error)),
                 {.where = where, .remedy = "name a file, or its format by --from, which needs no copy"});
}

int open_nameless(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0) return descriptor;
    // Not every file system has files without a name.
    std::string name = (folder / "mansard.XXXXXX").string();
    const int named = ::mkstemp(name.data());
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

/// The first system error, 0 if none; `to` is closed by whoever opened it.
int write_whole(int to, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t written = ::write(to, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        data += written;
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

}  // namespace

int spool(int from, const std::string& where) {
    const int copy = open_nameless(std::filesystem::temp_directory_path());
    if (copy < 0) throw failed("no temporary copy can be made of it", errno, where);
    std::array<char, std::size_t{1} << 16> buffer{};
    const char* what = "its temporary copy cannot be written";
    int error = 0;
    while (error == 0) {
        const ssize_t got = ::read(from, buffer.data(), buffer.size());
        if (got == 0) break;
        if (got > 0) {
            error = write_whole(copy, buffer.data(), static_cast<std::size_t>(got));
        } else if (errno != EINTR) {
            error = errno;
            what = "it cannot be read";
        }
    }
    if (error == 0 && ::lseek(copy, 0, SEEK_SET) < 0) error = errno;
    if (error == 0) return copy;
    ::close(copy);
    throw failed(what, error, where);
}

void spool_standard_input() {
    if (::lseek(STDIN_FILENO, 0, SEEK_CUR) >= 0) return;
    const std::string where = "standard input";
    const int copy = spool(STDIN_FILENO, where);
    const int error = ::dup2(copy, STDIN_FILENO) < 0 ? errno : 0;
    ::close(copy);
    if (error != 0) throw failed("it cannot be replaced by its copy", error, where);
}

}  // namespace mansard
