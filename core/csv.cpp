#include "core/csv.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "core/characters.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/input.hpp"

namespace mansard {
namespace {

constexpr std::size_t first_buffer_bytes = std::size_t{1} << 18;

/// Whether `byte` is a control character, or what the longer ones that is_control() knows begin with.
bool may_begin_control(char byte) {
    const auto c = static_cast<unsigned char>(byte);
    return c < 0x20 || c == 0x7f || c == 0xc2 || c == 0xd8 || c == 0xe2 || c == 0xef || c == 0xf3;
}

/// Nothing, or spaces: no record. Most lines begin with something else.
bool is_blank(std::string_view line) {
    return line.empty() || (line[0] == ' ' && line.find_first_not_of(' ') == std::string_view::npos);
}

}  // namespace

CsvReader::CsvReader(std::filesystem::path path, char delimiter)
    : path_(std::move(path)), delimiter_(delimiter) {
    descriptor_ = open_input(path_);
    buffer_.resize(first_buffer_bytes);
    try {
        while (filled_ < 3 && refill()) {
        }
        const std::string_view head(buffer_.data(), filled_);
        if (is_marked_utf16(head))
            throw Error(Exit::bad_input, "the file is UTF-16",
                        {.where = input_name(path_), .expected = "UTF-8", .remedy = "convert it with iconv"});
        begin_ = scanned_ = mark_length(head);  // of a pipe: a file's has been skipped
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

CsvReader::~CsvReader() {
    ::close(descriptor_);
}

std::string_view CsvReader::head(std::size_t most) {
    while (filled_ - begin_ < most && refill()) {
    }
    return std::string_view(buffer_).substr(begin_, std::min(most, filled_ - begin_));
}

bool CsvReader::refill() {
    if (at_end_) return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, filled_ - begin_);
        filled_ -= begin_;
        scanned_ -= begin_;
        begin_ = 0;
    }
    if (filled_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);
    const std::size_t got = read_some(descriptor_, buffer_.data() + filled_, buffer_.size() - filled_, path_);
    filled_ += got;
    at_end_ = got == 0;
    return !at_end_;
}

std::size_t CsvReader::record_end() {
    const char* const stop = buffer_.data() + filled_;
    // The first line end at or behind what is scanned, or `stop`; looked for once, not at each quote.
    const char* line_end = nullptr;
    while (scanned_ < filled_) {
        const char* from = buffer_.data() + scanned_;
        const std::size_t left = filled_ - scanned_;
        if (in_quotes_) {
            // A doubled quote closes and opens again, which comes to the same here.
            const void* quote = std::memchr(from, '"', left);
            const std::size_t length =
                quote ? static_cast<std::size_t>(static_cast<const char*>(quote) - from) : left;
            record_lines_ += static_cast<std::size_t>(std::count(from, from + length, '\n'));
            scanned_ += length;
            if (quote == nullptr) return std::string::npos;
            ++scanned_;
            in_quotes_ = false;
            just_closed_ = true;
            continue;
        }
        if (line_end == nullptr || line_end < from) {
            const void* found = std::memchr(from, '\n', left);
            line_end = found != nullptr ? static_cast<const char*>(found) : stop;
        }
        // On to the next quote or the record's end, whichever is first; what lies between changes nothing but
        // whether a field begins there.
        const auto length = static_cast<std::size_t>(line_end - from);
        const void* quote = std::memchr(from, '"', length);
        const std::size_t plain =
            quote != nullptr ? static_cast<std::size_t>(static_cast<const char*>(quote) - from) : length;
        if (plain > 0) {
            field_start_ = from[plain - 1] == delimiter_;
            just_closed_ = false;
        }
        scanned_ += plain;
        if (quote != nullptr) {
            ++scanned_;
            has_quotes_ = true;
            in_quotes_ = field_start_ || just_closed_;
            field_start_ = just_closed_ = false;
        } else if (line_end != stop) {
            ++scanned_;
            ++record_lines_;
            return scanned_;
        }
    }
    return std::string::npos;
}

void CsvReader::split(std::size_t end, std::vector<std::string_view>& fields) {
    fields.clear();
    char* at = buffer_.data() + begin_;
    char* const stop = buffer_.data() + end;
    for (;;) {
        if (!has_quotes_ || at == stop || *at != '"') {
            const void* found = std::memchr(at, delimiter_, static_cast<std::size_t>(stop - at));
            char* const next =
                found ? buffer_.data() + (static_cast<const char*>(found) - buffer_.data()) : stop;
            fields.emplace_back(at, static_cast<std::size_t>(next - at));
            if (next == stop) return;
            at = next + 1;
            continue;
        }
        char* const start = ++at;
        // Most quoted fields hold no quote.
        const void* close = std::memchr(at, '"', static_cast<std::size_t>(stop - at));
        char* const behind =
            close ? buffer_.data() + (static_cast<const char*>(close) - buffer_.data()) + 1 : stop;
        if (close != nullptr && (behind == stop || *behind == delimiter_)) {
            fields.emplace_back(start, static_cast<std::size_t>(behind - 1 - start));
            if (behind == stop) return;
            at = behind + 1;
            continue;
        }
        // Unquoted in place: what is written never overtakes what is read.
        char* out = start;
        bool quoted = true;
        for (; at != stop && (quoted || *at != delimiter_); ++at) {
            if (*at != '"' || !quoted) {
                *out++ = *at;
            } else if (at + 1 != stop && at[1] == '"') {
                *out++ = *at++;
            } else {
                quoted = false;
            }
        }
        fields.emplace_back(start, static_cast<std::size_t>(out - start));
        if (at == stop) return;
        ++at;
    }
}

bool CsvReader::next(std::vector<std::string_view>& fields) {
    for (;;) {
        std::size_t end = record_end();
        while (end == std::string::npos && refill()) end = record_end();
        if (end == std::string::npos) {
            if (begin_ == filled_) return false;
            truncated_ = in_quotes_;
            end = filled_;
        }
        record_line_ = line_;
        line_ += record_lines_;
        std::size_t content = end;
        if (content > begin_ && buffer_[content - 1] == '\n' && !truncated_) --content;
        if (content > begin_ && buffer_[content - 1] == '\r' && !truncated_) --content;
        const bool empty = is_blank(std::string_view(buffer_).substr(begin_, content - begin_));
        if (!empty) split(content, fields);
        begin_ = scanned_ = end;
        record_lines_ = 0;
        in_quotes_ = has_quotes_ = just_closed_ = false;
        field_start_ = true;
        if (!empty) return true;
    }
}

bool CsvReader::seek_line(const std::function<bool(std::string_view)>& wanted) {
    for (;;) {
        const void* end = std::memchr(buffer_.data() + scanned_, '\n', filled_ - scanned_);
        if (end == nullptr) {
            scanned_ = filled_;
            if (refill()) continue;
            if (begin_ == filled_) return false;
        }
        std::size_t next = filled_;
        if (end != nullptr)
            next = static_cast<std::size_t>(static_cast<const char*>(end) - buffer_.data()) + 1;
        std::string_view line(buffer_.data() + begin_, next - begin_);
        while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
        const bool found = wanted(line);
        if (!found) {
            begin_ = next;
            ++line_;
        }
        scanned_ = begin_;
        if (found) return true;
    }
}

std::vector<std::string> split_csv_line(std::string_view line, char delimiter) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const char c = line[at];
        if (c == '"' && quoted && at + 1 < line.size() && line[at + 1] == '"') {
            fields.back() += '"';
            ++at;
        } else if (c == '"' && (quoted || fields.back().empty())) {
            quoted = !quoted;
        } else if (c == delimiter && !quoted) {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

void append_csv_field(std::string& out, std::string_view field) {
    // Most fields hold nothing of either kind, and a file may have millions of them.
    const bool quoted = field.find_first_of(",\"\r\n") != std::string_view::npos;
    const bool plain = std::none_of(field.begin(), field.end(), may_begin_control);
    if (!quoted && plain) {
        out += field;
        return;
    }
    if (quoted) out += '"';
    for (std::size_t at = 0; at < field.size();) {
        const Character character = character_at(field, at);
        const std::size_t length = std::max<std::size_t>(character.length, 1);
        const bool layout = field[at] == '\t' || field[at] == '\n' || field[at] == '\r';
        if (character.length > 0 && !layout && is_control(character.code))
            append_escape(out, character.code);
        else
            out += field.substr(at, length);
        if (field[at] == '"' && quoted) out += '"';
        at += length;
    }
    if (quoted) out += '"';
}

}  // namespace mansard
