#include "analyzer/delimited.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<char, 5> delimiters{',', ';', '\t', '^', '|'};
constexpr int most_preamble = 100;
constexpr std::size_t head_bytes = std::size_t{1} << 16;

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

Header keys_of(const std::vector<std::string_view>& fields) {
    Header keys;
    for (const std::string_view field : fields) keys.push_back(column_key(field));
    return keys;
}

/// Good enough for headers: quotes hide no delimiter but their own.
std::vector<std::string_view> split(std::string_view line, char delimiter) {
    std::vector<std::string_view> fields;
    bool quoted = false;
    std::size_t start = 0;
    for (std::size_t at = 0; at <= line.size(); ++at) {
        if (at < line.size() && line[at] == '"') quoted = !quoted;
        if (at < line.size() && (quoted || line[at] != delimiter)) continue;
        fields.push_back(line.substr(start, at - start));
        start = at + 1;
    }
    return fields;
}

}  // namespace

std::string column_key(std::string_view name) {
    std::string key;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == ':' || c == '[' ||
            c == ']' || c == '%' || c == '.')
            key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return key;
}

bool has_column(const Header& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::optional<char> find_header(std::string_view head, IsHeader is_header) {
    int lines = 0;
    for (std::size_t at = 0; at < head.size() && lines < most_preamble; ++lines) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        const std::string_view line = head.substr(at, end - at);
        at = end + 1;
        for (const char delimiter : delimiters)
            if (line.find(delimiter) != std::string_view::npos && is_header(keys_of(split(line, delimiter))))
                return delimiter;
    }
    return std::nullopt;
}

std::string plain_number(std::string_view text, char delimiter) {
    const std::size_t comma = text.rfind(','), dot = text.rfind('.');
    constexpr std::size_t none = std::string_view::npos;
    if (comma == none) return std::string(text);
    const bool one_comma = text.find(',') == comma, one_dot = dot != none && text.find('.') == dot;
    // The last of two signs is the decimal one. A comma alone is it unless commas separate fields.
    const bool decimal = one_comma && (dot == none ? delimiter != ',' : comma > dot);
    std::string out;
    for (const char c : text) {
        if (c == ',' && !decimal) continue;
        if (c == '.' && decimal) continue;
        out += c == ',' ? '.' : c;
    }
    // Dots that group nothing: what this is, nobody knows.
    return decimal || one_dot || dot == none ? out : std::string(text);
}

DelimitedTable::DelimitedTable(const std::filesystem::path& path, IsHeader is_header,
                               const std::string& expected)
    : csv_(path), head_(csv_.head(head_bytes)) {
    const std::optional<char> delimiter = find_header(head_, is_header);
    if (delimiter) csv_.set_delimiter(delimiter_ = *delimiter);
    for (int lines = 0; delimiter && lines < most_preamble && csv_.next(fields_); ++lines) {
        keys_ = keys_of(fields_);
        if (!is_header(keys_)) continue;
        for (const std::string_view field : fields_) names_.push_back(escape_invalid_utf8(trimmed(field)));
        return;
    }
    throw Error(Exit::bad_input, "there is no header with the columns that are needed",
                {.where = input_name(path), .expected = expected});
}

std::optional<std::size_t> DelimitedTable::column(std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys) {
        const auto found = std::find(keys_.begin(), keys_.end(), key);
        if (found != keys_.end()) return static_cast<std::size_t>(found - keys_.begin());
    }
    return std::nullopt;
}

bool DelimitedTable::next() {
    return csv_.next(fields_);
}

std::string_view DelimitedTable::at(std::optional<std::size_t> column) const {
    return column && *column < fields_.size() ? trimmed(fields_[*column]) : std::string_view();
}

std::optional<double> DelimitedTable::number_at(std::optional<std::size_t> column) const {
    const ReadNumber number = read_number(at(column));
    return number.fault == nullptr ? std::optional(number.value) : std::nullopt;
}

}  // namespace mansard::analyzer
