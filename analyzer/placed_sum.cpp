#include "analyzer/placed_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"

namespace mansard::analyzer {
namespace {

/// Points that follow each other may sum up to a little more than the wall time, by rounding.
constexpr double rounding_of_times = 1.01;
/// Sums of the same numbers in another order.
constexpr double rounding_of_sums = 1e-6;

double flops_of(const Point& point) {
    double flops = 0;
    for (const FlopCount& count : point.flops) flops += count.count;
    return flops;
}

}  // namespace

PlacedSum::Least& PlacedSum::least_of(std::optional<Level> level, Basis basis) {
    for (Least& least : components_)
        if (least.level == level && least.basis == basis) return least;
    return components_.emplace_back(Least{.level = level, .basis = basis});
}

const PlacedSum::Least* PlacedSum::find(std::optional<Level> level, Basis basis) const {
    for (const Least& least : components_)
        if (least.level == level && least.basis == basis) return &least;
    return nullptr;
}

void PlacedSum::add_to(Least& least, double work, const Component* component) {
    least.work += work;
    if (component == nullptr || !component->seconds) {
        least.known = false;
        return;
    }
    if (least.seconds == 0)
        least.roof_id = component->roof_id;
    else if (least.one_roof && !(least.roof_id == component->roof_id))
        least.one_roof = false;
    least.seconds += *component->seconds;
}

void PlacedSum::add(const PlacedPoint& placed) {
    const Point& point = placed.point;
    if (!point.seconds || *point.seconds <= 0) {
        ++untimed_;
        untimed_work_.add(point);
        return;
    }
    if (timed_++ == 0)
        threads_ = point.threads;
    else
        mixed_threads_ = mixed_threads_ || threads_ != point.threads;
    some_threads_known_ = some_threads_known_ || point.threads;
    above_ += placed.status == PlacementStatus::above_roof;
    incomplete_ += placed.status == PlacementStatus::incomplete || placed.status == PlacementStatus::no_roofs;
    work_.add(point);

    OptionalNumber longest;
    for (const Component& component : placed.components)
        if (component.seconds) longest = std::max(longest.value_or(0), *component.seconds);
    least_ = least_ && longest ? std::optional(*least_ + *longest) : std::nullopt;

    // Components stand in the order of the counts, the compute units first; what is 0 has none.
    auto next = placed.components.begin();
    const auto take = [&](std::optional<Level> level) -> const Component* {
        return next != placed.components.end() && next->level == level ? &*next++ : nullptr;
    };
    const double flops = flops_of(point);
    if (flops > 0) add_to(least_of(std::nullopt, Basis::architectural), flops, take(std::nullopt));
    for (const ByteCount& bytes : point.bytes)
        if (bytes.count > 0) add_to(least_of(bytes.level, bytes.basis), bytes.count, take(bytes.level));
}

bool PlacedSum::overlaps(std::optional<double> wall, std::optional<Scope> scope) const {
    const bool all_device = scope ? *scope == Scope::device : !some_threads_known_;
    const auto busy = work_.seconds();
    return wall && busy && !all_device && *busy > rounding_of_times * *wall;
}

std::vector<Component> PlacedSum::components_of(const Point& sum, std::size_t parts) const {
    std::vector<Component> components;
    const auto count = static_cast<double>(parts);
    const auto add = [&](std::optional<Level> level, Basis basis, double work) {
        const Least* least = find(level, basis);
        if (work <= 0 || least == nullptr) return;
        Component component{.level = level};
        if (least->known && std::isfinite(least->seconds)) {
            component.seconds = least->seconds / count;
            component.roof = quotient(work * count, least->seconds);
            if (least->one_roof) component.roof_id = least->roof_id;
        }
        components.push_back(component);
    };
    add(std::nullopt, Basis::architectural, flops_of(sum));
    for (const ByteCount& bytes : sum.bytes) add(bytes.level, bytes.basis, bytes.count);
    return components;
}

bool PlacedSum::is_of(const Point& whole, std::size_t parts) const {
    const auto same = [&](std::optional<Level> level, Basis basis, double work) {
        const Least* least = find(level, basis);
        const double sum = least != nullptr ? least->work : 0;
        return std::isfinite(sum) &&
               std::abs(work * static_cast<double>(parts) - sum) <= rounding_of_sums * sum;
    };
    return timed_ > 0 && (whole.flops.empty() || same(std::nullopt, Basis::architectural, flops_of(whole))) &&
           std::all_of(whole.bytes.begin(), whole.bytes.end(),
                       [&](const ByteCount& bytes) { return same(bytes.level, bytes.basis, bytes.count); });
}

PlacedPoint PlacedSum::place_timed(Point&& sum, std::size_t parts, std::optional<double> wall,
                                   std::optional<Scope> scope, Placer& placer) const {
    if (untimed_ > 0)
        sum.notes.push_back(fmt::format("{} without a time left out", counted(untimed_, "point")));
    if (overlaps(wall, scope)) {
        sum.threads = std::nullopt;
        sum.notes.push_back("its points ran side by side: it stands under the whole device's roofs");
        return placer.place(std::move(sum));
    }
    const std::vector<Component> components = components_of(sum, parts);
    const bool placeable = std::any_of(components.begin(), components.end(),
                                       [](const Component& component) { return bool(component.seconds); });
    if (placeable && mixed_threads_ && !scope)
        sum.notes.push_back(
            "its points ran on different numbers of threads: it needs what they need together, each under "
            "its own roofs");
    if (placeable && above_ > 0)
        sum.notes.push_back(
            fmt::format("{} above their roofs: it shares their error", counted(above_, "point")));
    return placer.place_sum(
        std::move(sum), components,
        incomplete_ > 0 ? fmt::format("of its points {} lack FLOPs, bytes or a roof", incomplete_) : "");
}

std::optional<PlacedPoint> PlacedSum::place(std::optional<double> wall, std::optional<Scope> scope,
                                            Placer& placer) const {
    std::optional<Point> sum = (timed_ > 0 ? work_ : untimed_work_).point(wall);
    if (!sum) return std::nullopt;
    if (timed_ > 0) return place_timed(*std::move(sum), 1, wall, scope, placer);
    sum->seconds = wall;
    return placer.place(*std::move(sum));
}

PlacedPoint PlacedSum::place_as(Point&& whole, std::size_t parts, std::optional<Scope> scope,
                                Placer& placer) const {
    std::optional<double> wall = whole.seconds;
    if (wall) wall = *wall * static_cast<double>(parts);
    return place_timed(std::move(whole), parts, wall, scope, placer);
}

}  // namespace mansard::analyzer
