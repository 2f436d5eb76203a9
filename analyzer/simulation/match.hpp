// Which functions of a cache simulation are which points of a timed profile.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer::simulation {

/// A timed point, and the functions that are its work.
struct Match {
    Point* timed = nullptr;
    std::set<std::string, std::less<>> functions{};  ///< by their full names
    std::string why_none{};                          ///< where `functions` is empty
};

/// One for each of `timed`, in their order: the functions that `maps` give it ("TIMED=FUNCTION", each name
/// whole or a part that no other has, FUNCTION also a pattern with * and ?), or, of a point that no map
/// names, those of its name: what stands before the first "/" of a benchmark's name against the function's
/// name without result, arguments and, where the point's name has none, namespaces and template arguments.
/// What fits several is nobody's. Throws Error{usage} for a map that names nothing, several points, or a
/// function that another point has.
std::vector<Match> match_functions(std::span<Point* const> timed,
                                   const std::set<std::string, std::less<>>& functions,
                                   std::span<const std::string> maps);

}  // namespace mansard::analyzer::simulation
