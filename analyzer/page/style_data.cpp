#include "analyzer/page/style_data.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/chart/style.hpp"

namespace mansard::analyzer::page {
namespace {

/// "12 3 2 3" as [12, 3, 2, 3].
Json dash_json(std::string_view dash) {
    Json lengths = Json::array();
    while (!dash.empty()) {
        const std::string_view word = dash.substr(0, dash.find(' '));
        int length = 0;
        std::from_chars(word.data(), word.data() + word.size(), length);
        lengths.push_back(length);
        dash.remove_prefix(std::min(word.size() + 1, dash.size()));
    }
    return lengths;
}

}  // namespace

Json styles_json() {
    Json levels = Json::array();
    for (const Level level : chart::outwards) {
        const chart::LevelStyle style = chart::level_style(level);
        levels.push_back({{"level", std::string(name_of(level))},
                          {"color", std::string(style.color)},
                          {"shape", std::string(name_of(style.shape))},
                          {"dash", dash_json(style.dash)}});
    }
    return {{"levels", std::move(levels)},
            {"unproven_dash", dash_json(chart::unproven_dash)},
            {"bus_dash", dash_json(chart::bus_dash)}};
}

}  // namespace mansard::analyzer::page
