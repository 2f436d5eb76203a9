// The analysis: profiles and ceilings in, placed points out.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/analysis.hpp"
#include "analyzer/filter.hpp"

namespace mansard::analyzer {

struct AnalyzeOptions {
    /// Puts every point under one core's or the whole device's roofs, whatever its number of threads.
    std::optional<Scope> scope{};
    bool force = false;        ///< place a profile of another device all the same
    bool match_clock = false;  ///< rescale the roofs that the core clock drives to the profile's clock
    std::vector<Filter> filters{};
    std::string ceilings_source{};  ///< path of the ceilings, for the report
};

/// Places all points of `profiles` under `ceilings` (without them the points are no_roofs), longest first,
/// and lets every rule of analyzer/findings/ look at them. Throws Error{bad_input} for a foreign device and
/// Error{usage} for filters that no point matches.
Analysis analyze(std::vector<Profile> profiles, std::optional<ceilings::Ceilings> ceilings,
                 const AnalyzeOptions& options);

}  // namespace mansard::analyzer
