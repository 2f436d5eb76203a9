// From a plan to experiments: every kernel variant for every roof that the plan asks for, at this machine's
// sizes.
#pragma once

#include <map>
#include <vector>

#include "core/machine.hpp"
#include "core/sample.hpp"
#include "kernels/measure/experiment.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels {

/// Capacity in bytes of each cache level of one core's path (L3: what the threads share), as the sweep found
/// it or, failing that, as the system claims. A level that is not there has no entry.
using Capacities = std::map<Level, double>;

/// What the system claims, the first claim of each level.
Capacities claimed_capacities(const Machine& machine);

/// What the plan wants and cannot have: a row this CPU lacks, a level it does not have.
struct Absent {
    Target target{};
    std::string kernel{};
    std::string reason{};
};

struct Experiments {
    std::vector<Experiment> wanted;
    std::vector<Absent> absent;
};

/// Set sizes (docs/method.md, "Working sets"): L1 0.6 of L1, L2 a quarter of L2, L3 four times
/// the threads' L2, at most a quarter of what is found and claimed of L3, DRAM four times the last level, at
/// most an eighth of the memory (it is measured at twice that size too).
std::size_t set_bytes(Level level, const Capacities& capacities, const Machine& machine, int threads);

Experiments plan_experiments(const Plan& plan, const Machine& machine, const Capacities& capacities);

/// The working-set sweep on one core: loads, then a pointer chase, from 4 KiB in steps of √2 to where
/// `outermost` has certainly ended: to the DRAM set, or for L1 and L2 to 16 times what is claimed.
std::vector<Experiment> sweep_experiments(const Machine& machine, Level outermost = Level::DRAM);

/// What goes on behind that sweep where it does not show the end of the last cache: loads with sets up to 512
/// MiB, or an eighth of the memory. A virtual machine may claim a sixth of the L3 that its cores reach.
std::vector<Experiment> wider_sweep_experiments(const Machine& machine);

/// The kernel rows that this machine executes, widest last; the widest is what memory roofs are measured
/// with.
Isa widest_isa(const Machine& machine);

}  // namespace mansard::kernels
