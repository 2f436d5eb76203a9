// Operations that move or fill and compute nothing: bytes only.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

/// Where the result's size comes from, and what is read.
enum class Kind : std::uint8_t {
    copy,       ///< the first tensor's size is written, the second one's read
    duplicate,  ///< what is read is written
    join,       ///< a list is read and written as one
    fill,       ///< the first tensor is written, nothing is read
};

struct Movement {
    std::string_view name;
    Kind kind;
};

constexpr auto movements = std::to_array<Movement>({
    {"copy", Kind::copy},
    {"_copy_from", Kind::copy},
    {"clone", Kind::duplicate},
    {"roll", Kind::duplicate},
    {"flip", Kind::duplicate},
    {"tril", Kind::duplicate},
    {"triu", Kind::duplicate},
    {"_conj_physical", Kind::duplicate},
    {"cat", Kind::join},
    {"_cat", Kind::join},
    {"stack", Kind::join},
    {"_foreach_copy", Kind::copy},
    {"fill", Kind::fill},
    {"zero", Kind::fill},
    {"normal", Kind::fill},
    {"uniform", Kind::fill},
    {"bernoulli", Kind::fill},
    {"random", Kind::fill},
    {"exponential", Kind::fill},
    {"_foreach_zero", Kind::fill},
    {"channel_shuffle", Kind::duplicate},
    {"pixel_shuffle", Kind::duplicate},
    {"pixel_unshuffle", Kind::duplicate},
});

constexpr auto ops = names_in(movements);

std::optional<double> sum_of(const Argument& argument) {
    double sum = 0;
    for (const Tensor& tensor : argument.tensors) {
        const auto size = bytes(tensor);
        if (!size) return std::nullopt;
        sum += *size;
    }
    return sum;
}

Cost cost(const Op& op) {
    const Kind kind = row_of(movements, op.name).kind;
    if (op.inputs.empty() || op.inputs[0].tensors.empty()) return missing_tensor(0);
    const auto first = sum_of(op.inputs[0]);
    const auto second =
        op.inputs.size() > 1 && !op.inputs[1].tensors.empty() ? sum_of(op.inputs[1]) : std::optional(0.0);
    if (!first || !second) return no_cost("the type of its elements is not known");
    Cost cost{.flops = {{.count = 0}}};
    if (kind == Kind::copy) {
        if (op.inputs.size() < 2 || op.inputs[1].tensors.empty()) return missing_tensor(1);
        cost.read = *second;
        cost.written = *first;
    } else {
        cost.read = kind == Kind::fill ? 0 : *first;
        // What broadcasts takes more room when it is written out.
        double written = 0;
        for (const Tensor& tensor : op.inputs[0].tensors) written += elements(tensor) * tensor.type.bytes;
        cost.written = written;
    }
    return cost;
}

}  // namespace

extern constinit const FamilyDesc movement_family{
    .name = "movement",
    .summary = "0 FLOP; what is copied, joined or filled, read once and written once",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
