// How a memory level looks everywhere: colour, dash and marker, so that no one of them is needed to tell
// levels.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/names.hpp"

namespace mansard::analyzer::chart {

enum class MarkerShape : std::uint8_t {
    circle,
    square,
    triangle,
    diamond,
    pentagon,
    triangle_down,
    hexagon,
    star,
    arrow,  ///< to the right until it is turned: what lies beyond the axes; no level has it
};

inline constexpr std::string_view ink = "#1a1a1a";    ///< text and compute roofs; class "ink"
inline constexpr std::string_view muted = "#595959";  ///< secondary text; class "muted"

/// A colour and the class under which a page may give it another one on a dark ground.
struct Hue {
    std::string_view color, css;
};

/// Okabe & Ito (2008), safe for colour-blind readers; yellow is left out, as it cannot be seen on white.
namespace hues {
inline constexpr Hue blue{"#0072b2", "blue"}, green{"#009e73", "green"}, orange{"#e69f00", "orange"},
    vermilion{"#d55e00", "vermilion"}, purple{"#cc79a7", "purple"}, sky{"#56b4e9", "sky"}, black{ink, "ink"},
    gray{muted, "muted"};
}  // namespace hues

struct LevelStyle {
    std::string_view color;  ///< of one of the hues
    std::string_view css;
    std::string_view dash;  ///< SVG stroke-dasharray of the measured roof; empty is solid
    MarkerShape shape;
};

/// The interactive page gets this table with its data and has none of its own.
LevelStyle level_style(Level level);

/// All levels from the cores outwards, whatever device has them.
inline constexpr std::array<Level, 12> outwards{
    Level::shared, Level::L0,   Level::constant, Level::L1,   Level::UB,        Level::VMEM,
    Level::L2,     Level::CMEM, Level::L3,       Level::DRAM, Level::peer_link, Level::host_link};
/// A level's place among these.
std::size_t distance_of(Level level);

inline constexpr std::string_view grid_color = "#d9d9d9";  ///< class "grid"
inline constexpr std::string_view paper = "#ffffff";       ///< class "paper"
/// Roofs that are not measured or failed a check; no level has this dash.
inline constexpr std::string_view unproven_dash = "3 3";
/// Bandwidths that count write-allocate traffic, too, beside plain ones of the same level.
inline constexpr std::string_view bus_dash = "18 4 6 4";

}  // namespace mansard::analyzer::chart

namespace mansard {
template <>
struct Names<analyzer::chart::MarkerShape> {
    using enum analyzer::chart::MarkerShape;
    static constexpr NameTable<analyzer::chart::MarkerShape, 9> table{{{circle, "circle"},
                                                                       {square, "square"},
                                                                       {triangle, "triangle"},
                                                                       {diamond, "diamond"},
                                                                       {pentagon, "pentagon"},
                                                                       {triangle_down, "triangle_down"},
                                                                       {hexagon, "hexagon"},
                                                                       {star, "star"},
                                                                       {arrow, "arrow"}}};
};
}  // namespace mansard
