#include "analyzer/perf/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/perf/rows.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::perf {
namespace {

char other(char sign) {
    return sign == '.' ? ',' : '.';
}

/// Digits, dots and commas of "1.205,63", "(0,68%)"; empty if it is anything else. Blanks and apostrophes
/// only ever group.
std::string bare_number(std::string_view word) {
    if (word.starts_with('(')) word.remove_prefix(1);
    if (word.ends_with(')')) word.remove_suffix(1);
    if (word.ends_with('%')) word.remove_suffix(1);
    std::string out;
    for (const char c : word) {
        if (is_digit(c) || c == '.' || c == ',')
            out += c;
        else if (c != '\'' && static_cast<unsigned char>(c) < 0x80)
            return {};
    }
    return !out.empty() && is_digit(out.front()) && is_digit(out.back()) ? out : std::string();
}

/// The sign of "100.000", which perf's formats with two decimals or more cannot have printed; 0 for others.
char lone_sign_before_three(const std::string& number) {
    const std::size_t at = number.find_first_of(".,");
    return at != std::string::npos && number.find_first_of(".,", at + 1) == std::string::npos &&
                   number.size() - at == 4
               ? number[at]
               : '\0';
}

/// Words that stand behind a run's times, which perf does not group.
bool is_time_line(std::string_view line) {
    return line.find("seconds time elapsed") != std::string_view::npos ||
           line.find("seconds user") != std::string_view::npos ||
           line.find("seconds sys") != std::string_view::npos;
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size() && words.size() < 32;) {
        const std::size_t start = line.find_first_not_of(" \t\r", at);
        if (start == std::string_view::npos) break;
        at = std::min(line.find_first_of(" \t\r", start), line.size());
        words.push_back(line.substr(start, at - start));
    }
    return words;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_unit(std::string_view word) {
    static constexpr std::array<std::string_view, 14> units{
        "msec", "ns", "sec", "Joules", "MiB", "KiB", "GiB", "MB", "GB", "KB", "B", "Bytes", "C", "Watts"};
    return std::find(units.begin(), units.end(), word) != units.end();
}

char decimal_of_time(std::string_view word) {
    if (word.size() < 11 || !std::all_of(word.end() - 9, word.end(), is_digit)) return 0;
    const char sign = word[word.size() - 10];
    return (sign == '.' || sign == ',') && is_digit(word[0]) ? sign : '\0';
}

char decimal_of_number(std::string_view word) {
    const std::string number = bare_number(word);
    const std::size_t first = number.find_first_of(".,"), last = number.find_last_of(".,");
    if (first == std::string::npos) return 0;
    const char sign = number[last];
    const auto of_last = std::ranges::count(number, sign);
    const std::size_t tail = number.size() - last - 1;
    if (number.find(other(sign)) != std::string::npos) return of_last == 1 && first <= 3 ? sign : '\0';
    if (of_last > 1) return tail == 3 && first <= 3 ? other(sign) : '\0';
    return tail != 3 || first > 3 || (first == 1 && number[0] == '0') ? sign : '\0';
}

char DecimalFinder::look_at(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) return 0;
    // The program's own output may stand between rows, in another locale.
    std::size_t at = 0;
    if (!is_digit(words[0][0]) && words[0] != "<not") {
        if (words.size() < 3 || !is_label(words[0])) return 0;
        at = is_digit(words[2][0]) ? 2 : 1;
    }
    if (words.size() <= at + 1) return 0;
    for (const std::string_view word : words) {
        if (const char sign = decimal_of_time(word)) return sign;
        if (const char sign = decimal_of_number(word)) return sign;
    }
    const std::string value = bare_number(words[at]);
    const char sign = lone_sign_before_three(value);
    if (sign == 0) return 0;
    if (is_time_line(line)) return sign;
    if (!is_unit(words[at + 1]) && words[at + 1].find_first_not_of("0123456789.,") == 0)
        (sign == '.' ? dots_group_ : commas_group_) = true;
    else if (open_example_.empty())
        open_example_ = value;
    return 0;
}

char DecimalFinder::settle(const std::string& source) const {
    if (dots_group_ != commas_group_) return dots_group_ ? ',' : '.';
    if (dots_group_ || !open_example_.empty())
        throw Error(
            Exit::bad_input,
            dots_group_
                ? std::string("dots group the thousands of some of its counts, commas those of others")
                : fmt::format(
                      "its numbers read both ways: is \"{}\" a fraction, or are its last three digits "
                      "whole?",
                      printable(open_example_, 40)),
            {.where = source,
             .expected = "numbers of one locale, and some that tell",
             .remedy = "say which it is: --decimal point (1,234.5) or --decimal comma (1.234,5); or run perf "
                       "with LC_ALL=C"});
    return '.';
}

}  // namespace mansard::analyzer::perf
