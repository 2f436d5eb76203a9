#include "analyzer/chart/style.hpp"

namespace mansard::analyzer::chart {
namespace {
constexpr std::string_view blue = "#0072b2", green = "#009e73", orange = "#e69f00", vermilion = "#d55e00",
                           purple = "#cc79a7", sky = "#56b4e9";
}

LevelStyle level_style(Level level) {
    using enum MarkerShape;
    // The four levels of a CPU take the four colours that stand out best on white; yellow is left out, as it
    // cannot be seen there.
    switch (level) {
        case Level::L1:
            return {blue, "blue", "12 3 2 3 2 3", circle};
        case Level::L2:
            return {green, "green", "12 3 2 3", square};
        case Level::L3:
            return {orange, "orange", "12 4", triangle};
        case Level::DRAM:
            return {vermilion, "vermilion", "", diamond};
        case Level::shared:
            return {purple, "purple", "6 2 2 2", triangle_down};
        case Level::VMEM:
            return {sky, "sky", "9 3 3 3", pentagon};
        case Level::CMEM:
            return {purple, "purple", "9 3 3 3", hexagon};
        case Level::UB:
            return {sky, "sky", "6 2 2 2", star};
        case Level::L0:
            return {blue, "blue", "6 2 2 2", star};
        case Level::constant:
            return {green, "green", "6 2 2 2", hexagon};
        case Level::host_link:
            return {orange, "orange", "6 2 2 2", pentagon};
        case Level::peer_link:
            return {vermilion, "vermilion", "6 2 2 2", triangle_down};
    }
    return {purple, "purple", "", circle};
}

}  // namespace mansard::analyzer::chart
