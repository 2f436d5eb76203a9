// Gradients of convolutions: by the input and by the weight, each as much work as the forward pass.
#include <algorithm>
#include <array>

#include "analyzer/cost/convolution_shape.hpp"
#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

struct Places {
    std::string_view name;
    std::size_t gradient, input, weight;
    int transposed, mask;  ///< -1: there is none
};

// Signatures as ATen declares them (native_functions.yaml).
constexpr auto places_by_name = std::to_array<Places>({
    {"convolution_backward", 0, 1, 2, 7, 10},
    {"convolution_backward_overrideable", 0, 1, 2, 6, 9},
    {"cudnn_convolution_backward", 1, 0, 2, -1, 10},
});

constexpr auto ops = names_in(places_by_name);

/// Which gradients are asked for: "[True, True, False]" for input, weight and bias.
std::optional<std::pair<bool, bool>> wanted(std::string_view mask) {
    if (!mask.starts_with('[')) return std::nullopt;
    const std::size_t comma = mask.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto input = flag(mask.substr(1, comma - 1));
    const auto weight = flag(mask.substr(comma + 1, mask.find_first_of(",]", comma + 1) - comma - 1));
    if (!input || !weight) return std::nullopt;
    return std::pair(*input, *weight);
}

Cost cost(const Op& op) {
    const auto& places = row_of(places_by_name, op.name);
    const Tensor* gradient = op.tensor(places.gradient);
    const Tensor* input = op.tensor(places.input);
    const Tensor* weight = op.tensor(places.weight);
    if (gradient == nullptr || gradient->dims.empty()) return missing_tensor(places.gradient);
    if (input == nullptr || input->dims.empty()) return missing_tensor(places.input);
    if (weight == nullptr || weight->dims.empty()) return missing_tensor(places.weight);
    const bool transposed =
        places.transposed >= 0 && flag(op.value(static_cast<std::size_t>(places.transposed))).value_or(false);
    const auto pass = convolution_flops(*input, *weight, elements(*gradient), transposed);
    if (!pass) return no_cost("its weight has no shape of a convolution's");
    Cost cost;
    auto mask = wanted(op.value(static_cast<std::size_t>(places.mask)));
    if (!mask) {
        mask = {true, true};
        cost.notes.emplace_back("which gradients were asked for is not recorded: both are assumed");
    }
    const auto [of_input, of_weight] = *mask;
    cost.flops = {product_work(op, gradient->type, *pass * ((of_input ? 1 : 0) + (of_weight ? 1 : 0)))};
    const auto of_gradient = bytes(*gradient), x = bytes(*input), w = bytes(*weight);
    if (of_gradient && x && w) {
        cost.read = *of_gradient + (of_weight ? *x : 0) + (of_input ? *w : 0);
        cost.written = (of_input ? *x : 0) + (of_weight ? *w : 0);
    }
    return cost;
}

}  // namespace

extern constinit const FamilyDesc convolution_backward_family{
    .name = "convolution_backward",
    .summary = "the forward pass's FLOPs for each of the two gradients that the call asks for",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
