#include "analyzer/placed_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"

namespace mansard::analyzer {
namespace {

/// Points that follow each other may sum up to a little more than the wall time, by rounding.
constexpr double rounding_of_times = 1.01;

}  // namespace

PlacedSum::Least& PlacedSum::least_of(std::optional<Level> level, Basis basis) {
    for (Least& least : components_)
        if (least.level == level && least.basis == basis) return least;
    return components_.emplace_back(Least{.level = level, .basis = basis});
}

void PlacedSum::add_to(Least& least, const Component* component) {
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
    const bool computes = std::any_of(point.flops.begin(), point.flops.end(),
                                      [](const FlopCount& flops) { return flops.count > 0; });
    if (computes) add_to(least_of(std::nullopt, Basis::architectural), take(std::nullopt));
    for (const ByteCount& bytes : point.bytes)
        if (bytes.count > 0) add_to(least_of(bytes.level, bytes.basis), take(bytes.level));
}

bool PlacedSum::overlaps(std::optional<double> wall, std::optional<Scope> scope) const {
    const bool all_device = scope ? *scope == Scope::device : !some_threads_known_;
    const auto busy = work_.seconds();
    return wall && busy && !all_device && *busy > rounding_of_times * *wall;
}

std::vector<Component> PlacedSum::components_of(const Point& sum) const {
    std::vector<Component> components;
    const auto add = [&](std::optional<Level> level, Basis basis, double work) {
        const auto least = std::find_if(components_.begin(), components_.end(), [&](const Least& one) {
            return one.level == level && one.basis == basis;
        });
        if (work <= 0 || least == components_.end()) return;
        Component component{.level = level};
        if (least->known && std::isfinite(least->seconds)) {
            component.seconds = least->seconds;
            component.roof = quotient(work, least->seconds);
            if (least->one_roof) component.roof_id = least->roof_id;
        }
        components.push_back(component);
    };
    double flops = 0;
    for (const FlopCount& count : sum.flops) flops += count.count;
    add(std::nullopt, Basis::architectural, flops);
    for (const ByteCount& bytes : sum.bytes) add(bytes.level, bytes.basis, bytes.count);
    return components;
}

std::optional<PlacedPoint> PlacedSum::place(std::optional<double> wall, std::optional<Scope> scope,
                                            Placer& placer) const {
    if (timed_ == 0) {
        auto sum = untimed_work_.point(wall);
        if (!sum) return std::nullopt;
        sum->seconds = wall;
        return placer.place(*std::move(sum));
    }
    std::optional<Point> sum = work_.point(wall);
    if (!sum) return std::nullopt;
    if (untimed_ > 0)
        sum->notes.push_back(fmt::format("{} without a time left out", counted(untimed_, "point")));
    if (overlaps(wall, scope)) {
        sum->threads = std::nullopt;
        sum->notes.push_back("its points ran side by side: it stands under the whole device's roofs");
        return placer.place(*std::move(sum));
    }
    const std::vector<Component> components = components_of(*sum);
    const bool placeable = std::any_of(components.begin(), components.end(),
                                       [](const Component& component) { return bool(component.seconds); });
    if (placeable && mixed_threads_ && !scope)
        sum->notes.push_back(
            "its points ran on different numbers of threads: it needs what they need together, each under "
            "its own roofs");
    if (placeable && above_ > 0)
        sum->notes.push_back(
            fmt::format("{} above their roofs: it shares their error", counted(above_, "point")));
    return placer.place_sum(
        *std::move(sum), components,
        incomplete_ > 0 ? fmt::format("of its points {} lack FLOPs, bytes or a roof", incomplete_) : "");
}

}  // namespace mansard::analyzer
