#include "analyzer/cost/convolution_shape.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

/// One number for each spatial dimension: as many as the call gives, or one for all.
std::optional<std::vector<double>> per_dimension(const Op& op, int place, std::size_t spatial,
                                                 std::optional<double> fallback) {
    if (place < 0) return fallback ? std::optional(std::vector<double>(spatial, *fallback)) : std::nullopt;
    auto values = numbers(op.value(static_cast<std::size_t>(place)));
    if (!values) return std::nullopt;
    // An empty list of strides is the default.
    if (values->empty()) values->push_back(fallback.value_or(1));
    if (values->size() == 1) values->resize(spatial, values->front());
    if (values->size() != spatial) return std::nullopt;
    return values;
}

}  // namespace

std::optional<double> convolution_flops(const Tensor& input, const Tensor& weight, double output_elements,
                                        bool transposed) {
    if (weight.dims.size() < 3 || weight.dims.front() <= 0) return std::nullopt;
    const double per_channel = elements(weight) / static_cast<double>(weight.dims.front());
    return 2 * per_channel * (transposed ? elements(input) : output_elements);
}

std::optional<double> convolution_output(const Op& op, const ConvolutionPlaces& places, const Tensor& input,
                                         const Tensor& weight, bool transposed) {
    if (!op.outputs.empty()) return elements(op.outputs.front());
    if (weight.dims.size() < 3) return std::nullopt;
    const std::size_t spatial = weight.dims.size() - 2;
    const bool batched = input.dims.size() == weight.dims.size();
    if (!batched && input.dims.size() + 1 != weight.dims.size()) return std::nullopt;
    const std::string_view mode =
        places.padding >= 0 ? op.value(static_cast<std::size_t>(places.padding)) : std::string_view();
    const bool same = mode == "same", valid = mode == "valid";
    const auto stride = per_dimension(op, places.stride, spatial, std::nullopt);
    const auto padding = same || valid ? std::optional(std::vector<double>(spatial, 0.0))
                                       : per_dimension(op, places.padding, spatial, std::nullopt);
    const auto dilation = per_dimension(op, places.dilation, spatial, 1.0);
    const auto extra = per_dimension(op, places.output_padding, spatial, 0.0);
    if (!stride || !padding || !dilation || !extra) return std::nullopt;
    // Transposed: [channels in, channels out of each group, …], and the groups are in the channels in.
    const auto groups =
        places.groups >= 0 ? number(op.value(static_cast<std::size_t>(places.groups))) : std::nullopt;
    if (transposed && !groups) return std::nullopt;
    const double channels =
        transposed ? static_cast<double>(weight.dims[1]) * *groups : static_cast<double>(weight.dims[0]);
    double count = channels * (batched ? static_cast<double>(input.dims[0]) : 1);
    for (std::size_t i = 0; i < spatial; ++i) {
        const double in = static_cast<double>(input.dims[input.dims.size() - spatial + i]);
        const double reach = (*dilation)[i] * (static_cast<double>(weight.dims[2 + i]) - 1);
        if ((*stride)[i] < 1) return std::nullopt;
        const double out = same ? in
                           : transposed
                               ? (in - 1) * (*stride)[i] - 2 * (*padding)[i] + reach + (*extra)[i] + 1
                               : std::floor((in + 2 * (*padding)[i] - reach - 1) / (*stride)[i]) + 1;
        if (!(out >= 0)) return std::nullopt;
        count *= out;
    }
    return count;
}

}  // namespace mansard::analyzer::cost
