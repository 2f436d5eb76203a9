#include "analyzer/chart/scene.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {

std::vector<Box> boxes_of(const Text& text) {
    const double width = text_width(text.text, text.size);
    const double start = text.anchor == Anchor::start    ? 0
                         : text.anchor == Anchor::middle ? -width / 2
                                                         : -width;
    const double ascent = 0.8 * text.size, descent = 0.22 * text.size;
    if (text.angle == 0) return {{text.x + start, text.y - ascent, text.x + start + width, text.y + descent}};
    // One box around a slanted text would be mostly empty; short pieces follow it closely.
    const double radians = text.angle * std::numbers::pi / 180, c = std::cos(radians), s = std::sin(radians);
    const int pieces = std::max(1, static_cast<int>(std::ceil(3 * width / text.size)));
    std::vector<Box> boxes;
    for (int i = 0; i < pieces; ++i) {
        const double from = start + width * i / pieces, to = start + width * (i + 1) / pieces;
        Box box{1e300, 1e300, -1e300, -1e300};
        for (const double along : {from, to})
            for (const double across : {-ascent, descent}) {
                const double x = text.x + along * c - across * s, y = text.y + along * s + across * c;
                box = {std::min(box.x0, x), std::min(box.y0, y), std::max(box.x1, x), std::max(box.y1, y)};
            }
        boxes.push_back(box);
    }
    return boxes;
}

}  // namespace mansard::analyzer::chart
