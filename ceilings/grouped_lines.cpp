#include "ceilings/grouped_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>

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

/// The words without their numbers. L1, f64 and cpu.core.latency.L2 are names.
std::string words_of(std::string_view text) {
    std::string words;
    bool in_name = false, in_number = false;
    for (const char c : text) {
        const bool digit = c >= '0' && c <= '9';
        const char lower = static_cast<char>(c | 0x20);
        in_name = (lower >= 'a' && lower <= 'z') || c == '_' || (in_name && digit);
        const bool goes_on = in_number && (digit || c == '.');
        if (!goes_on) words += digit && !in_name ? '#' : c;
        in_number = goes_on || (digit && !in_name);
    }
    return words;
}

/// What roofs say in the same words.
struct Group {
    std::vector<std::string> roofs{};
    std::string text{};  ///< of the first
    bool alike = true;   ///< all have the same numbers
    bool said = false;

    void add(const std::string& roof, const std::string& part) {
        if (roofs.empty()) text = part;
        alike = alike && part == text;
        if (std::find(roofs.begin(), roofs.end(), roof) == roofs.end()) roofs.push_back(roof);
    }
    bool is_large() const { return roofs.size() >= fewest; }
    std::string line() const {
        return fmt::format("{} roofs ({} and {} more): {}{}", roofs.size(),
                           fmt::join(roofs.begin(), roofs.begin() + named, ", "), roofs.size() - named, text,
                           alike ? "" : " [numbers of the first]");
    }
};

}  // namespace

std::vector<std::string> grouped_lines(const std::vector<Said>& said) {
    std::map<std::string, Group> groups;
    for (const Said& one : said)
        for (const std::string& part : parts_of(one.text)) groups[words_of(part)].add(one.roof, part);
    std::vector<std::string> lines;
    for (const Said& one : said) {
        std::vector<std::string> own;
        for (std::string& part : parts_of(one.text)) {
            Group& group = groups.at(words_of(part));
            if (!group.is_large())
                own.push_back(std::move(part));
            else if (!std::exchange(group.said, true))
                lines.push_back(group.line());
        }
        if (!own.empty()) lines.push_back(fmt::format("{}: {}", one.roof, fmt::join(own, "; ")));
    }
    return lines;
}

}  // namespace mansard::ceilings
