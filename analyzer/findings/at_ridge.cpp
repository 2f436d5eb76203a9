// A point near a ridge, where even loads and FMA alone do not reach the corner of the two roofs: judged
// against what they do reach.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/advice.hpp"
#include "analyzer/findings/finding.hpp"
#include "ceilings/ridge.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"ridge_of_corner_below", "of_ridge_from"};

/// A ridge is rounded within this factor of its intensity.
constexpr double far = 4;

struct Ridge {
    Level level = Level::DRAM;
    double rate = 0;        ///< FLOP/s at the point's intensity, as measured
    double efficiency = 0;  ///< of the point, against it
};

/// Of the levels whose measured ridge lies below what the roofs allow, the one that allows least.
std::optional<Ridge> find(const PlacedPoint& placed, std::span<const double> thresholds,
                          const FindingContext& context) {
    const auto& flops = placed.point.flops;
    if (placed.status != PlacementStatus::placed || !placed.attainable || !placed.rate ||
        !placed.efficiency || flops.size() != 1 || flops[0].engine == Engine::matrix)
        return std::nullopt;
    const auto compute = std::find_if(placed.components.begin(), placed.components.end(),
                                      [](const Component& component) { return !component.level; });
    if (compute == placed.components.end() || !compute->seconds) return std::nullopt;
    const ceilings::Ridges& ridges = context.view(placed.point).ridges();
    if (ridges.empty()) return std::nullopt;
    std::optional<Ridge> lowest;
    for (const ByteCount& bytes : placed.point.bytes) {
        const auto memory =
            std::find_if(placed.components.begin(), placed.components.end(),
                         [&](const Component& component) { return component.level == bytes.level; });
        // Far from the ridge one of the two is over long before the other, and no corner is to be rounded.
        if (memory == placed.components.end() || !memory->seconds ||
            *memory->seconds > far * *compute->seconds || *compute->seconds > far * *memory->seconds)
            continue;
        const auto rate = ridges.rate(bytes.level, flops[0].dtype, *placed.flops / bytes.count);
        if (rate && *rate < thresholds[0] * *placed.attainable && (!lowest || *rate < lowest->rate))
            lowest = Ridge{bytes.level, *rate, *placed.rate / *rate};
    }
    // Far below the ridge, too, it is something else that takes the time.
    return lowest && lowest->efficiency >= thresholds[1] ? lowest : std::nullopt;
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return find(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const Ridge ridge = *find(placed, thresholds, context);
    return {
        fmt::format("near the ridge of {} loads and FMA alone reach {}, {} of the corner: against that the "
                    "efficiency is {}",
                    name_of(ridge.level), si(ridge.rate, "FLOP/s"), percent(ridge.rate / *placed.attainable),
                    percent(ridge.efficiency)),
        fmt::format(
            "{} is what this machine gives at this intensity; more FLOP per byte or fewer bytes move the "
            "point away from the ridge",
            si(ridge.rate, "FLOP/s"))};
}

}  // namespace

extern constinit const FindingDesc at_ridge_finding{
    .code = "at_ridge",
    .summary = "near a ridge that the machine itself does not fill",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .possible = ceilings::has_ridges,
    .speaks = FindingDesc::Speaks::bound};

}  // namespace mansard::analyzer
