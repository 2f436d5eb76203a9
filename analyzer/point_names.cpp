#include "analyzer/point_names.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "analyzer/tables.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t most_bytes = 1000;

}  // namespace

std::size_t common_end(std::span<const std::string> names) {
    const bool named =
        std::none_of(names.begin(), names.end(), [](const auto& name) { return name.empty(); });
    if (names.size() < 2 || !named) return 0;
    const std::string_view first = names.front();
    std::size_t length = first.size() - 1;
    for (const std::string_view name : names) {
        std::size_t same = 0;
        const std::size_t most = std::min(length, name.size() - 1);
        while (same < most && first[first.size() - 1 - same] == name[name.size() - 1 - same]) ++same;
        length = same;
    }
    const std::size_t slash = first.find('/', first.size() - length);
    return slash == std::string_view::npos ? 0 : first.size() - slash;
}

std::vector<std::string> short_names(std::vector<std::string> names, std::size_t columns) {
    const auto is_wide = [columns](const std::string& name) { return display_width(name) > columns; };
    if (std::any_of(names.begin(), names.end(), is_wide))
        // A mark in place of less than three bytes would save nothing.
        if (const std::size_t end = common_end(names); end > 2)
            for (std::string& name : names) name.replace(name.size() - end, end, "…");
    for (std::string& name : names) name = short_name(name, columns);
    return names;
}

std::vector<std::string> point_names(const Analysis& analysis, std::size_t top, std::size_t columns) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(top, analysis.points.size()); ++i)
        names.push_back(printable(analysis.points[i].point.name, most_bytes));
    return short_names(std::move(names), columns);
}

bool are_confused(const Analysis& analysis, const std::vector<std::string>& shown) {
    std::map<std::string_view, std::string_view> names;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::string_view name = analysis.points[i].point.name;
        if (names.try_emplace(shown[i], name).first->second != name) return true;
    }
    return false;
}

}  // namespace mansard::analyzer
