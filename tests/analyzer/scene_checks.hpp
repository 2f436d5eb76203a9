// What holds for every chart: everything lies inside of it, no label on another.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart::testing_scenes {

/// Texts within the plot: names of roofs and points.
inline std::vector<Text> labels_of(const Scene& scene) {
    std::vector<Text> labels;
    for (const Text& text : scene.texts)
        if (text.halo) labels.push_back(text);
    return labels;
}

inline std::size_t overlaps(const std::vector<Text>& texts) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < texts.size(); ++i)
        for (std::size_t j = i + 1; j < texts.size(); ++j)
            for (const Box& a : boxes_of(texts[i]))
                for (const Box& b : boxes_of(texts[j])) count += a.overlaps(b);
    return count;
}

inline bool shows(const Scene& scene, std::string_view words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

inline void expect_inside(const Scene& scene) {
    const Box page{0, 0, scene.width, scene.height};
    ASSERT_TRUE(std::isfinite(scene.height));
    EXPECT_GE(scene.height, 540);
    for (const Text& text : scene.texts)
        for (const Box& box : boxes_of(text)) EXPECT_TRUE(page.holds(box)) << text.text;
    for (const Line& line : scene.lines)
        EXPECT_TRUE(page.holds({std::min(line.x0, line.x1), std::min(line.y0, line.y1),
                                std::max(line.x0, line.x1), std::max(line.y0, line.y1)}))
            << line.x0 << ' ' << line.y0 << ' ' << line.x1 << ' ' << line.y1;
    for (const Marker& marker : scene.markers)
        EXPECT_TRUE(page.holds({marker.x - marker.radius, marker.y - marker.radius, marker.x + marker.radius,
                                marker.y + marker.radius}))
            << marker.tip;
}

}  // namespace mansard::analyzer::chart::testing_scenes
