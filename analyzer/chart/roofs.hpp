// Which of a machine's roofs a chart draws.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::chart {

struct ChartRoof {
    Kind kind = Kind::compute;  ///< compute or bandwidth
    std::optional<Level> level{};
    Scope scope = Scope::device;
    std::string name{};   ///< visible(): "DRAM load, 1 core", "f64 fma avx2, 2 cores"
    std::string brief{};  ///< the same for a label beside a value: "DRAM load", "f64 fma avx2"
    bool bus = false;     ///< write-allocate traffic counted, too: an estimate
    bool apart = false;   ///< such an estimate beside a plain roof of the same level: has a dash of its own
    std::string unit{};
    double value = 0;  ///< FLOP/s or B/s, as drawn
    double low = 0;    ///< below value where points with other read:write mixes have a lower roof
    std::optional<Interval> interval{};
    ceilings::Status status = ceilings::Status::measured;
    std::size_t bound = 0;           ///< points that it bounds
    bool plain = false;              ///< without its level's colour, where colours say something else
    std::vector<std::string> ids{};  ///< of the ceilings' roofs behind it

    bool proven() const { return status == ceilings::Status::measured; }
};

/// "DRAM load, 1 core", "f64 fma avx2, 2 cores": as placements name the roofs they use.
std::string roof_name(const Target& target);

/// "DRAM load", "f64 fma avx2".
std::string brief_name(const Target& target);

/// What a chart draws besides, on request.
struct Extras {
    /// The roofs of unoptimized code under the top one: scalar instructions, one chain, no FMA.
    bool optimizations = false;
    bool ridges = false;     ///< what is reached around the ridges, as measured
    bool roofs = false;      ///< one for each level and for each number type that the points compute in
    bool in_flight = false;  ///< of the levels that are drawn, by the bytes that a GPU's SMs have requested
};

/// The roofs that bound a point of `shown`, as they were used (at most `most_bounding_roofs`, those that
/// bound most points); where it is not known what bounds a point, the nearest one. Where none of them is a
/// compute roof, the highest that a point was held against, since a slanted roof ends at it. Without any: one
/// roof per number type and level. Never an absent one. Compute roofs come first; both kinds run from the
/// highest to the lowest.
std::vector<ChartRoof> select_roofs(const Analysis& analysis, std::span<const PlacedPoint> shown,
                                    Extras extras = {});

/// The measured way around one level's ridge.
struct ChartRidge {
    Level level = Level::DRAM;
    Scope scope = Scope::device;
    struct Sample {
        double intensity = 0, value = 0;  ///< FLOP/B, FLOP/s
    };
    std::vector<Sample> samples{};  ///< by rising intensity
};

/// Those of the levels and scopes that `roofs` has.
std::vector<ChartRidge> select_ridges(const Analysis& analysis, std::span<const ChartRoof> roofs);

/// What of `extras` finds nothing to draw, and why: a sentence each.
std::vector<std::string> undrawn(const Analysis& analysis, std::span<const PlacedPoint> shown, Extras extras);

inline constexpr std::size_t most_bounding_roofs = 12;

}  // namespace mansard::analyzer::chart
