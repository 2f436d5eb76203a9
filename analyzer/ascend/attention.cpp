#include "analyzer/ascend/attention.hpp"

#include <algorithm>
#include <vector>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::ascend {
namespace {

using cost::Tensor;
using Dims = std::vector<std::int64_t>;

/// Elements of the last dimension in which the softmax keeps each of its maxima and sums.
constexpr std::int64_t softmax_lanes = 8;
/// Rows and columns of the one mask that stands for causal ones of any size (CANN's sparse modes 2 to 4).
constexpr std::int64_t causal_mask = 2048;
/// Query, key and value; other inputs follow.
constexpr std::size_t factors = 3;

/// What the tensors are in one of the layouts.
struct Reading {
    std::int64_t batch = 0, heads = 0;  ///< heads: 0 where the layout does not tell them apart
    std::int64_t queries = 0, keys = 0;
    double count = 0;  ///< FLOP of Q·Kᵀ and P·V
};

/// `batch`, `sequence` and `heads` are places of dimensions; heads < 0: they are folded into the last one.
void add_reading(std::vector<Reading>& readings, const Tensors& in, const Tensor& result, std::size_t batch,
                 std::size_t sequence, int heads) {
    const Dims &q = in.list[0].dims, &k = in.list[1].dims, &v = in.list[2].dims;
    if (q[batch] != k[batch] || q[batch] != v[batch] || k[sequence] != v[sequence]) return;
    const double rows = static_cast<double>(q[batch]) * static_cast<double>(q[sequence]);
    if (!(rows > 0) || k[sequence] <= 0) return;
    // Of all heads: elements of a query, and of a row of the result.
    const double query = cost::elements(q) / rows, value = cost::elements(result) / rows;
    readings.push_back({.batch = q[batch],
                        .heads = heads >= 0 ? q[static_cast<std::size_t>(heads)] : 0,
                        .queries = q[sequence],
                        .keys = k[sequence],
                        .count = 2 * rows * static_cast<double>(k[sequence]) * (query + value)});
}

/// The softmax's maxima, among the outputs, or the inputs of the backward pass: by their last dimension.
const Dims* softmax_of(const Tensors& in, const Tensors& out, std::size_t rank) {
    const auto fits = [rank](const Tensor& tensor) {
        return tensor.dims.size() == rank && tensor.dims.back() == softmax_lanes &&
               tensor.type.dtype == Dtype::f32;
    };
    for (std::size_t i = factors; i < in.list.size(); ++i)
        if (fits(in.list[i])) return &in.list[i].dims;
    for (const Tensor& tensor : out.list)
        if (fits(tensor)) return &tensor.dims;
    return nullptr;
}

bool has_mask(const Tensors& in, std::int64_t rows, std::int64_t columns) {
    return std::any_of(in.list.begin() + factors, in.list.end(), [&](const Tensor& tensor) {
        const Dims& dims = tensor.dims;
        return dims.size() >= 2 && dims[dims.size() - 2] == rows && dims.back() == columns;
    });
}

}  // namespace

AttentionFlops attention_flops(const Tensors& in, const Tensors& out, bool backward) {
    const std::size_t least = backward ? factors + 1 : factors;
    if (in.list.size() < least || out.list.empty())
        return {.reason = "query, key and value are not all there"};
    const Dims &q = in.list[0].dims, &k = in.list[1].dims, &v = in.list[2].dims;
    const std::size_t rank = q.size();
    if ((rank != 3 && rank != 4) || k.size() != rank || v.size() != rank)
        return {.reason = "query, key and value have no shapes of an attention"};
    // The gradient that comes in has the shape of the result.
    const Tensor& result = backward ? in.list[factors] : out.list.back();
    std::vector<Reading> readings;
    if (rank == 4) {
        add_reading(readings, in, result, 0, 2, 1);
        add_reading(readings, in, result, 0, 1, 2);
    } else if (const Dims* packed = softmax_of(in, out, 3); packed != nullptr && (*packed)[0] == q[0]) {
        return {.reason = "the sequences' lengths stand in a tensor, whose values no table has"};
    } else {
        add_reading(readings, in, result, 1, 0, -1);
        add_reading(readings, in, result, 0, 1, -1);
    }
    if (const Dims* softmax = softmax_of(in, out, 4))
        std::erase_if(readings, [&](const Reading& one) {
            return (*softmax)[0] != one.batch || (*softmax)[2] != one.queries ||
                   (one.heads > 0 && (*softmax)[1] != one.heads);
        });
    else
        std::erase_if(readings, [&](const Reading& one) { return !has_mask(in, one.queries, one.keys); });
    if (readings.empty() || std::ranges::any_of(readings, [&](const Reading& one) {
            return one.count != readings.front().count;
        }))
        return {.reason = "nothing tells the layout of its query, key and value"};
    const Reading& found = readings.front();
    const bool masked = has_mask(in, found.queries, found.keys) || has_mask(in, causal_mask, causal_mask);
    // Backward: Q·Kᵀ again, and the gradients of P, V, Q and K.
    return {.count = (backward ? 2.5 : 1) * found.count, .masked = masked};
}

}  // namespace mansard::analyzer::ascend
