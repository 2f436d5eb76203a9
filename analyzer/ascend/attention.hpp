// FLOPs of Ascend's fused attention, whose shapes come without the layout that they are in.
#pragma once

#include <optional>
#include <string>

#include "analyzer/ascend/tensors.hpp"

namespace mansard::analyzer::ascend {

struct AttentionFlops {
    std::optional<double> count{};  ///< FLOP of the products Q·Kᵀ and P·V, of all pairs of query and key
    bool masked = false;            ///< a mask may hide some of the pairs: which, no table says
    std::string reason{};           ///< why there is no count
};

/// Of FlashAttentionScore, and of FlashAttentionScoreGrad (five products of the same sizes in place of two).
/// The layout (SBH, BSH, BNSD, BSND) is the one that the maxima of the softmax (B, N, S, 8) or a whole mask
/// (…, S of the query, S of the key) fit; where none or several fit, there is no count. Sequences packed one
/// behind the other (TND) have their lengths in a tensor, whose values no table has.
AttentionFlops attention_flops(const Tensors& in, const Tensors& out, bool backward);

}  // namespace mansard::analyzer::ascend
