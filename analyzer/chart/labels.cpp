#include "analyzer/chart/labels.hpp"

#include <algorithm>

namespace mansard::analyzer::chart {

bool crosses(const Line& line, const Box& box) {
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
    return clip(-dx, line.x0 - box.x0) && clip(dx, box.x1 - line.x0) && clip(-dy, line.y0 - box.y0) &&
           clip(dy, box.y1 - line.y0);
}

bool LabelBoard::is_free(const std::vector<Box>& boxes) const {
    return std::all_of(boxes.begin(), boxes.end(), [&](const Box& box) {
        return frame_.holds(box) && std::none_of(labels_.begin(), labels_.end(),
                                                 [&](const Box& label) { return label.overlaps(box); });
    });
}

double LabelBoard::cost_of(const Candidate& candidate, const std::vector<Box>& boxes) const {
    double cost = candidate.cost;
    for (const Box& box : boxes) {
        for (const SoftBox& soft : soft_)
            if (soft.box.overlaps(box)) cost += soft.cost;
        for (const SoftLine& soft : lines_)
            if (crosses(soft.line, box)) cost += soft.cost;
    }
    if (candidate.leader)
        for (const Box& label : labels_)
            if (crosses(*candidate.leader, label)) cost += 20;
    return cost;
}

std::optional<Candidate> LabelBoard::place(std::span<const Candidate> candidates) {
    const Candidate* best = nullptr;
    std::vector<Box> best_boxes;
    double best_cost = 0;
    for (const Candidate& candidate : candidates) {
        std::vector<Box> boxes = boxes_of(candidate.text);
        if (!is_free(boxes)) continue;
        const double cost = cost_of(candidate, boxes);
        if (best != nullptr && cost >= best_cost) continue;
        best = &candidate;
        best_cost = cost;
        best_boxes = std::move(boxes);
    }
    if (best == nullptr) return std::nullopt;
    labels_.insert(labels_.end(), best_boxes.begin(), best_boxes.end());
    if (best->leader) lines_.push_back({*best->leader, 15});
    return *best;
}

}  // namespace mansard::analyzer::chart
