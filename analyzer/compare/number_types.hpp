// The number types that a point computes in.
#pragma once

#include <optional>
#include <string>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// "f64", "tensor.f16, f32": empty where it names none.
std::string types_of(const PlacedPoint& placed);

/// B of one number, the mean over the FLOPs; nothing where the type of some is unknown, or there are none.
std::optional<double> mean_type_bytes(const PlacedPoint& placed);

}  // namespace mansard::analyzer
