// The workload under the roofs of machines that it did not run on: what each of its points would need there.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/optional_number.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

struct Analysis;
struct PlacedPoint;

/// One such machine. Nothing was measured there, so there are least times and no efficiencies.
struct Elsewhere {
    std::string source{};   ///< path of its ceilings
    std::string machine{};  ///< its model; empty if its ceilings name none
    /// max t of each point there, in the order of Analysis::points, s; nothing where a component has no roof.
    std::vector<OptionalNumber> least_seconds{};
    std::optional<double> total_seconds{};  ///< of all points one after the other; nothing if one is unknown
    std::size_t unknown = 0;                ///< points without a least time
};

/// max t of a placed point under its own roofs, s; nothing where a component has no roof, or there are none.
OptionalNumber least_seconds(const PlacedPoint& placed);

/// Of all points with work one after the other, under their own roofs.
std::optional<double> total_least_seconds(const Analysis& analysis);

/// Places the points of `analysis` under other roofs. FLOPs and bytes are taken to be the same there, level
/// by level, though caches of another size would make other traffic. A point of one thread stands under one
/// core's roofs; any other has the whole device, however many cores that is.
Elsewhere place_elsewhere(const Analysis& analysis, const ceilings::Ceilings& ceilings, std::string source);

/// Which machine allows the workload in the least time, as a sentence; empty where less than two can be told.
std::string best_machine(const Analysis& analysis);

}  // namespace mansard::analyzer
