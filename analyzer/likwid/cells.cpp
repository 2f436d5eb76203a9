#include "analyzer/likwid/cells.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analyzer/numbers.hpp"

namespace mansard::analyzer::likwid {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
    std::vector<std::string_view> cells;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(separator, at), line.size());
        cells.push_back(trimmed(line.substr(at, end - at)));
        at = end + 1;
    }
    while (!cells.empty() && cells.back().empty()) cells.pop_back();
    return cells;
}

std::optional<double> number(std::string_view text) {
    const ReadNumber read = read_number(text);
    return read.fault == nullptr ? std::optional(read.value) : std::nullopt;
}

double resolution(std::string_view text) {
    const std::size_t exponent_at = text.find_first_of("eE");
    const std::string_view digits = text.substr(0, exponent_at);
    const std::size_t dot = digits.find('.');
    int places = dot == std::string_view::npos ? 0 : static_cast<int>(digits.size() - dot - 1);
    if (exponent_at != std::string_view::npos) {
        int exponent = 0;
        std::string_view rest = text.substr(exponent_at + 1);
        if (rest.starts_with('+')) rest.remove_prefix(1);
        std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
        places -= exponent;
    }
    return 0.5 * std::pow(10.0, -std::clamp(places, -300, 300));
}

}  // namespace mansard::analyzer::likwid
