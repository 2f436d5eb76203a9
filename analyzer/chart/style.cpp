#include "analyzer/chart/style.hpp"

#include <algorithm>

namespace mansard::analyzer::chart {

LevelStyle level_style(Level level) {
    using enum MarkerShape;
    using namespace hues;
    // The four levels of a CPU take the four colours that stand out best on white.
    switch (level) {
        case Level::L1:
            return {blue.color, blue.css, "12 3 2 3 2 3", circle};
        case Level::L2:
            return {green.color, green.css, "12 3 2 3", square};
        case Level::L3:
            return {orange.color, orange.css, "12 4", triangle};
        case Level::DRAM:
            return {vermilion.color, vermilion.css, "", diamond};
        case Level::shared:
            return {purple.color, purple.css, "6 2 2 2", triangle_down};
        case Level::VMEM:
            return {sky.color, sky.css, "9 3 3 3", pentagon};
        case Level::CMEM:
            return {purple.color, purple.css, "9 3 3 3", hexagon};
        case Level::UB:
            return {sky.color, sky.css, "6 2 2 2", star};
        case Level::L0:
            return {blue.color, blue.css, "6 2 2 2", star};
        case Level::constant:
            return {green.color, green.css, "6 2 2 2", hexagon};
        case Level::host_link:
            return {orange.color, orange.css, "6 2 2 2", pentagon};
        case Level::peer_link:
            return {vermilion.color, vermilion.css, "6 2 2 2", triangle_down};
    }
    return {purple.color, purple.css, "", circle};
}

std::size_t distance_of(Level level) {
    return static_cast<std::size_t>(std::find(outwards.begin(), outwards.end(), level) - outwards.begin());
}

}  // namespace mansard::analyzer::chart
