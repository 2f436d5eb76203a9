// A drawing as plain data in px: lines, markers and texts. What the layout makes and the SVG writer writes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/chart/style.hpp"

namespace mansard::analyzer::chart {

struct Box {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    bool overlaps(const Box& other) const {
        return x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1;
    }
    bool holds(const Box& other) const {
        return x0 <= other.x0 && other.x1 <= x1 && y0 <= other.y0 && other.y1 <= y1;
    }
};

/// A fill or stroke and the CSS class under which a page may recolour it.
struct Paint {
    std::string_view color = ink;
    std::string_view css = "ink";
};

struct Line {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    Paint paint{};
    double width = 1;
    std::string_view dash{};
    double opacity = 1;
};

struct Marker {
    double x = 0, y = 0;
    double radius = 4;  ///< of the circle of equal area
    MarkerShape shape = MarkerShape::circle;
    double turn = 0;  ///< degrees, clockwise
    Paint paint{};
    bool filled = true;
    double opacity = 1;
    std::string tip{};  ///< shown when pointed at; not yet escaped
};

enum class Anchor : std::uint8_t { start, middle, end };

struct Text {
    double x = 0, y = 0;  ///< of the baseline, at the anchor
    std::string text{};   ///< not yet escaped
    double size = 11;
    Anchor anchor = Anchor::start;
    double angle = 0;  ///< degrees, clockwise, about (x, y)
    Paint paint{};
    bool bold = false;
    bool halo = false;  ///< outlined in the colour of the paper, to be read over lines
};

/// Boxes that cover a text: one, or several small ones along a rotated text.
std::vector<Box> boxes_of(const Text& text);

struct Scene {
    double width = 0, height = 0;
    Box plot{};  ///< the area between the axes
    std::string title{}, description{};
    std::vector<Line> lines{};      ///< drawn first
    std::vector<Marker> markers{};  ///< then these
    std::vector<Text> texts{};      ///< and these on top
};

}  // namespace mansard::analyzer::chart
