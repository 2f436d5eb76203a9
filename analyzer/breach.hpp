// The test that no point may fail: whether it runs faster than the highest roof allows.
#pragma once

#include <string>

#include "analyzer/analysis.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

/// What `placed` (which has a time) does faster than `margin` × the upper interval end of the highest roof of
/// a unit or level, of any operation mix and pattern; in words, "" if nothing. It is an error about the roof
/// or about the point: the highest roof, since a point may well be beyond the one that suits its mix.
std::string breach(const PlacedPoint& placed, const ceilings::View& view, double margin);

/// Whether all of the roofs that breach() speaks of failed a check, so that they are to be doubted first.
bool breaks_only_suspect_roofs(const PlacedPoint& placed, const ceilings::View& view, double margin);

}  // namespace mansard::analyzer
