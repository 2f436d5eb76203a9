#include "ceilings/grouped_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>

namespace mansard::ceilings {
namespace {

constexpr std::size_t fewest = 4, named = 3;

std::vector<std::string> parts_of(std::string_view text) {
    std::vector<std::string> parts;
    constexpr std::string_view between = "; ";
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(between, at), text.size());
        parts.emplace_back(text.substr(at, end - at));
        at = end + between.size();
    }
    return parts;
}

/// The words without their numbers.
std::string words_of(std::string_view text) {
    std::string words;
    for (const char c : text) {
        const bool number = (c >= '0' && c <= '9') || (c == '.' && !words.empty() && words.back() == '#');
        if (!number)
            words += c;
        else if (words.empty() || words.back() != '#')
            words += '#';
    }
    return words;
}

struct Group {
    std::vector<std::string> roofs{};
    std::string text{};  ///< of the first
    bool alike = true;   ///< all have the same numbers
};

}  // namespace

std::vector<std::string> grouped_lines(const std::vector<Said>& said) {
    std::map<std::string, Group> groups;
    for (const Said& one : said)
        for (std::string& part : parts_of(one.text)) {
            Group& group = groups[words_of(part)];
            if (group.roofs.empty()) group.text = part;
            group.alike = group.alike && part == group.text;
            group.roofs.push_back(one.roof);
        }
    std::vector<std::string> lines;
    for (const Said& one : said) {
        std::vector<std::string> own;
        for (std::string& part : parts_of(one.text)) {
            const Group& group = groups.at(words_of(part));
            if (group.roofs.size() < fewest) own.push_back(std::move(part));
            if (group.roofs.size() < fewest || group.roofs.front() != one.roof) continue;
            const std::size_t others = group.roofs.size() - named;
            lines.push_back(fmt::format("{} roofs ({} and {} more): {}{}", group.roofs.size(),
                                        fmt::join(group.roofs.begin(), group.roofs.begin() + named, ", "),
                                        others, group.text, group.alike ? "" : " [numbers of the first]"));
        }
        if (!own.empty()) lines.push_back(fmt::format("{}: {}", one.roof, fmt::join(own, "; ")));
    }
    return lines;
}

}  // namespace mansard::ceilings
