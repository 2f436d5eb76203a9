#include "analyzer/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzer/lower_bounds.hpp"

namespace mansard::analyzer {
namespace {

bool is_timed(const Point& point) {
    return point.seconds && *point.seconds > 0;
}

bool has_work(const Point& point) {
    return std::any_of(point.flops.begin(), point.flops.end(), [](const auto& f) { return f.count > 0; }) ||
           std::any_of(point.bytes.begin(), point.bytes.end(), [](const auto& b) { return b.count > 0; });
}

/// The sum of all types, and the rate; what overflows is left out and said.
void derive_rates(PlacedPoint& placed) {
    const Point& point = placed.point;
    if (point.flops.empty()) return;
    double sum = 0;
    for (const FlopCount& flops : point.flops) sum += flops.count;
    if (!std::isfinite(sum)) {
        append_reason(placed.reason, "the sum of the FLOPs is beyond the range of numbers and left out");
        return;
    }
    placed.flops = sum;
    if (!is_timed(point)) return;
    placed.rate = quotient(sum, *point.seconds);
    if (!placed.rate) append_reason(placed.reason, "FLOP/s is beyond the range of numbers and left out");
}

}  // namespace

std::optional<double> quotient(double a, double b) {
    const double value = a / b;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

void append_reason(std::string& text, std::string_view more) {
    if (!text.empty()) text += "; ";
    text += more;
}

void append_reason(Label& reason, std::string_view more) {
    std::string text = reason.str();
    append_reason(text, more);
    reason = Label(std::move(text));
}

PlacedPoint start_placement(Point&& point, bool ceilings, std::pmr::memory_resource* arena) {
    PlacedPoint placed{.point = std::move(point),
                       .status = PlacementStatus::placed,
                       .components = std::pmr::vector<Component>(arena)};
    derive_rates(placed);
    const Point& kept = placed.point;
    if (!is_timed(kept)) {
        placed.status = PlacementStatus::no_time;
        append_reason(placed.reason, kept.seconds ? "its time is 0 s" : "the profile gives it no time");
    } else if (!has_work(kept)) {
        placed.status = PlacementStatus::no_work;
        append_reason(placed.reason, kept.flops.empty() && kept.bytes.empty()
                                         ? "neither FLOPs nor bytes are known"
                                         : "it has 0 FLOP and 0 B as far as is known");
    } else if (!ceilings) {
        placed.status = PlacementStatus::no_roofs;
    }
    return placed;
}

bool is_placeable(const PlacedPoint& placed, bool ceilings) {
    return ceilings && placed.status != PlacementStatus::no_work && has_work(placed.point);
}

std::optional<std::size_t> conclude(PlacedPoint& placed, const std::string& missing) {
    std::optional<std::size_t> largest;
    for (std::size_t i = 0; i < placed.components.size(); ++i) {
        const OptionalNumber& seconds = placed.components[i].seconds;
        if (seconds && (!largest || *seconds > *placed.components[*largest].seconds)) largest = i;
    }
    if (!largest) {
        if (placed.status == PlacementStatus::placed) placed.status = PlacementStatus::no_roofs;
        append_reason(placed.reason, missing.empty() ? "no roof fits" : std::string_view(missing));
        return std::nullopt;
    }
    Component& bound = placed.components[*largest];
    const double least = *bound.seconds;
    if (placed.flops && *placed.flops > 0) {
        placed.attainable = quotient(*placed.flops, least);
    } else if (placed.flops && bound.level) {
        placed.attainable = bound.roof;
    }
    if (is_timed(placed.point)) {
        placed.efficiency = quotient(least, *placed.point.seconds);
        placed.headroom_seconds = *placed.point.seconds - least;
        if (!placed.efficiency)
            append_reason(placed.reason, "the efficiency is beyond the range of numbers and left out");
    }
    std::string unsure = missing;
    if (const std::string bounds = unsure_of(placed.point, bound); !bounds.empty())
        append_reason(unsure, bounds);
    if (!unsure.empty()) {
        if (placed.status == PlacementStatus::placed) placed.status = PlacementStatus::incomplete;
        append_reason(placed.reason, unsure + ": the bound is unknown, the efficiency a lower bound");
        return std::nullopt;
    }
    bound.bound = true;
    placed.bound = bound.name();
    return largest;
}

bool is_beyond_a_roof(const PlacedPoint& placed) {
    return is_timed(placed.point) &&
           std::any_of(placed.components.begin(), placed.components.end(), [&](const Component& component) {
               return component.seconds.value_or(HUGE_VAL) > *placed.point.seconds;
           });
}

}  // namespace mansard::analyzer
