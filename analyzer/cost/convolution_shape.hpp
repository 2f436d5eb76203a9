// What the arguments of a convolution say, forward and backward.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/cost/cost.hpp"

namespace mansard::analyzer::cost {

/// Where a convolution's arguments stand in its call; -1: it has none.
struct ConvolutionPlaces {
    std::string_view name;
    int input = 0, weight = 1;
    int stride = -1, padding = -1, dilation = -1, output_padding = -1;
    int groups = -1;      ///< of transposed ones, whose weight does not tell the channels out
    int transposed = -1;  ///< the place of the flag
    bool always_transposed = false;
};

/// FLOP of one pass over the pairs of input and output that a weight joins: 2 · elements of the output ·
/// weights of one of its channels; transposed, 2 · elements of the input · weights of one of its channels.
std::optional<double> convolution_flops(const Tensor& input, const Tensor& weight, double output_elements,
                                        bool transposed);

/// Elements of the output, from the sizes and strides of the call; nothing where they are not known or do not
/// fit.
std::optional<double> convolution_output(const Op& op, const ConvolutionPlaces& places, const Tensor& input,
                                         const Tensor& weight, bool transposed);

}  // namespace mansard::analyzer::cost
