#include "core/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <streambuf>
#include <vector>

#include "core/error.hpp"
#include "core/input.hpp"
#include "core/output_place.hpp"
#include "core/unfinished_file.hpp"

namespace mansard {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

/// A stream buffer on a file descriptor that keeps the first system error.
class DescriptorBuffer : public std::streambuf {
  public:
    explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor), buffer_(buffer_bytes) {
        setp(buffer_.data(), buffer_.data() + buffer_.size());
    }
    int error() const { return error_; }

  protected:
    int_type overflow(int_type c) override {
        if (sync() != 0) return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
        return traits_type::not_eof(c);
    }
    int sync() override {
        const char* from = pbase();
        while (from < pptr() && error_ == 0) {
            const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
            if (written >= 0)
                from += written;
            else if (errno != EINTR)
                error_ = errno;
        }
        setp(buffer_.data(), buffer_.data() + buffer_.size());
        return error_ == 0 ? 0 : -1;
    }

  private:
    int descriptor_;
    int error_ = 0;
    std::vector<char> buffer_;
};

/// Runs `produce` into `descriptor`; returns the first system error, 0 if none.
int write_all(int descriptor, const std::function<void(std::ostream&)>& produce) {
    DescriptorBuffer buffer(descriptor);
    std::ostream stream(&buffer);
    produce(stream);
    stream.flush();
    return buffer.error();
}

/// Writes into what is open or exists already and is no regular file.
int write_directly(const OutputPlace& place, const std::function<void(std::ostream&)>& produce) {
    if (place.descriptor == STDOUT_FILENO) std::cout.flush();
    if (place.kind == OutputPlace::Kind::descriptor) return write_all(place.descriptor, produce);
    const int descriptor = ::open(place.target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return errno;
    const int error = write_all(descriptor, produce);
    ::close(descriptor);
    return error;
}

}  // namespace

std::string input_name(const std::filesystem::path& path) {
    return path == "-" ? "standard input" : path.string();
}

std::string read_file(const std::filesystem::path& path) {
    const bool standard_input = path == "-";
    const int descriptor = standard_input ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const auto unreadable = [&](int error) {
        return Error(Exit::bad_input, fmt::format("cannot read the file: {}", std::strerror(error)),
                     {.where = input_name(path), .remedy = "check the path and its permissions"});
    };
    if (descriptor < 0) throw unreadable(errno);
    skip_mark(descriptor);
    std::string content;
    int error = 0;
    for (;;) {
        const std::size_t before = content.size();
        content.resize(before + buffer_bytes * 4);
        const ssize_t got = ::read(descriptor, content.data() + before, buffer_bytes * 4);
        content.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        if (got == 0) break;
        if (got < 0 && errno != EINTR) {
            error = errno;
            break;
        }
    }
    if (!standard_input) ::close(descriptor);
    if (error != 0) throw unreadable(error);
    return content;
}

void write_file(const std::filesystem::path& path, std::string_view content) {
    write_file(path, [&](std::ostream& out) {
        out.write(content.data(), static_cast<std::streamsize>(content.size()));
    });
}

void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& produce) {
    const OutputPlace place = find_output(path);
    if (place.kind != OutputPlace::Kind::replaced) {
        if (const int error = write_directly(place, produce))
            throw unwritable(path == "-" ? std::filesystem::path("standard output") : path, error);
        return;
    }
    UnfinishedFile file(place.target);
    int error = file.error();
    if (error == 0) error = write_all(file.descriptor(), produce);
    // It is made 0600: keep an existing file's mode, else what the umask says.
    mode_t mode = place.mode.value_or(0);
    if (!place.mode) {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        mode = 0666 & ~mask;
    }
    if (error == 0 && ::fchmod(file.descriptor(), mode) != 0 && errno != EPERM) error = errno;
    if (error == 0 && ::fsync(file.descriptor()) != 0 && errno != EINVAL) error = errno;
    if (error == 0) error = file.put_in_place();
    if (error != 0) throw unwritable(path, error);
}

}  // namespace mansard
