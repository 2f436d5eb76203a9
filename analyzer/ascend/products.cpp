#include "analyzer/ascend/products.hpp"

#include <algorithm>
#include <cmath>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::ascend {
namespace {

using cost::Tensor;

/// Cells of the matrix unit are 16 × 16; narrow types have longer ones.
constexpr std::int64_t longest_cell = 64;

std::int64_t from_end(const Tensor& tensor, std::size_t i) {
    return tensor.dims.size() > i ? tensor.dims[tensor.dims.size() - 1 - i] : 1;
}

double batches(const Tensor& tensor) {
    return cost::elements(
        std::span(tensor.dims).first(tensor.dims.size() - std::min<std::size_t>(2, tensor.dims.size())));
}

/// Whether `padded` is `size` rounded up to a cell.
bool covers(std::int64_t padded, std::int64_t size) {
    return padded >= size && padded - size < longest_cell;
}

bool whole(double value) {
    return std::isfinite(value) && value > 0 && value == std::floor(value);
}

/// Of factors that are not padded, for a result that is: the orientation whose sizes the result covers.
std::optional<double> by_factors(const Tensor& a, const Tensor& b, const Tensor& out) {
    for (const bool a_turned : {false, true})
        for (const bool b_turned : {false, true}) {
            const std::int64_t m = from_end(a, a_turned ? 0 : 1), k = from_end(a, a_turned ? 1 : 0);
            const std::int64_t n = from_end(b, b_turned ? 1 : 0), k_of_b = from_end(b, b_turned ? 0 : 1);
            if (k == k_of_b && covers(from_end(out, 1), m) && covers(from_end(out, 0), n))
                return 2 * std::max(batches(a), batches(b)) * static_cast<double>(m) *
                       static_cast<double>(n) * static_cast<double>(k);
        }
    return std::nullopt;
}

/// From the result's sizes and the first factor's elements; the second must agree, up to what it pads.
std::optional<double> by_result(const Tensor& a, const Tensor& b, const Tensor& out) {
    const double n = static_cast<double>(from_end(out, 0)), m = static_cast<double>(from_end(out, 1));
    const double batch = batches(out);
    const double k_of_a = cost::elements(a) / (batch * m);
    const double batches_of_b = batches(b) > 0 ? batches(b) : 1;
    const double k_of_b = cost::elements(b) / (n * batches_of_b);
    if (!a.padded && !b.padded) {
        if (!whole(k_of_a) || k_of_a != k_of_b) return std::nullopt;
        return 2 * batch * m * n * k_of_a;
    }
    // Of two that differ by what one of them pads, the other has the true size.
    const double k = !a.padded ? k_of_a : !b.padded ? k_of_b : std::min(k_of_a, k_of_b);
    if (!whole(k)) return std::nullopt;
    return 2 * batch * m * n * k;
}

}  // namespace

std::optional<ProductFlops> matmul_flops(const Tensors& in, const Tensors& out) {
    if (in.list.size() < 2 || out.list.empty()) return std::nullopt;
    const Tensor a = logical(in.list[0], in.formats[0]), b = logical(in.list[1], in.formats[1]);
    const Tensor c = logical(out.list[0], out.formats[0]);
    if (a.dims.empty() || b.dims.empty() || c.dims.empty()) return std::nullopt;
    if (c.padded && !a.padded && !b.padded)
        if (const auto count = by_factors(a, b, c)) return ProductFlops{*count, false};
    const auto count = by_result(a, b, c);
    if (!count) return std::nullopt;
    return ProductFlops{*count, c.padded || (a.padded && b.padded)};
}

std::optional<ProductFlops> convolution_flops(const Tensors& in, const Tensors& out, Pass pass,
                                              const std::vector<std::int64_t>& true_weight) {
    // Shapes handed over as tensors (INT32) stand between the others.
    std::vector<std::size_t> data;
    for (std::size_t i = 0; i < in.list.size(); ++i)
        if (in.list[i].type.is_float || in.list[i].type.dtype == Dtype::i8) data.push_back(i);
    if (data.size() < 2 || out.list.empty()) return std::nullopt;
    const auto of_in = [&](std::size_t place) {
        return logical(in.list[data[place]], in.formats[data[place]]);
    };
    const Tensor out_first = logical(out.list[0], out.formats[0]);
    Tensor weight = pass == Pass::forward ? of_in(1) : pass == Pass::input ? of_in(0) : out_first;
    // What the forward pass writes, or its gradient.
    const Tensor result = pass == Pass::forward ? out_first : of_in(1);
    if (weight.dims.size() < 3 || result.dims.size() < 3) return std::nullopt;
    const bool known = true_weight.size() >= 3;
    if (known) {
        weight.dims = true_weight;
        weight.padded = false;
    }
    double channels = static_cast<double>(weight.dims.front());
    bool padded = weight.padded;
    // The bias has one element for each true channel; those of the input stay unknown.
    if (!known && pass == Pass::forward && data.size() > 2 && in.list[data[2]].dims.size() == 1 &&
        covers(weight.dims.front(), in.list[data[2]].dims[0]))
        channels = static_cast<double>(in.list[data[2]].dims[0]);
    if (!(channels > 0) || !(result.dims[1] > 0)) return std::nullopt;
    if (!result.padded && !padded) channels = static_cast<double>(result.dims[1]);
    const double per_channel = cost::elements(weight) / static_cast<double>(weight.dims.front());
    const double positions = cost::elements(result) / static_cast<double>(result.dims[1]);
    return ProductFlops{2 * per_channel * positions * channels, padded};
}

}  // namespace mansard::analyzer::ascend
