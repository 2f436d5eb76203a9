#include "core/lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/input.hpp"

namespace mansard {
namespace {

constexpr std::size_t first_buffer_bytes = std::size_t{1} << 18;

}  // namespace

std::string_view first_line(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
    return text.substr(0, text.find_first_of("\r\n"));
}

LineReader::LineReader(std::filesystem::path path) : path_(std::move(path)) {
    descriptor_ = open_input(path_);
    buffer_.resize(first_buffer_bytes);
}

LineReader::~LineReader() {
    ::close(descriptor_);
}

bool LineReader::refill() {
    if (at_end_) return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
        filled_ -= begin_;
        begin_ = 0;
    }
    if (filled_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    const std::size_t got = read_some(descriptor_, buffer_.data() + filled_, buffer_.size() - filled_, path_);
    filled_ += got;
    at_end_ = got == 0;
    return !at_end_;
}

std::string_view LineReader::head(std::size_t most) {
    most = std::min(most, most_line);
    while (filled_ - begin_ < most && refill()) {
    }
    return std::string_view(buffer_).substr(begin_, std::min(most, filled_ - begin_));
}

void LineReader::skip_rest_of_line() {
    for (;;) {
        const void* end = std::memchr(buffer_.data() + begin_, '\n', filled_ - begin_);
        if (end != nullptr) {
            begin_ = static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) + 1;
            return;
        }
        begin_ = filled_;
        if (!refill()) return;
    }
}

bool LineReader::next(std::string_view& line) {
    if (cut_) skip_rest_of_line();
    cut_ = false;
    std::size_t scanned = 0;
    for (;;) {
        const char* from = buffer_.data() + begin_;
        const std::size_t length = filled_ - begin_;
        const void* end = std::memchr(from + scanned, '\n', length - scanned);
        std::size_t content = length;
        if (end != nullptr) {
            content = static_cast<std::size_t>(static_cast<const char*>(end) - from);
        } else if (length <= most_line) {
            scanned = length;
            if (refill()) continue;
            if (length == 0) return false;
        }
        cut_ = content > most_line;
        line = std::string_view(from, std::min(content, most_line));
        if (line.ends_with('\r')) line.remove_suffix(1);
        begin_ += cut_ ? most_line : std::min(content + 1, length);
        ++line_;
        return true;
    }
}

}  // namespace mansard
