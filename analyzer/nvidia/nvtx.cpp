#include "analyzer/nvidia/nvtx.hpp"

#include <algorithm>
#include <cctype>

namespace mansard::analyzer::nvidia {
namespace {

constexpr char separator = '\x1f';  // ASCII's own for units; no range is named so
constexpr std::string_view default_domain = "<default domain>";
/// Ranges nest as deep as calls do; a text of a million colons is no profile.
constexpr std::size_t most_regions = 64;

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(at);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// The entries of a cell: quoted each, or the whole cell.
std::vector<std::string_view> entries(std::string_view cell) {
    std::vector<std::string_view> found;
    for (std::size_t open = cell.find('"'); open != std::string_view::npos && found.size() < most_regions;) {
        const std::size_t close = cell.find('"', open + 1);
        if (close == std::string_view::npos) break;
        found.push_back(cell.substr(open + 1, close - open - 1));
        open = cell.find('"', close + 1);
    }
    const std::size_t first = cell.find_first_not_of(' ');
    if (found.empty() && first != std::string_view::npos)
        found.push_back(cell.substr(first, cell.find_last_not_of(' ') - first + 1));
    return found;
}

/// "domain:range:type:value", where the range may hold colons itself.
void append_entry(std::string& packed, std::string_view entry, std::size_t tail) {
    const std::vector<std::string_view> parts = split(entry, ':');
    if (parts.size() < tail + 2) return append_region(packed, "", entry);
    const std::string_view domain = parts.front();
    std::size_t behind = tail;
    for (std::size_t i = parts.size() - tail; i < parts.size(); ++i) behind += parts[i].size();
    append_region(packed, domain, entry.substr(domain.size() + 1, entry.size() - behind - domain.size() - 1));
}

}  // namespace

void append_region(std::string& packed, std::string_view domain, std::string_view range) {
    if (range.empty()) return;
    if (!packed.empty()) packed += separator;
    if (!domain.empty() && domain != default_domain) packed.append(domain).append(":");
    packed += range;
}

std::size_t fields_behind_range(std::string_view column) {
    const std::size_t range = column.find("_Range");
    if (range == std::string_view::npos) return 2;
    return static_cast<std::size_t>(std::ranges::count(column.substr(range), ':'));
}

std::string pack_regions(std::string_view push_pop, std::string_view start_stop, std::size_t tail) {
    std::string packed;
    // Start/stop ranges belong to a process and usually enclose a phase; push/pop ranges nest in it.
    for (std::string_view entry : entries(start_stop)) {
        const std::size_t id = entry.find(':');
        const bool numbered =
            id != std::string_view::npos && id > 0 && std::ranges::all_of(entry.substr(0, id), [](char c) {
                return std::isdigit(static_cast<unsigned char>(c));
            });
        append_entry(packed, numbered ? entry.substr(id + 1) : entry, tail);
    }
    for (const std::string_view entry : entries(push_pop)) append_entry(packed, entry, tail);
    return packed;
}

std::vector<std::string> nvtx_regions(std::string_view packed) {
    std::vector<std::string> regions;
    for (const std::string_view part : split(packed, separator)) {
        if (regions.size() == most_regions) break;
        if (!part.empty()) regions.emplace_back(part);
    }
    return regions;
}

}  // namespace mansard::analyzer::nvidia
