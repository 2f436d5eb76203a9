// FLOPs of products of matrices and of convolutions in Ascend's layouts.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/ascend/tensors.hpp"

namespace mansard::analyzer::ascend {

struct ProductFlops {
    double count = 0;     ///< FLOP
    bool padded = false;  ///< of sizes rounded up: the true ones are not known
};

/// 2·b·M·N·K: M and N are the output's last sizes, K is what is left of the first factor; transposes need no
/// record. Sizes that one tensor pads are taken from another that does not.
std::optional<ProductFlops> matmul_flops(const Tensors& in, const Tensors& out);

enum class Pass : std::uint8_t { forward, input, weight };
/// 2 · elements of what the forward pass writes · weights of one of its channels. `true_weight` is the
/// weight's true shape, N, C and what follows, or empty.
std::optional<ProductFlops> convolution_flops(const Tensors& in, const Tensors& out, Pass pass,
                                              const std::vector<std::int64_t>& true_weight);

}  // namespace mansard::analyzer::ascend
