// CSV (RFC 4180) read record by record from files of any size, and written field by field.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard {

/// Reads records without holding the file: fields are views into a buffer that the next record overwrites.
/// LF and CRLF end a record, quoted fields may hold delimiters, line ends and doubled quotes, a UTF-8 byte
/// order mark is skipped, empty lines are no records.
class CsvReader {
  public:
    /// Opens `path` ("-" is standard input); throws Error{bad_input} if it cannot be read or is UTF-16.
    explicit CsvReader(std::filesystem::path path, char delimiter = ',');
    ~CsvReader();
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// The next bytes, at most `most`, which stay to be read: they may tell the delimiter.
    std::string_view head(std::size_t most);
    void set_delimiter(char delimiter) { delimiter_ = delimiter; }

    /// The next record's fields, unquoted; false at the end of the file. Throws Error{bad_input} on a read
    /// error.
    bool next(std::vector<std::string_view>& fields);
    /// Goes to the next line that `wanted` holds for, quotes not counting, where the next record then begins;
    /// false at the end of the file. For what stands before, between and behind tables.
    bool seek_line(const std::function<bool(std::string_view line)>& wanted);
    /// The line, from 1, on which the last record began.
    std::size_t line() const { return record_line_; }
    /// Whether the last record ended with the file, inside a quoted field.
    bool truncated() const { return truncated_; }

  private:
    bool refill();
    /// The byte after the record that begins at begin_, or npos where the buffer ends before it does.
    std::size_t record_end();
    void split(std::size_t end, std::vector<std::string_view>& fields);

    std::filesystem::path path_;
    char delimiter_;
    int descriptor_ = -1;
    std::string buffer_{};
    std::size_t begin_ = 0, filled_ = 0;
    std::size_t scanned_ = 0;  ///< record_end() goes on here after a refill
    bool in_quotes_ = false, has_quotes_ = false, just_closed_ = false, field_start_ = true;
    bool at_end_ = false, truncated_ = false;
    std::size_t line_ = 1, record_line_ = 1, record_lines_ = 0;
};

/// The fields of one line, which holds no line end inside quotes.
std::vector<std::string> split_csv_line(std::string_view line, char delimiter = ',');

/// Appends `field` to `out`, quoted if it holds a comma, a quote or a line end. Other characters that a
/// terminal would obey are escaped (\x1b, \u202e): CSV is looked at by `cat` as well.
void append_csv_field(std::string& out, std::string_view field);

}  // namespace mansard
