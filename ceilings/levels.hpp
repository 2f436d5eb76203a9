// The sizes of the memory levels: what the working-set sweep shows, what the system claims, and which of them
// holds. Pure.
#pragma once

#include <span>
#include <vector>

#include "ceilings/roof.hpp"
#include "core/sample.hpp"

namespace mansard::ceilings {

/// The cache levels that the sweep shows or that the machine claims, L1 first. Plateaus go to the levels by
/// order, and where fewer were found than are claimed, to the nearest claims. The bandwidth sweep (pattern
/// load, one thread, blocks of phase sweep) decides; a latency sweep fills in what it does not show.
///
/// A sweep that other programs disturbed around an edge does not decide: L1 and L2 then have the size on
/// which several sources agree; a level on which they do not agree either is not certain.
std::vector<LevelSize> find_levels(const Samples& samples);

/// Notes on sizes that the sweep and the claims, or the claims among themselves, put more than a factor of
/// two apart, with what was taken.
std::vector<Note> level_notes(std::span<const LevelSize> levels, const Machine& machine);

}  // namespace mansard::ceilings
