// Profiles that have times and nothing else: what would add FLOPs and bytes, and how both are given together.
#pragma once

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// Adds a note to a profile whose points have times but neither FLOPs nor bytes, where its format can be
/// joined with another that has them.
void advise_missing_work(Profile& profile);

}  // namespace mansard::analyzer
