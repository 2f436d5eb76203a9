// Many elements into one: FLOPs for each element that is read.
#include <algorithm>
#include <array>
#include <set>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

/// Which dimensions go: by the list or number at place 1, or all where there is none.
enum class Over : std::uint8_t {
    place_1,
    everything,
    nothing,  ///< running sums: as many results as elements
};

struct Reduction {
    std::string_view name;
    double flops = 1;  ///< of one element that is read
    Over over = Over::place_1;
    int places = 1;  ///< "norm" has its exponent at place 1, and its dimensions at place 2
    bool gives_indices = false;
};

constexpr auto reductions = std::to_array<Reduction>({
    {"sum"},
    {"nansum"},
    {"mean"},
    {"prod"},
    {"amax"},
    {"amin"},
    {"aminmax"},
    {"logsumexp", 3},
    {"max", 1},
    {"min", 1},
    {"median", 1},
    {"all", 0},
    {"any", 0},
    {.name = "argmax", .gives_indices = true},
    {.name = "argmin", .gives_indices = true},
    {"var", 3},
    {"std", 3},
    {"var_mean", 3},
    {"std_mean", 3},
    {"norm", 2, Over::place_1, 2},
    {"linalg_vector_norm", 2, Over::place_1, 2},
    {"cumsum", 1, Over::nothing},
    {"cumprod", 1, Over::nothing},
    {"_cumsum", 1, Over::nothing},
    {"count_nonzero", 0, Over::everything},
});

constexpr auto ops = [] {
    std::array<std::string_view, reductions.size() + 1> names{};
    for (std::size_t i = 0; i < reductions.size(); ++i) names[i] = reductions[i].name;
    names.back() = "_foreach_norm";
    return names;
}();

/// Elements that are left of `tensor` without the dimensions in `dims`; nothing where they do not fit.
std::optional<double> left_of(const Tensor& tensor, const std::vector<double>& dims) {
    if (dims.empty()) return 1;  // an empty list names all
    std::set<std::size_t> gone;
    const auto rank = static_cast<double>(tensor.dims.size());
    for (const double dim : dims) {
        const double at = dim < 0 ? dim + rank : dim;
        if (!(at >= 0 && at < rank)) return std::nullopt;
        gone.insert(static_cast<std::size_t>(at));
    }
    double count = 1;
    for (std::size_t i = 0; i < tensor.dims.size(); ++i)
        if (!gone.contains(i)) count *= static_cast<double>(tensor.dims[i]);
    return count;
}

std::optional<double> results(const Op& op, const Reduction& reduction, const Tensor& tensor) {
    if (!op.outputs.empty()) return elements(op.outputs.front());
    if (reduction.over == Over::nothing) return elements(tensor);
    // "sum" of everything has its result's type at place 1.
    if (reduction.over == Over::everything || (op.inputs.size() == 2 && !op.value(1).starts_with('['))) {
        if (op.tensor(1) == nullptr) return 1;
    }
    const auto place = static_cast<std::size_t>(reduction.places);
    if (op.tensor(place) != nullptr) return elements(tensor);  // the elementwise maximum of two tensors
    const std::string_view said = op.value(place);
    if (said.empty()) return 1;
    const auto dims = numbers(said);
    if (!dims || tensor.dims.empty()) return 1;
    return left_of(tensor, *dims);
}

/// Norms of the tensors of a list.
Cost norms(const Op& op) {
    if (op.inputs.empty() || op.inputs[0].tensors.empty()) return missing_tensor(0);
    Cost cost{.read = 0, .written = 0};
    double count = 0;
    const ElementType type = op.inputs[0].tensors.front().type;
    for (const Tensor& tensor : op.inputs[0].tensors) {
        const auto size = bytes(tensor);
        if (!size) return no_cost("the type of its elements is not known");
        count += 2 * elements(tensor);
        *cost.read += *size;
        *cost.written += tensor.type.bytes;
    }
    cost.flops = {vector_work(type, count)};
    return cost;
}

Cost cost(const Op& op) {
    if (op.name == "_foreach_norm") return norms(op);
    const Reduction& reduction = row_of(reductions, op.name);
    const Tensor* tensor = op.tensor(0);
    if (tensor == nullptr) return missing_tensor(0);
    const auto left = results(op, reduction, *tensor);
    if (!left) return no_cost("the dimensions it reduces do not fit its shape");
    const ElementType type = reduction.gives_indices ? element_type("int64") : tensor->type;
    return {.flops = {vector_work(tensor->type, reduction.flops * elements(*tensor))},
            .read = bytes_of_inputs(op, reduction.places == 1 ? 2 : 1),
            .written = bytes_written(op, *left, type)};
}

}  // namespace

extern constinit const FamilyDesc reduction_family{
    .name = "reduction",
    .summary = "1 FLOP for each element that is read; norms 2, variances and logsumexp 3",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
