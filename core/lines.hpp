// Text of any size read line by line.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace mansard {

/// The first line of `text` that holds anything, without its end: of a file's beginning, for telling formats.
std::string_view first_line(std::string_view text);

/// Reads lines without holding the file: a line is a view into a buffer that the next one overwrites. LF and
/// CRLF end a line; quotes mean nothing.
class LineReader {
  public:
    /// Opens `path` ("-" is standard input). Throws Error{bad_input} if it cannot be read.
    explicit LineReader(std::filesystem::path path);
    ~LineReader();
    LineReader(const LineReader&) = delete;
    LineReader& operator=(const LineReader&) = delete;

    /// The next bytes, at most `most` (and at most a line's limit), which stay to be read as lines.
    std::string_view head(std::size_t most);
    /// The next line; false at the end of the file. Of a line beyond most_line only its begin is handed over,
    /// so that a file without line ends takes no more memory than others. Throws Error{bad_input} on a read
    /// error.
    bool next(std::string_view& line);
    /// The number of the last line, from 1.
    std::size_t line() const { return line_; }
    /// Whether the last line was longer than most_line.
    bool cut() const { return cut_; }

    static constexpr std::size_t most_line = std::size_t{1} << 20;

  private:
    bool refill();
    void skip_rest_of_line();

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::string buffer_{};
    std::size_t begin_ = 0, filled_ = 0, line_ = 0;
    bool at_end_ = false, cut_ = false;
};

}  // namespace mansard
