// One point out of several that count different things of the same work: groups of counters, runs of one
// program.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// The notes of points that have the DRAM bytes of half of the memory's channels, and nothing else amiss with
/// them: the other half's add to them, and both notes go.
inline constexpr std::array<std::string_view, 2> half_of_memory{
    "DRAM bytes are a lower bound: those of the channels 0 to 3 (MEM1) alone; count those of 4 to 7 (MEM2), "
    "too",
    "DRAM bytes are a lower bound: those of the channels 4 to 7 (MEM2) alone; count those of 0 to 3 (MEM1), "
    "too"};

struct RunPart {
    Point point{};
    std::string source{};  ///< for notes: "group MEM", "mem.csv"
};

/// Parts of separate runs that did the same work: time and calls are those of the first part with FLOPs (of
/// the first where none has any); what another part adds is scaled to as many calls. `parts` is not empty.
Point join_runs(std::vector<RunPart> parts);

/// Parts that one run counted in turns: time and calls are the sums, and each part's counts are scaled to
/// them, with Details::coverage.
Point join_turns(std::vector<RunPart> parts);

/// Joins points of one name, and of as many threads, that lie in several profiles of counters
/// (likwid-perfctr, perf stat) and count different things: FLOPs here, DRAM there.
void join_profiles(std::vector<Profile>& profiles);

}  // namespace mansard::analyzer
