// Attention, fused: the products Q·Kᵀ and P·V. Scores beyond a causal mask are not needed and not counted;
// the softmax between is not counted either, and its scores need no memory.
#include <array>

#include "analyzer/cost/attention_shape.hpp"
#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

// Signatures as ATen and flash-attn declare them.
constexpr auto places_by_name = std::to_array<AttentionPlaces>({
    {.name = "scaled_dot_product_attention", .causal = 5},
    {.name = "_scaled_dot_product_flash_attention", .causal = 4},
    {.name = "_scaled_dot_product_flash_attention_for_cpu", .causal = 4},
    {.name = "_scaled_dot_product_efficient_attention", .causal = 6},
    {.name = "_scaled_dot_product_cudnn_attention", .causal = 6},
    {.name = "_scaled_dot_product_fused_attention_overrideable", .causal = 5},
    {.name = "_flash_attention_forward", .causal = 8, .heads_third = true, .first_lengths = 3},
    {.name = "_efficient_attention_forward",
     .causal = 9,
     .heads_third = true,
     .first_lengths = 4,
     .causal_is_number = true},
    {.name = "flash_attn::_flash_attn_forward", .causal = 5, .heads_third = true},
    {.name = "FlashAttnFunc", .causal = 5, .heads_third = true},
});

constexpr auto ops = names_in(places_by_name);

Cost cost(const Op& op) {
    const auto& places = row_of(places_by_name, op.name);
    const auto [sizes, reason] = attention_sizes(op, places);
    if (!sizes) return no_cost(reason);
    const ElementType type = op.tensor(static_cast<std::size_t>(places.query))->type;
    const double flops = 2 * sizes->heads * sizes->pairs * (sizes->query_size + sizes->value_size);
    return {.flops = {product_work(op, type, flops)},
            .read = bytes_of_inputs(op),
            .written = bytes_written(op, sizes->outputs, type)};
}

}  // namespace

extern constinit const FamilyDesc attention_family{
    .name = "attention",
    .summary =
        "2 · heads · pairs of query and key · (size of a key + size of a value); the softmax is not "
        "counted, nor what a causal mask hides",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
