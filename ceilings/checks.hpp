// Checks that compare roofs with each other, and the verdict on a whole file.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ceilings/roof.hpp"
#include "core/error.hpp"

namespace mansard::ceilings {

/// Marks a measured roof suspect; one that is suspect already gets the reason added. Its value stays.
void mark_suspect(Roof& roof, const std::string& reason);

/// ci95 where there is one, else the range. A value of one or two blocks, which have no spread, is taken to
/// be known within 10 %: a gate must not judge by the mood of a moment. The roof must have a value.
Interval spread_of(const Roof& roof);

/// What comes from an outer level passes through the inner one, so for one pattern, scope and thread count
/// L1 ≥ L2 ≥ L3 ≥ DRAM (latencies: ≤). Where the intervals contradict that, one roof becomes suspect: the
/// outer one if its set would fit the inner level (it measured the inner level), else the inner one, which
/// must reach what passed through it. Absent and suspect roofs are left out.
void check_level_order(std::vector<Roof>& roofs, std::span<const LevelSize> levels);

/// Exit::suspect if any roof is suspect or none has a value, Exit::ok otherwise (contended roofs included).
Exit verdict(const Ceilings& ceilings);

/// One sentence for each kind of doubt, for standard error: suspect roofs (with their reasons where they are
/// few), contended ones, what a short budget left out, and where nothing was measured at all.
std::vector<std::string> warnings(const Ceilings& ceilings);
/// The same beside a table that gives the reasons of the suspect ones: only how many there are.
std::vector<std::string> warnings_beside_table(const Ceilings& ceilings);

}  // namespace mansard::ceilings
