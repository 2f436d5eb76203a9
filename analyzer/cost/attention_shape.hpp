// The sizes of an attention's query, key and value, forward and backward.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/cost/cost.hpp"

namespace mansard::analyzer::cost {

/// Where an attention's arguments stand in its call; -1: it has none.
struct AttentionPlaces {
    std::string_view name;
    int query = 0;  ///< key and value follow
    int causal = -1;
    bool heads_third = false;  ///< [batch, sequence, heads, size]; otherwise [batch, heads, sequence, size]
    int first_lengths = -1;    ///< of the tensors that hold the sequences' lengths, two in a row
    bool causal_is_number = false;  ///< of a kind of mask: 0 is none, else causal
};

struct AttentionSizes {
    double heads = 0;                       ///< of all the batch, of the query
    double query_size = 0, value_size = 0;  ///< elements of one head
    double pairs = 0;                       ///< of query and key that one head scores
    double outputs = 0;                     ///< elements of the output
};

/// Sizes, or the reason why there are none.
struct AttentionResult {
    std::optional<AttentionSizes> sizes{};
    std::string reason{};
};
AttentionResult attention_sizes(const Op& op, const AttentionPlaces& places);

}  // namespace mansard::analyzer::cost
