// Both profiles in all, as one pair.
#pragma once

#include <optional>
#include <vector>

#include "analyzer/compare/comparison.hpp"
#include "analyzer/compare/match.hpp"

namespace mansard::analyzer {

struct Wholes {
    /// Over as much work on both sides: as measured where the calls are; else after's points over before's
    /// calls, or the average steps where the sides have other numbers of steps.
    std::optional<Pair> same_work{};
    /// As measured, where that differs by more than `time_unchanged` or holds a wall time that the other does
    /// not, and the calls are the program's own.
    std::optional<Pair> measured{};
};

/// The wholes as judged pairs, whose notes say what one side alone has, and where calls differ. A pair of
/// which a side lacks a time counts on neither side: else its work would be that of one side only. Nothing
/// where a profile has no whole, or where that pair cannot be taken out of one (it has a wall time of its
/// own); `notes` says so.
Wholes wholes_of(const Analysis& before, const Analysis& after, const Matches& matches, const SameWork& work,
                 const Thresholds& thresholds, std::vector<Note>& notes);

}  // namespace mansard::analyzer
