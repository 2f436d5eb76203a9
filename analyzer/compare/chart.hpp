// The roofline chart of a comparison: arrows from before to after under the measured roofs.
#pragma once

#include <cstddef>

#include "analyzer/chart/scene.hpp"
#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

/// The first `top` pairs as arrows in the colour and dash of their verdict, between a small dot (before) and
/// a large one (after); points without a partner hollow. Every pair is listed below with its number, its
/// ratio and its verdict in words. Coordinates are finite and inside of width × height for any input.
chart::Scene lay_out_comparison(const Comparison& comparison, std::size_t top);

}  // namespace mansard::analyzer
