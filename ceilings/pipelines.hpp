// What copying tiles with some buffers was measured to reach, between its samples.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

struct PipelineRate {
    double bytes_per_second = 0;  ///< copied from the level, and consumed
    std::string id{};             ///< of the nearest roof behind it
};

/// The best of all ways of copying and tile sizes on `device` with `stages` buffers, while each byte from
/// `level` is used for `intensity` FLOP (f32): between the two nearest samples of one way, straight in
/// logarithms. Nothing outside of the samples; those that are suspect are left out.
std::optional<PipelineRate> pipeline_rate(const Ceilings& ceilings, std::string_view device, Level level,
                                          int stages, double intensity);

}  // namespace mansard::ceilings
