// Where the memory levels end, read off the shape of a working-set sweep. Pure.
#pragma once

#include <span>
#include <vector>

namespace mansard::ceilings {

/// One point of a sweep: how fast a working set of `bytes` is read. Any unit, higher is better.
struct SweepPoint {
    double bytes = 0;
    double rate = 0;
};

/// The largest set of each plateau that ends within the sweep, ascending. The rate may only fall with the
/// set, so every point counts as at least what any larger set reaches: a neighbour's theft makes dips, never
/// peaks. A plateau holds within 15 % over a factor of two in size and three points at least, and ends where
/// two larger sets stay 20 % below it. What decays without a plateau ends nowhere; fewer than six points say
/// nothing.
std::vector<double> plateau_ends(std::span<const SweepPoint> points);

}  // namespace mansard::ceilings
