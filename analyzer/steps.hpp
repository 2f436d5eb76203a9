// The steps of a profile as points of their own.
#pragma once

#include <cstddef>
#include <optional>

#include "analyzer/point.hpp"
#include "analyzer/program.hpp"

namespace mansard::analyzer {

/// The mean of `steps` steps that took `seconds` together: `all` divided by their number.
std::optional<Point> average_step(const ProgramSum& all, std::size_t steps, double seconds);

/// Leaves out the points of the first `count` steps that a profile's points name, as warm-up, with a note.
/// The wall time, which has them still, goes, too. Throws Error{usage} where no step would be left; nothing
/// where no point names one.
void skip_steps(Profile& profile, int count);

/// Fills Profile::steps of a profile whose points only carry the names of their steps: the average, then each
/// in the order in which they first appear. Points without a time are left out, as in the whole. Nothing with
/// fewer than two steps (one is the whole), and a note with more than 1000: then the label is no step's.
void sum_steps(Profile& profile);

}  // namespace mansard::analyzer
