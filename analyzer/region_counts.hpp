// FLOPs and bytes of regions whose points got theirs after the regions were summed up.
#pragma once

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// Gives every region of `profile` that has neither the FLOPs and bytes of the points that ran in it, by
/// their calls (Profile::region_parts): a point's mean per call where it ran elsewhere, too. What one of
/// these points lacks, the region lacks, and its notes say so.
void count_regions(Profile& profile);

}  // namespace mansard::analyzer
