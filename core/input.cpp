#include "core/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard {
namespace {

Error unreadable(const std::filesystem::path& path, int error) {
    return Error(Exit::bad_input, fmt::format("cannot read the file: {}", std::strerror(error)),
                 {.where = input_name(path), .remedy = "check the path and its permissions"});
}

}  // namespace

std::size_t mark_length(std::string_view text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    return text.starts_with(mark) ? mark.size() : 0;
}

bool is_marked_utf16(std::string_view text) {
    return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

void skip_mark(int descriptor) {
    char head[3];
    const off_t at = ::lseek(descriptor, 0, SEEK_CUR);
    if (at < 0) return;
    const ssize_t got = ::pread(descriptor, head, sizeof head, at);
    if (got <= 0) return;
    const std::size_t length = mark_length({head, static_cast<std::size_t>(got)});
    if (length > 0) ::lseek(descriptor, at + static_cast<off_t>(length), SEEK_SET);
}

int open_input(const std::filesystem::path& path) {
    const int descriptor =
        path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw unreadable(path, errno);
    skip_mark(descriptor);
    return descriptor;
}

std::size_t read_some(int descriptor, char* to, std::size_t size, const std::filesystem::path& path) {
    for (;;) {
        const ssize_t got = ::read(descriptor, to, size);
        if (got >= 0) return static_cast<std::size_t>(got);
        if (errno != EINTR) throw unreadable(path, errno);
    }
}

}  // namespace mansard
