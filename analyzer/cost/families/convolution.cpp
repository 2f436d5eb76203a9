// Convolutions, of any number of dimensions: 2 FLOP for each weight that meets an element of the output.
#include <array>

#include "analyzer/cost/convolution_shape.hpp"
#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

// Signatures as ATen declares them (native_functions.yaml).
constexpr auto places_by_name = std::to_array<ConvolutionPlaces>({
    {.name = "conv1d", .stride = 3, .padding = 4, .dilation = 5},
    {.name = "conv2d", .stride = 3, .padding = 4, .dilation = 5},
    {.name = "conv3d", .stride = 3, .padding = 4, .dilation = 5},
    {.name = "conv_transpose1d",
     .stride = 3,
     .padding = 4,
     .dilation = 7,
     .output_padding = 5,
     .groups = 6,
     .always_transposed = true},
    {.name = "conv_transpose2d",
     .stride = 3,
     .padding = 4,
     .dilation = 7,
     .output_padding = 5,
     .groups = 6,
     .always_transposed = true},
    {.name = "conv_transpose3d",
     .stride = 3,
     .padding = 4,
     .dilation = 7,
     .output_padding = 5,
     .groups = 6,
     .always_transposed = true},
    {.name = "convolution",
     .stride = 3,
     .padding = 4,
     .dilation = 5,
     .output_padding = 7,
     .groups = 8,
     .transposed = 6},
    {.name = "_convolution",
     .stride = 3,
     .padding = 4,
     .dilation = 5,
     .output_padding = 7,
     .groups = 8,
     .transposed = 6},
    {.name = "convolution_overrideable",
     .stride = 3,
     .padding = 4,
     .dilation = 5,
     .output_padding = 7,
     .groups = 8,
     .transposed = 6},
    {.name = "cudnn_convolution", .stride = 3, .padding = 2, .dilation = 4},
    {.name = "cudnn_convolution_transpose",
     .stride = 4,
     .padding = 2,
     .dilation = 5,
     .output_padding = 3,
     .groups = 6,
     .always_transposed = true},
    {.name = "cudnn_convolution_relu", .stride = 3, .padding = 4, .dilation = 5},
    {.name = "miopen_convolution", .stride = 4, .padding = 3, .dilation = 5},
    {.name = "mkldnn_convolution", .stride = 4, .padding = 3, .dilation = 5},
    {.name = "thnn_conv2d", .stride = 4, .padding = 5},
    {.name = "_slow_conv2d_forward", .stride = 4, .padding = 5},
    {.name = "_conv_depthwise2d", .stride = 4, .padding = 5, .dilation = 6},
});

constexpr auto ops = names_in(places_by_name);

Cost cost(const Op& op) {
    const auto& places = row_of(places_by_name, op.name);
    const Tensor* input = op.tensor(static_cast<std::size_t>(places.input));
    const Tensor* weight = op.tensor(static_cast<std::size_t>(places.weight));
    if (input == nullptr || input->dims.empty()) return missing_tensor(0);
    if (weight == nullptr || weight->dims.empty()) return missing_tensor(1);
    bool transposed = places.always_transposed;
    if (places.transposed >= 0) {
        const auto said = flag(op.value(static_cast<std::size_t>(places.transposed)));
        if (!said && op.outputs.empty()) return no_cost("whether it is transposed is not recorded");
        transposed = said.value_or(false);
    }
    const auto out = convolution_output(op, places, *input, *weight, transposed);
    if (!out) return no_cost("its strides and padding are not recorded, or do not fit its shapes");
    const auto flops = convolution_flops(*input, *weight, *out, transposed);
    if (!flops) return no_cost("its weight has no shape of a convolution's");
    return {.flops = {product_work(op, input->type, *flops)},
            .read = bytes_of_inputs(op),
            .written = bytes_written(op, *out, input->type)};
}

}  // namespace

extern constinit const FamilyDesc convolution_family{
    .name = "convolution",
    .summary = "2 · elements of the output · weights of one output channel (direct algorithm)",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
