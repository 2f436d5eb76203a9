// Tables that tools write as CSV with a preamble, a delimiter of the user's choice and columns that change
// with the version: read by the names in their header.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/csv.hpp"

namespace mansard::analyzer {

/// The names of a header, as "Self_Time (s)" → "selftimes": letters, digits and what no spelling varies.
using Header = std::vector<std::string>;
std::string column_key(std::string_view name);

using IsHeader = bool (*)(const Header& keys);

bool has_column(const Header& keys, std::string_view key);

/// The delimiter of the first line of `head` (among the first hundred) that is a header; nothing if none is.
std::optional<char> find_header(std::string_view head, IsHeader is_header);

/// `text` with a decimal dot and without signs that group thousands: "2,150" is 2150 where commas separate
/// the table's fields (it was quoted), and 2.15 where they do not.
std::string plain_number(std::string_view text, char delimiter);

class DelimitedTable {
  public:
    /// Reads up to the header. Throws Error{bad_input} with `expected` where there is none.
    DelimitedTable(const std::filesystem::path& path, IsHeader is_header, const std::string& expected);

    /// The first of `keys` that is a column.
    std::optional<std::size_t> column(std::initializer_list<std::string_view> keys) const;
    const Header& keys() const { return keys_; }
    /// The first bytes of the file.
    std::string_view head() const { return head_; }
    /// What separates its fields.
    char delimiter() const { return delimiter_; }
    /// As they are spelled.
    const std::vector<std::string>& names() const { return names_; }

    /// Goes to the next row; false at the end.
    bool next();
    /// A field of the row, without spaces around it; empty where the row or the table lacks it.
    std::string_view at(std::optional<std::size_t> column) const;
    std::optional<double> number_at(std::optional<std::size_t> column) const;
    std::size_t fields() const { return fields_.size(); }
    std::size_t line() const { return csv_.line(); }

  private:
    CsvReader csv_;
    std::string head_;
    char delimiter_ = ',';
    Header keys_{};
    std::vector<std::string> names_{};
    std::vector<std::string_view> fields_{};
};

}  // namespace mansard::analyzer
