// Softmax, its logarithm, the losses that pick from it, and their gradients: FLOPs for each element.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

struct Softmax {
    std::string_view name;
    /// Maximum, difference, exponential, sum, division (or difference).
    double flops = 5;
    std::size_t operands = 1;
    int widens = -1;  ///< the place of the flag by which a half-precision input gives f32
};

constexpr auto kinds = std::to_array<Softmax>({
    {"_softmax", 5, 1, 2},
    {"_log_softmax", 5, 1, 2},
    {"softmax", 5},
    {"log_softmax", 5},
    {"_masked_softmax", 5, 2},
    // Product, sum, difference, product.
    {"_softmax_backward_data", 4, 2},
    {"_log_softmax_backward_data", 4, 2},
});

constexpr auto losses = std::to_array<std::string_view>(
    {"nll_loss_forward", "nll_loss_backward", "nll_loss2d_forward", "nll_loss2d_backward"});

constexpr auto ops = [] {
    std::array<std::string_view, kinds.size() + losses.size()> names{};
    std::size_t at = 0;
    for (const Softmax& kind : kinds) names[at++] = kind.name;
    for (const std::string_view name : losses) names[at++] = name;
    return names;
}();

/// One number of each row is read (and negated and summed), or written into zeros.
Cost loss(const Op& op) {
    const bool is_backward = op.name.ends_with("_backward");
    const Tensor* scores = op.tensor(is_backward ? 1 : 0);
    const Tensor* targets = op.tensor(is_backward ? 2 : 1);
    if (scores == nullptr || targets == nullptr) return missing_tensor(0);
    const auto of_targets = bytes(*targets);
    if (!of_targets || scores->type.bytes <= 0) return no_cost("the type of its elements is not known");
    const double picked = elements(*targets);
    if (is_backward)
        return {.flops = {vector_work(scores->type, picked)},
                .read = *of_targets,
                .written = elements(*scores) * scores->type.bytes};
    return {.flops = {vector_work(scores->type, 2 * picked)},
            .read = *of_targets + picked * scores->type.bytes,
            .written = bytes_written(op, 1, scores->type)};
}

Cost cost(const Op& op) {
    if (std::find(losses.begin(), losses.end(), op.name) != losses.end()) return loss(op);
    const Softmax& kind = row_of(kinds, op.name);
    const Tensor* data = op.tensor(0);
    if (data == nullptr) return missing_tensor(0);
    const bool widened =
        kind.widens >= 0 && flag(op.value(static_cast<std::size_t>(kind.widens))).value_or(false);
    const double count = elements(*data);
    return {.flops = {vector_work(data->type, kind.flops * count)},
            .read = bytes_of_inputs(op, kind.operands),
            .written = bytes_written(op, count, widened ? element_type("float") : data->type)};
}

}  // namespace

extern constinit const FamilyDesc softmax_family{
    .name = "softmax",
    .summary = "5 FLOP for each element, backward 4; a loss that picks one of each row 2 for each row",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
