#include "analyzer/compare/same_work.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

namespace mansard::analyzer {
namespace {

/// Formats whose number of calls is chosen to fill a time: twice as fast is twice as many.
constexpr std::array<std::string_view, 4> harnesses{"google-benchmark", "likwid-bench", "nanobench",
                                                    "nvbench"};
// A step's calls are a quotient of whole numbers.
constexpr double rounding = 1e-9;

bool calls_chosen(const Analysis& analysis) {
    return std::any_of(analysis.formats.begin(), analysis.formats.end(), [](const std::string& format) {
        return std::find(harnesses.begin(), harnesses.end(), format) != harnesses.end();
    });
}

/// Of the wholes that the profile has of its steps; of one step there is none beside the points' labels.
double count_steps(const Analysis& analysis) {
    std::set<std::string_view> labels;
    for (const PlacedPoint& placed : analysis.program)
        if (!placed.point.step.empty() && placed.point.name != "average step")
            labels.insert(placed.point.step.view());
    if (labels.empty())
        for (const PlacedPoint& placed : analysis.points)
            if (!placed.point.step.empty()) labels.insert(placed.point.step.view());
    return static_cast<double>(labels.size());
}

bool differ(double one, double other) {
    return std::abs(one - other) > rounding * std::max(std::abs(one), std::abs(other));
}

}  // namespace

SameWork same_work_of(const Analysis& before, const Analysis& after) {
    return {.calls_chosen = calls_chosen(before) || calls_chosen(after),
            .steps_before = count_steps(before),
            .steps_after = count_steps(after)};
}

Weights weights_of(const Match& match, const SameWork& work, double flops_unchanged) {
    const double first = match.before.front()->point.calls, last = match.after->point.calls;
    Weights weights{.before = std::vector<double>(match.before.size(), 1.0), .calls = first};
    if (work.calls_chosen) {
        for (std::size_t i = 0; i < weights.before.size(); ++i)
            weights.before[i] = first / match.before[i]->point.calls;
        weights.after = first / last;
        return weights;
    }
    const double of_steps = work.of_steps();
    if (match.before.size() > 1) {
        // Two kernels of ten calls each that became one of ten calls: what is compared is one of those ten.
        weights.after = of_steps;
        weights.calls = last * of_steps;
        return weights;
    }
    if (!differ(first, last * of_steps)) {
        weights.after = first / last;
        return weights;
    }
    weights.changed = true;
    const auto &one = match.before.front()->flops, &other = match.after->flops;
    const double ratio = one && other && *one > 0 ? *other * of_steps / *one : 0;
    weights.spread = ratio <= 1 + flops_unchanged && ratio >= 1 / (1 + flops_unchanged);
    weights.after = weights.spread ? of_steps : first / last;
    return weights;
}

PlacedPoint weighted(const PlacedPoint& placed, double weight) {
    PlacedPoint copy = placed;
    Point& point = copy.point;
    const auto scale = [weight](auto& value) {
        if (value) value = *value * weight;
    };
    point.calls *= weight;
    scale(point.seconds);
    for (FlopCount& flops : point.flops) flops.count *= weight;
    for (ByteCount& bytes : point.bytes) {
        bytes.count *= weight;
        scale(bytes.read);
        scale(bytes.written);
    }
    scale(copy.flops);
    for (Component& component : copy.components) scale(component.seconds);
    return copy;
}

}  // namespace mansard::analyzer
