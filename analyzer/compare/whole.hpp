// Both profiles in all, as one pair.
#pragma once

#include <optional>
#include <span>

#include "analyzer/compare/comparison.hpp"
#include "analyzer/compare/match.hpp"

namespace mansard::analyzer {

/// The wholes as one judged pair, whose notes say what one side alone has. A pair of which a side lacks a
/// time counts on neither side: else its work would be that of one side only. Nothing where a profile has no
/// whole, or where that pair cannot be taken out of one (it has a wall time of its own); `notes` says so.
std::optional<Pair> whole_of(const Analysis& before, const Analysis& after, const Matches& matches,
                             const Thresholds& thresholds, std::vector<Note>& notes);

}  // namespace mansard::analyzer
