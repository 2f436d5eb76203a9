#include "analyzer/chart/roofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

using ceilings::Roof;
using ceilings::Status;

/// Roofs nearer than this are one line on paper.
constexpr double same_rate = 0.005;

bool is_rate(double value) {
    return value > 0 && std::isfinite(value);
}

bool is_drawable(const Roof& roof) {
    return roof.value && is_rate(*roof.value) && roof.status != Status::absent;
}

/// Patterns that a program reaches by plain loads and stores.
bool is_ordinary(const Target& target) {
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

/// What roofs of one kind share: the level, or the number type.
std::string group_name(const Target& target) {
    if (target.level) return std::string(name_of(*target.level));
    return std::string(target.dtype ? name_of(*target.dtype) : name_of(target.kind));
}

/// What tells them apart: "load", "fma avx2".
std::string how_name(const Target& target) {
    std::string how;
    const auto add = [&how](std::string_view part) { how += how.empty() ? "" : " ", how += part; };
    if (target.op) add(name_of(*target.op));
    if (target.isa && target.kind == Kind::compute) add(name_of(*target.isa));
    if (target.pattern) add(name_of(*target.pattern));
    return how;
}

class Selection {
  public:
    explicit Selection(const Analysis& analysis) : analysis_(analysis), roofs_(analysis.ceilings->roofs) {}

    /// A roof as placements used it, if its kind and level can be told and it can be drawn.
    void add_used(const UsedRoof& used) {
        const Roof* roof = behind(used);
        if (roof == nullptr || !is_rate(used.high)) return;
        add({.kind = roof->target.kind,
             .level = roof->target.level,
             .scope = scope_of(used, *roof),
             .name = visible(used.name),
             .brief = used.ids.size() == 1 ? brief_name(roof->target) : group_name(roof->target) + " mix",
             .unit = used.unit,
             .value = used.high,
             .low = is_rate(used.low) ? used.low : used.high,
             .interval = used.interval,
             .status = used.status,
             .bound = used.bound,
             .ids = used.ids});
    }

    /// Those that bound one of the points that are shown.
    void add_bounding(std::span<const PlacedPoint> shown) {
        std::set<std::string_view> bounding;
        for (const PlacedPoint& placed : shown)
            for (const Component& component : placed.components)
                if (component.bound) bounding.insert(component.roof_id.view());
        for (const UsedRoof& used : analysis_.roofs)
            if (used.bound > 0 && std::any_of(used.ids.begin(), used.ids.end(),
                                              [&](const std::string& id) { return bounding.contains(id); }))
                add_used(used);
        const auto more = [](const ChartRoof& a, const ChartRoof& b) { return a.bound > b.bound; };
        std::stable_sort(chosen_.begin(), chosen_.end(), more);
        if (chosen_.size() > most_bounding_roofs) chosen_.resize(most_bounding_roofs);
    }

    /// The best roof that `wanted` accepts: measured before all others, then the highest.
    template <typename Wanted>
    void add_best(Scope scope, const Wanted& wanted) {
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

    /// A level has a roof: nothing to do; points have bytes there: as they used it; else the best ordinary
    /// one.
    void add_level(Level level, Scope scope) {
        const auto is_there = [&](const ChartRoof& roof) {
            return roof.level == level && roof.scope == scope;
        };
        if (std::any_of(chosen_.begin(), chosen_.end(), is_there)) return;
        const UsedRoof* most = nullptr;
        for (const UsedRoof& used : analysis_.roofs) {
            const Roof* roof = behind(used);
            if (roof != nullptr && roof->target.level == level && scope_of(used, *roof) == scope &&
                (most == nullptr || used.points > most->points))
                most = &used;
        }
        if (most != nullptr) return add_used(*most);
        add_best(scope, [&](const Roof& roof) {
            return roof.target.kind == Kind::bandwidth && roof.target.level == level &&
                   is_ordinary(roof.target);
        });
    }

    /// Below the top roof of a number type: what stays without vectors, without parallelism, without FMA.
    void add_optimizations(Dtype dtype, Scope scope) {
        const auto add_where = [&](const auto& wanted) {
            add_best(scope, [&](const Roof& roof) {
                return roof.target.kind == Kind::compute && roof.target.dtype == dtype && wanted(roof.target);
            });
        };
        add_where([](const Target& target) { return target.engine == Engine::scalar; });
        add_where([](const Target& target) { return target.op == Op::one_chain; });
        add_where([](const Target& target) { return target.op == Op::mul_add; });
    }

    /// Those of the roofs so far: each is a roofline of its own, with its own ridges. Without any that of the
    /// analysis, as far as it has roofs.
    std::set<Scope> scopes() const {
        std::set<Scope> scopes;
        for (const ChartRoof& roof : chosen_) scopes.insert(roof.scope);
        if (!scopes.empty()) return scopes;
        const bool has_roofs = std::any_of(roofs_.begin(), roofs_.end(), [&](const Roof& roof) {
            return is_drawable(roof) && roof.target.scope == analysis_.scope;
        });
        if (has_roofs) return {analysis_.scope};
        return {analysis_.scope == Scope::core ? Scope::device : Scope::core};
    }

    std::vector<ChartRoof> take() {
        std::stable_sort(chosen_.begin(), chosen_.end(), [](const ChartRoof& a, const ChartRoof& b) {
            return a.kind != b.kind ? a.kind == Kind::compute : a.value > b.value;
        });
        if (scopes().size() > 1)
            for (ChartRoof& roof : chosen_) roof.brief = roof.name;
        return std::move(chosen_);
    }

  private:
    /// A core's roof taken T times holds for T threads, as those of the device do.
    static Scope scope_of(const UsedRoof& used, const Roof& roof) {
        const bool scaled = roof.value && used.high > 1.5 * *roof.value;
        return roof.target.scope == Scope::core && scaled ? Scope::device : roof.target.scope;
    }

    const Roof* behind(const UsedRoof& used) const {
        for (const std::string& id : used.ids)
            for (const Roof& roof : roofs_)
                if (roof.id == id &&
                    (roof.target.kind == Kind::compute || roof.target.kind == Kind::bandwidth))
                    return &roof;
        return nullptr;
    }

    void add(ChartRoof roof) {
        for (const ChartRoof& chosen : chosen_)
            if (chosen.kind == roof.kind && chosen.level == roof.level && chosen.scope == roof.scope &&
                chosen.unit == roof.unit && std::abs(roof.value / chosen.value - 1) <= same_rate)
                return;
        chosen_.push_back(std::move(roof));
    }

    const Analysis& analysis_;
    const std::vector<Roof>& roofs_;
    std::vector<ChartRoof> chosen_;
};

}  // namespace

std::string roof_name(const Target& target) {
    if (target.scope == Scope::core) return brief_name(target) + ", 1 core";
    return fmt::format("{}, {} ({} thread{})", brief_name(target), name_of(target.scope), target.threads,
                       target.threads == 1 ? "" : "s");
}

std::string brief_name(const Target& target) {
    const std::string how = how_name(target);
    return group_name(target) + (how.empty() ? "" : " " + how);
}

std::vector<ChartRoof> select_roofs(const Analysis& analysis, std::span<const PlacedPoint> shown,
                                    Extras extras) {
    if (!analysis.ceilings || analysis.ceilings->roofs.empty()) return {};
    Selection selection(analysis);
    selection.add_bounding(shown);
    std::set<Dtype> dtypes;
    std::set<Level> levels;
    for (const PlacedPoint& placed : shown)
        for (const FlopCount& flops : placed.point.flops) dtypes.insert(flops.dtype);
    dtypes.erase(Dtype::unknown);
    // Nothing says which type matters: one roof for each.
    const bool any_dtype = dtypes.empty();
    for (const Roof& roof : analysis.ceilings->roofs) {
        if (any_dtype && roof.target.dtype && roof.unit == "FLOP/s") dtypes.insert(*roof.target.dtype);
        if (shown.empty() && roof.target.level) levels.insert(*roof.target.level);
    }
    levels.insert(Level::DRAM);
    for (const Scope scope : selection.scopes()) {
        for (const Dtype dtype : dtypes)
            selection.add_best(scope, [&](const Roof& roof) {
                return roof.target.kind == Kind::compute && roof.unit == "FLOP/s" &&
                       roof.target.dtype == dtype;
            });
        for (const Level level : levels) selection.add_level(level, scope);
        if (extras.optimizations)
            for (const Dtype dtype : dtypes) selection.add_optimizations(dtype, scope);
    }
    return selection.take();
}

std::vector<ChartRidge> select_ridges(const Analysis& analysis, std::span<const ChartRoof> roofs) {
    std::vector<ChartRidge> ridges;
    if (!analysis.ceilings) return ridges;
    for (const ChartRoof& line : roofs) {
        const auto same = [&](const ChartRidge& ridge) {
            return ridge.level == line.level && ridge.scope == line.scope;
        };
        if (!line.level || std::any_of(ridges.begin(), ridges.end(), same)) continue;
        ChartRidge ridge{.level = *line.level, .scope = line.scope};
        for (const Roof& roof : analysis.ceilings->roofs)
            if (roof.target.kind == Kind::ridge && roof.target.level == line.level &&
                roof.target.scope == line.scope && roof.target.intensity && is_drawable(roof))
                ridge.samples.push_back({*roof.target.intensity, *roof.value});
        std::sort(ridge.samples.begin(), ridge.samples.end(),
                  [](const auto& a, const auto& b) { return a.intensity < b.intensity; });
        if (ridge.samples.size() > 1) ridges.push_back(std::move(ridge));
    }
    return ridges;
}

}  // namespace mansard::analyzer::chart
