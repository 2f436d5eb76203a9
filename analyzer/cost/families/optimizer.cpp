// Fused steps of optimizers: all parameters in one call, given as lists of tensors.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

struct Optimizer {
    std::string_view name;
    double flops;  ///< of one parameter
    int lists;     ///< of one number for each parameter: parameters, gradients, states
};

// Adam: first moment 3 (a linear interpolation), second 4, denominator 3, step 3; AdamW's decay 1 more. SGD
// with momentum: buffer 2, step 2. Adagrad: sum 2, denominator 2, step 3.
constexpr auto optimizers = std::to_array<Optimizer>({
    {"_fused_adam", 13, 5},
    {"_fused_adamw", 14, 5},
    {"_fused_sgd", 4, 3},
    {"_fused_adagrad", 7, 3},
});

constexpr auto ops = names_in(optimizers);

Cost cost(const Op& op) {
    const Optimizer& optimizer = row_of(optimizers, op.name);
    if (op.inputs.size() < 2 || op.inputs[0].tensors.empty()) return missing_tensor(0);
    if (op.inputs[1].tensors.size() != op.inputs[0].tensors.size())
        return no_cost("there are not as many gradients as parameters");
    double count = 0;
    for (const Tensor& parameter : op.inputs[0].tensors) count += elements(parameter);
    const ElementType type = op.inputs[0].tensors.front().type;
    double read = 0, written = 0, states = 0;
    for (std::size_t list = 0; list < std::min(op.inputs.size(), static_cast<std::size_t>(optimizer.lists));
         ++list)
        for (const Tensor& tensor : op.inputs[list].tensors) {
            const auto size = bytes(tensor);
            if (!size) return no_cost("the type of its elements is not known");
            read += *size;
            // Gradients are only read.
            if (list != 1) written += *size;
            if (list > 1) states += *size;
        }
    // Without momentum there is no buffer, and nothing to do for it.
    const bool plain = optimizer.name == "_fused_sgd" && states == 0;
    return {.flops = {vector_work(type, (plain ? 2 : optimizer.flops) * count)},
            .read = read,
            .written = written};
}

}  // namespace

extern constinit const FamilyDesc optimizer_family{
    .name = "optimizer",
    .summary =
        "FLOPs for each parameter: Adam 13, AdamW 14, SGD 2 (4 with momentum), Adagrad 7; parameters and "
        "states read and written, gradients read",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
