#include "analyzer/compare/names.hpp"

#include <algorithm>
#include <vector>

#include "analyzer/tables.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using Characters = std::vector<std::string_view>;

Characters characters_of(std::string_view text) {
    Characters out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text, at));
        out.push_back(text.substr(at, length));
        at += length;
    }
    return out;
}

/// At most `columns` of the characters, around those from `first` to `last`.
std::string around(const Characters& characters, std::size_t first, std::size_t last, std::size_t columns) {
    if (characters.size() <= columns) columns = characters.size();
    const std::size_t context = columns - std::min(columns, last - first);
    const std::size_t latest = characters.size() - columns;
    const std::size_t start = std::min(first - std::min(first, context / 2), latest), end = start + columns;
    std::string text;
    for (std::size_t i = start; i < end; ++i) {
        const bool cut = (i == start && start > 0) || (i + 1 == end && end < characters.size());
        text += cut ? "…" : characters[i];
    }
    return text;
}

}  // namespace

std::string pair_name(std::string_view before, std::string_view after, std::size_t columns) {
    if (before == after) return short_name(before, columns);
    constexpr std::size_t longest = 1000;
    const std::string one_text = printable(before, longest), other_text = printable(after, longest);
    const Characters one = characters_of(one_text), other = characters_of(other_text);
    const std::size_t shorter = std::min(one.size(), other.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && one[head] == other[head]) ++head;
    while (tail < shorter - head && one[one.size() - 1 - tail] == other[other.size() - 1 - tail]) ++tail;
    return around(one, head, one.size() - tail, columns) + " → " +
           around(other, head, other.size() - tail, columns);
}

}  // namespace mansard::analyzer
