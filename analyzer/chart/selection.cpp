#include "analyzer/chart/selection.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/chart/scale.hpp"
#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

using ceilings::Roof;
using ceilings::Status;

/// Roofs nearer than this are one line on paper.
constexpr double same_rate = 0.005;

/// Patterns that a program reaches by plain loads and stores.
bool is_ordinary(const Target& target) {
    if (target.condition || target.in_flight_bytes) return false;
    switch (target.pattern.value_or(Pattern::load)) {
        case Pattern::load:
        case Pattern::store:
        case Pattern::copy:
        case Pattern::triad:
        case Pattern::update:
            return true;
        default:
            return false;
    }
}

ChartRoof from_ceilings(const Roof& roof) {
    return {.kind = roof.target.kind,
            .level = roof.target.level,
            .scope = roof.target.scope,
            .name = visible(roof_name(roof.target)),
            .brief = brief_name(roof.target),
            .unit = roof.unit,
            .value = *roof.value,
            .low = *roof.value,
            .interval = roof.ci95 ? roof.ci95 : roof.range,
            .status = roof.status,
            .ids = {roof.id}};
}

/// What holds a point back, or may do so as far as is known: the largest component.
const Component* nearest(const PlacedPoint& placed) {
    if (const Component* bound = placed.bounding()) return bound;
    const Component* nearest = nullptr;
    for (const Component& component : placed.components)
        if (component.seconds && (nearest == nullptr || *component.seconds > *nearest->seconds))
            nearest = &component;
    return nearest;
}

/// Several uses may have one roof behind them (plain and on the bus, of one core and of several), so the rate
/// decides, too. Behind a mix of number types, which has no id, is `roof` if it is of one of them.
bool is_of(const PlacedPoint& placed, const Component& component, const UsedRoof& used, const Roof* roof) {
    constexpr double rounding = 1e-9;
    if (!component.roof || used.ids.empty()) return false;
    if (!component.level && component.roof_id.empty())
        return roof != nullptr && roof->target.kind == Kind::compute &&
               std::any_of(placed.point.flops.begin(), placed.point.flops.end(), [&](const FlopCount& flops) {
                   const bool same_units =
                       (flops.engine == Engine::matrix) == (roof->target.engine == Engine::matrix);
                   return flops.count > 0 && same_units &&
                          (flops.dtype == roof->target.dtype || flops.dtype == Dtype::unknown);
               });
    return component.roof_id == used.ids.front() && *component.roof >= used.low * (1 - rounding) &&
           *component.roof <= used.high * (1 + rounding);
}

}  // namespace

bool is_drawable(const Roof& roof) {
    return roof.value && has_logarithm(*roof.value) && roof.status != Status::absent;
}

void Selection::add_used(const UsedRoof& used, std::size_t bound) {
    const Roof* roof = behind(used);
    if (roof == nullptr || !has_logarithm(used.high)) return;
    std::string brief = used.name.substr(0, used.name.find(',')) + (used.bus ? ", bus" : "");
    add({.kind = roof->target.kind,
         .level = roof->target.level,
         .scope = used.scope,
         .name = visible(used.name),
         .brief = visible(brief),
         .bus = used.bus,
         .unit = used.unit,
         .value = used.high,
         .low = has_logarithm(used.low) ? used.low : used.high,
         .interval = used.interval,
         .status = used.status,
         .bound = bound,
         .ids = used.ids});
}

void Selection::add_bounding(std::span<const PlacedPoint> shown) {
    std::vector<std::size_t> bound(analysis_.roofs.size());
    std::vector<const Roof*> behind_used;
    for (const UsedRoof& used : analysis_.roofs) behind_used.push_back(behind(used));
    for (const PlacedPoint& placed : shown)
        if (const Component* component = nearest(placed))
            for (std::size_t i = 0; i < bound.size(); ++i)
                bound[i] += is_of(placed, *component, analysis_.roofs[i], behind_used[i]);
    for (std::size_t i = 0; i < bound.size(); ++i)
        if (bound[i] > 0) add_used(analysis_.roofs[i], bound[i]);
    const auto more = [](const ChartRoof& a, const ChartRoof& b) { return a.bound > b.bound; };
    std::stable_sort(chosen_.begin(), chosen_.end(), more);
    if (chosen_.size() > most_bounding_roofs) chosen_.resize(most_bounding_roofs);
}

std::vector<const UsedRoof*> Selection::compute_used(std::span<const PlacedPoint> shown) const {
    std::vector<const UsedRoof*> out;
    for (const UsedRoof& used : analysis_.roofs) {
        const Roof* roof = behind(used);
        const auto uses = [&](const PlacedPoint& placed) {
            return std::any_of(placed.components.begin(), placed.components.end(),
                               [&](const Component& component) {
                                   return !component.level && is_of(placed, component, used, roof);
                               });
        };
        if (std::any_of(shown.begin(), shown.end(), uses)) out.push_back(&used);
    }
    return out;
}

void Selection::add_tops(std::span<const PlacedPoint> shown) {
    const std::vector<const UsedRoof*> used = compute_used(shown);
    for (const Scope scope : scopes()) {
        const auto is_top = [&](const ChartRoof& roof) {
            return roof.kind == Kind::compute && roof.scope == scope;
        };
        if (std::any_of(chosen_.begin(), chosen_.end(), is_top)) continue;
        const UsedRoof* top = nullptr;
        for (const UsedRoof* roof : used)
            if (roof->scope == scope && (top == nullptr || roof->high > top->high)) top = roof;
        if (top != nullptr) add_used(*top, 0);
    }
}

std::set<Dtype> Selection::dtypes_of(std::span<const PlacedPoint> shown) const {
    std::set<Dtype> dtypes;
    for (const UsedRoof* used : compute_used(shown))
        if (const Roof* roof = behind(*used); roof != nullptr && roof->target.dtype)
            dtypes.insert(*roof->target.dtype);
    if (!dtypes.empty()) return dtypes;
    for (const Roof& roof : roofs_)
        if (roof.target.dtype && roof.unit == "FLOP/s") dtypes.insert(*roof.target.dtype);
    return dtypes;
}

void Selection::add_one_of_each(const std::set<Dtype>& dtypes) {
    std::set<Level> levels;
    for (const Roof& roof : roofs_)
        if (roof.target.level) levels.insert(*roof.target.level);
    for (const Scope scope : scopes()) {
        for (const Dtype dtype : dtypes)
            add_best(scope, [&](const Roof& roof) {
                return roof.target.kind == Kind::compute && roof.unit == "FLOP/s" &&
                       roof.target.dtype == dtype && !roof.target.condition;
            });
        for (const Level level : levels) add_level(level, scope);
    }
}

void Selection::add_best(Scope scope, const std::function<bool(const Roof&)>& wanted) {
    const auto rank = [](const Roof& roof) {
        return std::pair(roof.status == Status::measured, *roof.value);
    };
    const Roof* best = nullptr;
    for (const Roof& roof : roofs_)
        if (is_drawable(roof) && roof.target.scope == scope &&
            roof.target.device == roofs_.front().target.device && wanted(roof) &&
            (best == nullptr || rank(roof) > rank(*best)))
            best = &roof;
    if (best != nullptr) add(from_ceilings(*best));
}

void Selection::add_level(Level level, Scope scope) {
    const auto is_there = [&](const ChartRoof& roof) { return roof.level == level && roof.scope == scope; };
    if (std::any_of(chosen_.begin(), chosen_.end(), is_there)) return;
    const UsedRoof* most = nullptr;
    for (const UsedRoof& used : analysis_.roofs) {
        const Roof* roof = behind(used);
        if (roof != nullptr && roof->target.level == level && used.scope == scope &&
            (most == nullptr || used.points > most->points))
            most = &used;
    }
    if (most != nullptr) return add_used(*most, 0);
    add_best(scope, [&](const Roof& roof) {
        return roof.target.kind == Kind::bandwidth && roof.target.level == level && is_ordinary(roof.target);
    });
}

void Selection::add_optimizations(Dtype dtype, Scope scope) {
    const auto add_where = [&](const auto& wanted) {
        add_best(scope, [&](const Roof& roof) {
            return roof.target.kind == Kind::compute && roof.target.dtype == dtype && wanted(roof.target);
        });
    };
    add_where([](const Target& target) { return target.engine == Engine::scalar; });
    add_where([](const Target& target) { return target.op == Op::one_chain; });
    add_where([](const Target& target) { return target.op == Op::mul_add; });
}

void Selection::add_in_flight() {
    std::set<Level> levels;
    for (const ChartRoof& roof : chosen_)
        if (roof.level) levels.insert(*roof.level);
    for (const Roof& roof : roofs_)
        if (roof.target.in_flight_bytes && roof.target.level && levels.contains(*roof.target.level) &&
            roof.target.device == roofs_.front().target.device && is_drawable(roof))
            add(from_ceilings(roof));
}

std::set<Scope> Selection::scopes() const {
    std::set<Scope> scopes;
    for (const ChartRoof& roof : chosen_) scopes.insert(roof.scope);
    if (!scopes.empty()) return scopes;
    const bool has_roofs = std::any_of(roofs_.begin(), roofs_.end(), [&](const Roof& roof) {
        return is_drawable(roof) && roof.target.scope == analysis_.scope;
    });
    if (has_roofs) return {analysis_.scope};
    return {analysis_.scope == Scope::core ? Scope::device : Scope::core};
}

std::vector<ChartRoof> Selection::take() {
    std::stable_sort(chosen_.begin(), chosen_.end(), [](const ChartRoof& a, const ChartRoof& b) {
        return a.kind != b.kind ? a.kind == Kind::compute : a.value > b.value;
    });
    for (ChartRoof& roof : chosen_)
        roof.apart = roof.bus && std::any_of(chosen_.begin(), chosen_.end(), [&](const ChartRoof& other) {
                         return other.level == roof.level && !other.bus;
                     });
    if (scopes().size() > 1)
        for (ChartRoof& roof : chosen_) roof.brief = roof.name;
    return std::move(chosen_);
}

const Roof* Selection::behind(const UsedRoof& used) const {
    for (const std::string& id : used.ids)
        for (const Roof& roof : roofs_)
            if (roof.id == id && (roof.target.kind == Kind::compute || roof.target.kind == Kind::bandwidth))
                return &roof;
    return nullptr;
}

void Selection::add(ChartRoof roof) {
    for (const ChartRoof& chosen : chosen_)
        if (chosen.kind == roof.kind && chosen.level == roof.level && chosen.scope == roof.scope &&
            chosen.bus == roof.bus && chosen.unit == roof.unit &&
            std::abs(roof.value / chosen.value - 1) <= same_rate)
            return;
    chosen_.push_back(std::move(roof));
}

}  // namespace mansard::analyzer::chart
