// Points of one name in several steps as one point over all steps.
#pragma once

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// Steps of two profiles that do not have as many are no pairs: each point that a profile gives once for each
/// step becomes one with the calls of all of them, placed under the analysis's roofs. Points that carry no
/// step stay. Returns how many points there were of those that became fewer.
std::size_t fold_steps(Analysis& analysis);

}  // namespace mansard::analyzer
