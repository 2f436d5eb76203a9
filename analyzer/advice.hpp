// Words that several rules share: what bounds a point, and what would move it.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// "1 point", "2 points".
std::string counted(std::size_t count, std::string_view noun);

/// "71 %".
std::string percent(double fraction);

/// "DRAM bounds it: 16.4 GB/s of 23.1 GB/s, 71 %"; the point must have a bound, an efficiency and a time.
std::string bound_text(const PlacedPoint& placed);

/// How to get a point that is bound by a memory level under a higher roof: fewer bytes through that level, by
/// keeping what is reused in the level above it; with its size and what there is to gain where they are
/// known.
std::string fewer_bytes(const PlacedPoint& placed, const Analysis& analysis);

/// The largest utilization of a memory level; 0 if there is none.
double memory_utilization(const PlacedPoint& placed);

}  // namespace mansard::analyzer
