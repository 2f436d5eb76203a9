// A point just as fast as narrower instructions allow: probably compiled to them.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/findings/finding.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"of_narrow_roof_from", "of_narrow_roof_to",
                                           "wide_over_narrow_from"};

struct Match {
    Isa isa{};
    const ceilings::Line* narrow = nullptr;
    const ceilings::Line* wide = nullptr;
};

/// The narrowest instruction set whose roof the point stands at, well below the widest one's.
std::optional<Match> find_match(const PlacedPoint& placed, std::span<const double> thresholds,
                                const FindingContext& context) {
    const auto& flops = placed.point.flops;
    // Several types at once stand at no one roof, and an unknown type at none that is known.
    if (flops.size() != 1 || flops[0].dtype == Dtype::unknown || flops[0].engine == Engine::matrix ||
        !placed.rate)
        return std::nullopt;
    const ceilings::View& view = context.view(placed.point);
    const ceilings::Line* wide = view.compute(flops[0].dtype, flops[0].engine);
    if (wide == nullptr || *placed.rate * thresholds[2] > wide->value * thresholds[1]) return std::nullopt;
    for (const auto& [isa, name] : Names<Isa>::table) {
        const ceilings::Line* narrow = view.compute(flops[0].dtype, isa);
        if (narrow == nullptr || narrow->value * thresholds[2] > wide->value) continue;
        const double part = *placed.rate / narrow->value;
        if (part >= thresholds[0] && part <= thresholds[1]) return Match{isa, narrow, wide};
    }
    return std::nullopt;
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    if (placed.status != PlacementStatus::placed && placed.status != PlacementStatus::incomplete)
        return false;
    // Where memory already explains the time, the instructions need not.
    return memory_utilization(placed) < thresholds[0] && find_match(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const Match match = *find_match(placed, thresholds, context);
    return {fmt::format("{} is {} of what {} instructions reach ({}); others of this machine reach {} ×",
                        si(*placed.rate, "FLOP/s"), percent(*placed.rate / match.narrow->value),
                        name_of(match.isa), si(match.narrow->value, "FLOP/s"),
                        plain(match.wide->value / match.narrow->value, 2)),
            "look whether the loop was vectorised for this machine: -O3 -march=native, no aliasing "
            "(restrict), no "
            "branches or calls inside, sums that may be reordered (-fassociative-math)"};
}

}  // namespace

extern constinit const FindingDesc narrow_instructions_finding{
    .code = "narrow_instructions",
    .summary = "as fast as scalar or narrow vector instructions allow, well below the widest",
    .parameters = parameters,
    .applies = applies,
    .advise = advise};

}  // namespace mansard::analyzer
