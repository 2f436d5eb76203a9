// What a placement comes to, once its components are known: rates, bound, efficiency, status.
#pragma once

#include <cstddef>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// A placement without this level says nothing about what bounds a point: whatever is missed may come from
/// there.
inline constexpr Level outermost = Level::DRAM;

/// `a ÷ b`, or nothing where that is no finite number.
std::optional<double> quotient(double a, double b);

/// Appends one reason more.
void append_reason(std::string& text, std::string_view more);
void append_reason(Label& reason, std::string_view more);

/// `point` with its rates, and a status where time, work or ceilings are missing. Its components will be made
/// in `arena`.
PlacedPoint start_placement(Point&& point, bool ceilings, std::pmr::memory_resource* arena);
/// Whether components are to be looked for: there are roofs, and work to put under them.
bool is_placeable(const PlacedPoint& placed, bool ceilings);

/// Marks the largest component, which is returned, and derives attainable, efficiency and headroom. While
/// something is `missing` for a complete placement no bound is marked.
std::optional<std::size_t> conclude(PlacedPoint& placed, const std::string& missing);

/// Whether some component needs longer than the point took.
bool is_beyond_a_roof(const PlacedPoint& placed);

}  // namespace mansard::analyzer
