// Rows picked by indices, and their gradients. Indices that repeat are not known from shapes: each row that
// is picked counts as read, but no more rows than there are.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

enum class Kind : std::uint8_t {
    rows,          ///< (table, indices): each index picks a row
    sums,          ///< (table, indices, offsets): the picked rows of each bag are summed
    backward,      ///< (gradient, indices, rows of the table): a table of zeros, to which rows are added
    by_dimension,  ///< (data, dimension, indices): each index picks a slice
    elements,      ///< (data, dimension, indices of the result's shape)
    scatter,       ///< (data, dimension, indices, source): in place, or a copy
    added,         ///< the same, adding
};

struct Picking {
    std::string_view name;
    Kind kind;
};

constexpr auto pickings = std::to_array<Picking>({
    {"embedding", Kind::rows},
    {"_embedding_bag", Kind::sums},
    {"_embedding_bag_forward_only", Kind::sums},
    {"embedding_dense_backward", Kind::backward},
    {"index_select", Kind::by_dimension},
    {"gather", Kind::elements},
    {"take_along_dim", Kind::elements},
    {"scatter", Kind::scatter},
    {"scatter_add", Kind::added},
    {"index_add", Kind::added},
});

constexpr auto ops = names_in(pickings);

/// (table, indices): rows of the table's inner dimensions.
Cost rows(const Op& op, bool summed) {
    const Tensor *table = op.tensor(0), *indices = op.tensor(1);
    if (table == nullptr || table->dims.size() < 2) return missing_tensor(0);
    if (indices == nullptr) return missing_tensor(1);
    const double row = elements(std::span(table->dims).subspan(1));
    const double picked = elements(*indices);
    const double distinct = std::min(picked, static_cast<double>(table->dims[0]));
    const auto of_indices = bytes(*indices);
    if (!of_indices || table->type.bytes <= 0) return no_cost("the type of its elements is not known");
    double results = picked;
    if (summed) {
        const Tensor* offsets = op.tensor(2);
        if (offsets == nullptr) return missing_tensor(2);
        results = elements(*offsets);
    }
    return {.flops = {vector_work(table->type, summed ? picked * row : 0)},
            .read = distinct * row * table->type.bytes + *of_indices,
            .written = bytes_written(op, results * row, table->type)};
}

Cost backward(const Op& op) {
    const Tensor *gradient = op.tensor(0), *indices = op.tensor(1);
    if (gradient == nullptr || gradient->dims.empty()) return missing_tensor(0);
    if (indices == nullptr) return missing_tensor(1);
    const auto count = number(op.value(2));
    const auto read = bytes_of_inputs(op);
    if (!count || *count < 0) return no_cost("the size of the table is not recorded");
    return {
        .flops = {vector_work(gradient->type, elements(*gradient))},
        .read = read,
        .written = bytes_written(op, *count * static_cast<double>(gradient->dims.back()), gradient->type)};
}

Cost by_dimension(const Op& op, Kind kind) {
    const Tensor *data = op.tensor(0), *indices = op.tensor(2);
    if (data == nullptr) return missing_tensor(0);
    if (indices == nullptr) return missing_tensor(2);
    const auto of_indices = bytes(*indices);
    if (!of_indices || data->type.bytes <= 0) return no_cost("the type of its elements is not known");
    double picked = elements(*indices);
    if (kind == Kind::by_dimension) {
        const auto dimension = number(op.value(1));
        const double rank = static_cast<double>(data->dims.size());
        const double at = dimension ? (*dimension < 0 ? *dimension + rank : *dimension) : -1;
        if (!(at >= 0 && at < rank)) return no_cost("the dimension it picks from does not fit its shape");
        const double size = static_cast<double>(data->dims[static_cast<std::size_t>(at)]);
        picked *= size > 0 ? elements(*data) / size : 0;
    }
    if (kind == Kind::by_dimension || kind == Kind::elements)
        return {.flops = {vector_work(data->type, 0)},
                .read = std::min(picked, elements(*data)) * data->type.bytes + *of_indices,
                .written = bytes_written(op, picked, data->type)};
    const Tensor* source = op.tensor(3);
    const double from = source != nullptr ? elements(*source) : 0;
    const double added = kind == Kind::added ? from : 0;
    const double touched = std::min(source != nullptr ? from : picked, elements(*data)) * data->type.bytes;
    const double copied = op.in_place ? touched : elements(*data) * data->type.bytes;
    return {.flops = {vector_work(data->type, added)},
            .read = *of_indices + from * data->type.bytes + (op.in_place && added == 0 ? 0 : copied),
            .written = copied};
}

Cost cost(const Op& op) {
    const Kind kind = row_of(pickings, op.name).kind;
    switch (kind) {
        case Kind::rows:
        case Kind::sums:
            return rows(op, kind == Kind::sums);
        case Kind::backward:
            return backward(op);
        default:
            return by_dimension(op, kind);
    }
}

}  // namespace

extern constinit const FamilyDesc embedding_family{
    .name = "embedding",
    .summary = "bytes of the rows that indices pick, at most the table; FLOPs only where rows are added",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
