// What a verdict is: one file that knows one way in which a workload can have changed, and a descriptor that
// the registry finds.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzer/chart/style.hpp"
#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

struct VerdictDesc {
    std::string_view code;     ///< "tiling"
    std::string_view summary;  ///< one line for the documentation
    chart::Hue hue;            ///< of its arrows in charts; where verdicts share one, the dash differs
    std::string_view dash;     ///< SVG stroke-dasharray; empty is solid
    int rank;                  ///< verdicts are asked in this order; the first that applies is it
    bool (*applies)(const Pair& pair, const Thresholds& thresholds);
    /// One sentence with the numbers, only asked for where it applies.
    std::string (*reason)(const Pair& pair, const Thresholds& thresholds);
};

/// All verdicts, sorted by file name: generated from the files of this folder.
std::span<const VerdictDesc* const> verdicts();

/// The verdict of that code; there is one for each that judge() gives.
const VerdictDesc& find_verdict(std::string_view code);

/// Sets verdict and reason. One of the rules applies to every pair. Of two wholes that are not the same work
/// nobody can say why one is faster; their points say it.
void judge(Pair& pair, const Thresholds& thresholds, bool same_work = true);

}  // namespace mansard::analyzer
