// Counts that are lower bounds, because something of them was not counted: what that makes of a point.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

bool flops_at_least(const Point& point);
/// Whether they are a lower bound of none: at least 0 they always are, which says nothing and is left out.
bool say_nothing(std::span<const FlopCount> flops);
/// Of `level`, by any basis.
bool bytes_at_least(const Point& point, Level level);

/// Before a FLOP rate: "≥ " where the FLOPs are a lower bound, else "".
std::string_view rate_mark(const Point& point);
/// Before a quotient: "≥ " where what is divided is a lower bound, "≤ " where what it is divided by is, "? "
/// where both are and nothing is known of it; else "".
std::string_view quotient_mark(bool dividend_at_least, bool divisor_at_least);
/// Before an intensity: FLOPs ÷ the level's bytes.
std::string_view intensity_mark(const Point& point, Level level);

/// Why the bound that `bound` seems to be may be another; empty where no lower bound matters: "its DRAM bytes
/// are a lower bound". A level within that needs less than the bound does is no reason, just as one whose
/// bytes are unknown is none.
std::string unsure_of(const Point& point, const Component& bound);

}  // namespace mansard::analyzer
