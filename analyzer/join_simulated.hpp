// Timed profiles and cache simulations of the same program: the one has time and FLOPs, the other bytes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

struct SimulationOptions {
    /// TIMED=FUNCTION: a timed point, and a function that does its work. All of a point add up, and take the
    /// place of the one of its name.
    std::vector<std::string> maps{};
    /// How often each timed point's work ran in the simulation, which does not count calls. Nothing: once is
    /// assumed, and said.
    std::optional<double> calls{};
};

/// Gives the timed points the bytes that cachegrind simulated for the functions of their names, scaled to
/// their calls. What was counted by hardware stays; modelled bytes of a level give way. Two simulations with
/// last caches of two sizes are a hierarchy of three: what the smaller one lacks are bytes of L3. The
/// simulations leave `profiles`; their functions without a timed point are rejected and the largest of them
/// named. Without a timed profile beside them, simulations stay as they are. Throws Error{usage} for maps
/// that name nothing, and for options where there is nothing to join.
void join_simulations(std::vector<Profile>& profiles, const SimulationOptions& options);

}  // namespace mansard::analyzer
