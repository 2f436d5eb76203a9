// Which points a chart can draw, where, and why the others cannot be drawn.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::chart {

/// A point at one memory level: FLOP/B over the bytes of that level.
struct LevelMarker {
    Level level = Level::DRAM;
    double intensity = 0;
};

struct ChartPoint {
    std::size_t number = 0;              ///< from 1, in the order of Analysis::points: the row of a table
    std::string name{};                  ///< visible()
    double rate = 0;                     ///< FLOP/s
    std::vector<LevelMarker> markers{};  ///< at least one
    std::size_t main = 0;  ///< the marker of the level that bounds the point, or that is nearest to doing so
    double share = 0;      ///< of the profile's time
    std::string bound{};   ///< "compute", a level, "" if unknown
    std::optional<double> efficiency{};
    bool lower_bound = false;  ///< of the efficiency: something else may need longer
    bool above_roof = false;
};

/// A point without a place on logarithmic axes.
struct Unplotted {
    std::size_t number = 0;
    std::string name{};    ///< visible()
    std::string reason{};  ///< "0 FLOP", "no time", …: the same words for the same cause
    std::string
        detail{};  ///< what is known of it instead: "18.9 GB/s at DRAM, 96.0 % of its roof"; may be empty
};

struct ChartPoints {
    std::vector<ChartPoint> plotted{};
    std::vector<Unplotted> unplotted{};
};

/// "96.3 %", "≥ 41.0 %"; there must be an efficiency.
std::string efficiency_text(const ChartPoint& point);

/// `shown` are the first points of an analysis.
ChartPoints place_points(std::span<const PlacedPoint> shown);

}  // namespace mansard::analyzer::chart
