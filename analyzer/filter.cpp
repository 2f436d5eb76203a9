#include "analyzer/filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 5> keys{"name", "category", "step", "device", "threads"};

bool holds(const Point& point, const Filter& filter) {
    if (filter.key == "name") return matches_pattern(point.name, filter.pattern);
    if (filter.key == "category") return matches_pattern(point.category, filter.pattern);
    if (filter.key == "step") return matches_pattern(point.step, filter.pattern);
    if (filter.key == "device") return matches_pattern(point.device, filter.pattern);
    return point.threads && matches_pattern(std::to_string(*point.threads), filter.pattern);
}

}  // namespace

Filter parse_filter(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view key = text.substr(0, equals);
    if (equals == std::string_view::npos || std::find(keys.begin(), keys.end(), key) == keys.end())
        throw Error(Exit::usage, fmt::format("no such filter: \"{}\"", printable(text)),
                    {.where = "--filter",
                     .expected = fmt::format("KEY=PATTERN, KEY one of {}", fmt::join(keys, ", ")),
                     .remedy = "for example --filter 'name=matmul*'"});
    return {std::string(key), std::string(text.substr(equals + 1))};
}

bool matches(const Point& point, std::span<const Filter> filters) {
    return std::all_of(filters.begin(), filters.end(), [&](const Filter& wanted) {
        return std::any_of(filters.begin(), filters.end(), [&](const Filter& alternative) {
            return alternative.key == wanted.key && holds(point, alternative);
        });
    });
}

bool matches_pattern(std::string_view text, std::string_view pattern) {
    // Greedy with one point of return: only the last * can need to take more.
    std::size_t t = 0, p = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p, ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

}  // namespace mansard::analyzer
