// Layer, batch, group and root-mean-square normalization, and their gradients: FLOPs for each element.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

struct Normalization {
    std::string_view name;
    /// Mean 1; variance 3 (difference, square, sum); normalizing 2; scale and shift 2.
    double flops = 8;
    int training = -1;     ///< the place of the flag: without it only normalizing, scale and shift remain
    std::size_t data = 0;  ///< the place of the tensor whose size the result has
};

// Backward: normalizing again 2; gradients of scale 2 and shift 1; its product with the scale 1; the two sums
// of the gradient 3; the gradient of the input 4.
constexpr double backward = 13;

constexpr auto kinds = std::to_array<Normalization>({
    {"native_layer_norm"},
    {"native_group_norm"},
    {"fast_layer_norm"},
    {"native_batch_norm", 8, 5},
    {"cudnn_batch_norm", 8, 5},
    {"miopen_batch_norm", 8, 5},
    {"_native_batch_norm_legit", 8, 5},
    {"_batch_norm_with_update", 8},
    {"_batch_norm_no_update", 4},
    {"_batch_norm_impl_index", 8, 5},
    // Square and sum 2, the root's product 1, the scale 1.
    {"rms_norm", 4},
    {"_fused_rms_norm", 4},
    {"native_layer_norm_backward", backward},
    {"native_group_norm_backward", backward},
    {"native_batch_norm_backward", backward},
    {"cudnn_batch_norm_backward", backward},
    {"miopen_batch_norm_backward", backward},
    {"batch_norm_backward", backward},
    {"_fused_rms_norm_backward", 9},
    {"_batch_norm_impl_index_backward", backward, -1, 1},
});

constexpr auto ops = names_in(kinds);

Cost cost(const Op& op) {
    const Normalization& kind = row_of(kinds, op.name);
    const Tensor* data = op.tensor(kind.data);
    if (data == nullptr) return missing_tensor(kind.data);
    double flops = kind.flops;
    if (kind.training >= 0 && flag(op.value(static_cast<std::size_t>(kind.training))) == false) flops = 4;
    const double count = elements(*data);
    return {.flops = {vector_work(data->type, flops * count)},
            .read = bytes_of_inputs(op),
            .written = bytes_written(op, count, data->type)};
}

}  // namespace

extern constinit const FamilyDesc normalization_family{
    .name = "normalization",
    .summary =
        "for each element 8 FLOP (layer, batch, group), 4 (root mean square, batch in evaluation), "
        "backward 13 and 9",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
