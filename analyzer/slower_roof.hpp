// Whether a point stands at a roof below the top one that has a name of its own: scalar instructions, one
// chain, no FMA. What the rules about them share.
#pragma once

#include <optional>
#include <span>

#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {

struct SlowerRoof {
    Isa isa{};
    const ceilings::Line* slower = nullptr;  ///< the one that the point stands at
    const ceilings::Line* top = nullptr;     ///< what the machine reaches in this number type
};

/// The thresholds of slower_roof(), in its order.
inline constexpr std::string_view slower_roof_parameters[] = {"of_slower_roof_from", "of_slower_roof_to",
                                                              "top_over_slower_from"};

/// The first of the roofs that `roof_for` finds for an instruction set, narrowest first, that the point's
/// rate is within thresholds[0] … [1] of, and that is at least thresholds[2] times below the top. Nothing
/// where memory already explains the time, for several number types at once, unknown ones, matrix units and
/// unplaced points.
std::optional<SlowerRoof> slower_roof(const PlacedPoint& placed, std::span<const double> thresholds,
                                      const FindingContext& context,
                                      const ceilings::Line* (*roof_for)(const ceilings::View& view,
                                                                        Dtype dtype, Isa isa));

/// Whether the ceilings have such a roof at all, for any instruction set.
bool has_compute_roof(const ceilings::Ceilings& ceilings, Op op);

/// "12 GFLOP/s is 97 % of what WHAT reach (12.4 GFLOP/s); this machine reaches 4.1 ×"
std::string slower_roof_text(const PlacedPoint& placed, const SlowerRoof& found, std::string_view what);

}  // namespace mansard::analyzer
