#include "analyzer/chart/labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace mansard::analyzer::chart {

std::optional<std::pair<double, double>> part_inside(const Line& line, const Box& box) {
    // Liang & Barsky's clipping: what of the segment's parameter range 0 … 1 is left inside all four sides.
    const double dx = line.x1 - line.x0, dy = line.y1 - line.y0;
    double enter = 0, leave = 1;
    const auto clip = [&](double direction, double distance) {
        if (direction == 0) return distance >= 0;
        const double at = distance / direction;
        if (direction < 0)
            enter = std::max(enter, at);
        else
            leave = std::min(leave, at);
        return enter <= leave;
    };
    const bool any = clip(-dx, line.x0 - box.x0) && clip(dx, box.x1 - line.x0) &&
                     clip(-dy, line.y0 - box.y0) && clip(dy, box.y1 - line.y0);
    return any ? std::optional(std::pair(enter, leave)) : std::nullopt;
}

bool crosses(const Line& line, const Box& box) {
    return part_inside(line, box).has_value();
}

bool crosses(const Line& line, const Text& text) {
    const Box box =
        boxes_of({.x = 0, .y = 0, .text = text.text, .size = text.size, .anchor = text.anchor})[0];
    // A letter that a line touches is as hard to read as one that it strikes through.
    constexpr double margin = 1.5;
    const Box around{box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin};
    // The line as the text sees it that is turned back to the level.
    const double radians = -text.angle * std::numbers::pi / 180, c = std::cos(radians), s = std::sin(radians);
    Line turned;
    turned.x0 = (line.x0 - text.x) * c - (line.y0 - text.y) * s;
    turned.y0 = (line.x0 - text.x) * s + (line.y0 - text.y) * c;
    turned.x1 = (line.x1 - text.x) * c - (line.y1 - text.y) * s;
    turned.y1 = (line.x1 - text.x) * s + (line.y1 - text.y) * c;
    return crosses(turned, around);
}

bool LabelBoard::is_free(const std::vector<Box>& boxes) const {
    return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
        return frame_.holds(box) && std::none_of(labels_.begin(), labels_.end(),
                                                 [&](const Box& label) { return label.overlaps(box); });
    });
}

double LabelBoard::covered_by(const Candidate& candidate, const std::vector<Box>& boxes) const {
    double cost = 0;
    for (const SoftBox& soft : soft_)
        if (std::any_of(boxes.begin(), boxes.end(), [&](const Box& box) { return soft.box.overlaps(box); }))
            cost += soft.cost;
    for (const SoftLine& soft : lines_)
        if (crosses(soft.line, candidate.text)) cost += soft.cost;
    if (candidate.leader)
        for (const Box& label : labels_)
            if (crosses(*candidate.leader, label)) cost += 20;
    return cost;
}

std::optional<Candidate> LabelBoard::place(std::span<const Candidate> candidates, double most) {
    const Candidate* best = nullptr;
    std::vector<Box> best_boxes;
    double best_cost = 0;
    for (const Candidate& candidate : candidates) {
        std::vector<Box> boxes = boxes_of(candidate.text);
        if (!is_free(boxes)) continue;
        const double covered = covered_by(candidate, boxes), cost = candidate.cost + covered;
        if (covered > most || (best != nullptr && cost >= best_cost)) continue;
        best = &candidate;
        best_cost = cost;
        best_boxes = std::move(boxes);
    }
    if (best == nullptr) return std::nullopt;
    labels_.insert(labels_.end(), best_boxes.begin(), best_boxes.end());
    if (best->leader) lines_.push_back({*best->leader, 15});
    return *best;
}

double reach_of(const Marker& marker) {
    return marker.shape == MarkerShape::circle ? marker.radius : 1.3 * marker.radius;
}

std::vector<Candidate> places_around(const Marker& marker, const std::string& text) {
    std::vector<Candidate> candidates;
    constexpr int directions = 16;
    constexpr std::array distances{4.0, 12.0, 22.0, 34.0, 48.0, 66.0, 90.0, 120.0};
    for (const double distance : distances)
        for (int i = 0; i < directions; ++i) {
            // Clockwise from the right, which reads best.
            const double angle = 2 * std::numbers::pi * i / directions, c = std::cos(angle),
                         s = std::sin(angle);
            const double reach = reach_of(marker) + distance;
            const Anchor anchor = std::abs(c) < 0.35 ? Anchor::middle : c > 0 ? Anchor::start : Anchor::end;
            Candidate candidate{.text = {.x = marker.x + c * reach,
                                         .y = marker.y + s * reach + text_size * (0.3 + 0.5 * s),
                                         .text = text,
                                         .size = text_size,
                                         .anchor = anchor,
                                         .halo = true},
                                .cost = distance * 0.35 + (c < 0 ? 1.5 : 0) + (s > 0 ? 0.5 : 0)};
            if (distance > distances.front())
                candidate.leader = Line{marker.x + c * marker.radius,
                                        marker.y + s * marker.radius,
                                        marker.x + c * (reach - 2),
                                        marker.y + s * (reach - 2),
                                        {muted, "muted"},
                                        0.7};
            candidates.push_back(std::move(candidate));
        }
    return candidates;
}

}  // namespace mansard::analyzer::chart
