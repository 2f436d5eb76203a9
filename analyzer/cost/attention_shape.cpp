#include "analyzer/cost/attention_shape.hpp"

#include <algorithm>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

/// Causal: query i sees the keys up to i, counted from the first ones, of which there may be fewer.
double causal_pairs(double queries, double keys) {
    const double triangle = std::min(queries, keys);
    return triangle * (triangle + 1) / 2 + std::max(0.0, queries - keys) * keys;
}

bool is_causal(const Op& op, const AttentionPlaces& places) {
    if (places.causal < 0) return false;
    const std::string_view said = op.value(static_cast<std::size_t>(places.causal));
    return places.causal_is_number ? number(said).value_or(0) != 0 : flag(said).value_or(false);
}

}  // namespace

AttentionResult attention_sizes(const Op& op, const AttentionPlaces& places) {
    const auto place = static_cast<std::size_t>(places.query);
    const Tensor *query = op.tensor(place), *key = op.tensor(place + 1), *value = op.tensor(place + 2);
    if (query == nullptr || key == nullptr || value == nullptr)
        return {.reason = "query, key and value are not all recorded"};
    const auto lengths = static_cast<std::size_t>(std::max(0, places.first_lengths));
    if (places.first_lengths >= 0 && op.tensor(lengths) != nullptr && !op.tensor(lengths)->dims.empty())
        return {.reason = "the sequences' lengths stand in a tensor, whose values no profile records"};
    const std::size_t rank = query->dims.size();
    if (rank < 3 || key->dims.size() != rank || value->dims.size() != rank)
        return {.reason = "query, key and value have no shapes of an attention"};
    if (places.heads_third && rank != 4) return {.reason = "its shapes have no batch, sequence and heads"};
    const auto dim = [](const Tensor& tensor, std::size_t from_end) {
        return static_cast<double>(tensor.dims[tensor.dims.size() - from_end]);
    };
    const std::size_t sequence = places.heads_third ? 3 : 2;
    const double queries = dim(*query, sequence), keys = dim(*key, sequence);
    AttentionSizes sizes{.query_size = dim(*query, 1), .value_size = dim(*value, 1)};
    if (dim(*key, 1) != sizes.query_size || dim(*value, sequence) != keys || queries <= 0 ||
        sizes.query_size <= 0)
        return {.reason = "the shapes of query, key and value do not fit"};
    sizes.heads = elements(*query) / (queries * sizes.query_size);
    sizes.pairs = is_causal(op, places) ? causal_pairs(queries, keys) : queries * keys;
    sizes.outputs = sizes.heads * queries * sizes.value_size;
    return {.sizes = sizes};
}

}  // namespace mansard::analyzer::cost
