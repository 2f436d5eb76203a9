// Gradients of fused attention: the scores are computed again, so it is five products where the forward pass
// has two: Q·Kᵀ, dO·Vᵀ, Pᵀ·dO, dS·K and dSᵀ·Q.
#include <array>

#include "analyzer/cost/attention_shape.hpp"
#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

// Signatures as ATen and flash-attn declare them; the gradient of the output stands first.
constexpr auto places_by_name = std::to_array<AttentionPlaces>({
    {.name = "_scaled_dot_product_flash_attention_backward", .query = 1, .causal = 11},
    {.name = "_scaled_dot_product_flash_attention_for_cpu_backward", .query = 1, .causal = 7},
    {.name = "_scaled_dot_product_efficient_attention_backward", .query = 1, .causal = 11},
    {.name = "_scaled_dot_product_cudnn_attention_backward", .query = 1, .causal = 14},
    {.name = "_flash_attention_backward", .query = 1, .causal = 11, .heads_third = true, .first_lengths = 6},
    {.name = "_efficient_attention_backward",
     .query = 1,
     .causal = 14,
     .heads_third = true,
     .first_lengths = 6,
     .causal_is_number = true},
    {.name = "flash_attn::_flash_attn_backward", .query = 1, .causal = 11, .heads_third = true},
});

constexpr auto ops = names_in(places_by_name);

Cost cost(const Op& op) {
    const auto& places = row_of(places_by_name, op.name);
    const auto [sizes, reason] = attention_sizes(op, places);
    if (!sizes) return no_cost(reason);
    const auto query = static_cast<std::size_t>(places.query);
    const ElementType type = op.tensor(query)->type;
    const double flops = 2 * sizes->heads * sizes->pairs * (3 * sizes->query_size + 2 * sizes->value_size);
    Cost cost{.flops = {product_work(op, type, flops)}};
    const Tensor* gradient = op.tensor(0);
    const auto q = bytes(*op.tensor(query)), k = bytes(*op.tensor(query + 1)),
               v = bytes(*op.tensor(query + 2));
    if (gradient != nullptr && bytes(*gradient) && q && k && v) {
        // The output is read beside its gradient, and is of its size.
        cost.read = 2 * *bytes(*gradient) + *q + *k + *v;
        cost.written = *q + *k + *v;
    }
    return cost;
}

}  // namespace

extern constinit const FamilyDesc attention_backward_family{
    .name = "attention_backward",
    .summary = "2 · heads · pairs of query and key · (3 · size of a key + 2 · size of a value)",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
