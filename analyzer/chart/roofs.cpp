#include "analyzer/chart/roofs.hpp"

#include <fmt/format.h>

#include <set>

#include "analyzer/chart/selection.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

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
    if (!target.isa && target.engine == Engine::matrix) add(name_of(Engine::matrix));
    if (target.pattern) add(name_of(*target.pattern));
    if (target.condition) add(name_of(*target.condition));
    if (target.in_flight_bytes) add(binary_size(*target.in_flight_bytes) + " in flight");
    return how;
}

}  // namespace

std::string roof_name(const Target& target) {
    const std::string brief = brief_name(target);
    if (target.scope == Scope::core) return brief + ", 1 core";
    if (target.device != "cpu") return fmt::format("{}, {}", brief, name_of(target.scope));
    if (target.threads == 0) return brief + ", all cores";
    return fmt::format("{}, {} core{}", brief, target.threads, target.threads == 1 ? "" : "s");
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
    selection.add_tops(shown);
    const std::set<Dtype> dtypes = selection.dtypes_of(shown);
    if (selection.empty() || extras.roofs) selection.add_one_of_each(dtypes);
    if (extras.optimizations)
        for (const Scope scope : selection.scopes())
            for (const Dtype dtype : dtypes) selection.add_optimizations(dtype, scope);
    if (extras.in_flight) selection.add_in_flight();
    return selection.take();
}

}  // namespace mansard::analyzer::chart
