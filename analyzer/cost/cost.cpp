#include "analyzer/cost/cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

using Index = std::map<std::string_view, const FamilyDesc*>;

Index index_of_families() {
    Index index;
    for (const FamilyDesc* family : families())
        for (const std::string_view op : family->ops) index.emplace(op, family);
    return index;
}

bool has_negative_dims(const Op& op) {
    const auto negative = [](const Tensor& tensor) {
        return std::any_of(tensor.dims.begin(), tensor.dims.end(), [](std::int64_t dim) { return dim < 0; });
    };
    return std::any_of(op.outputs.begin(), op.outputs.end(), negative) ||
           std::any_of(op.inputs.begin(), op.inputs.end(), [&](const Argument& input) {
               return std::any_of(input.tensors.begin(), input.tensors.end(), negative);
           });
}

bool any_padded(const Op& op) {
    const auto padded = [](const Tensor& tensor) { return tensor.padded; };
    return std::any_of(op.outputs.begin(), op.outputs.end(), padded) ||
           std::any_of(op.inputs.begin(), op.inputs.end(), [&](const Argument& input) {
               return std::any_of(input.tensors.begin(), input.tensors.end(), padded);
           });
}

/// Finite and no less than nothing: what a file says of sizes can be anything.
bool is_amount(double value) {
    return std::isfinite(value) && value >= 0;
}

}  // namespace

Op named_op(std::string_view profiled_name) {
    if (profiled_name.starts_with("aten::")) profiled_name.remove_prefix(6);
    Op op;
    // "__and__" ends with two, and so does its in-place form with none to spare.
    if (profiled_name.size() > 1 && profiled_name.ends_with('_') && !profiled_name.ends_with("__")) {
        op.in_place = true;
        profiled_name.remove_suffix(1);
    }
    op.name = profiled_name;
    return op;
}

const FamilyDesc* family_of(std::string_view op_name) {
    static const Index index = index_of_families();
    const auto found = index.find(op_name);
    return found != index.end() ? found->second : nullptr;
}

Cost cost_of(const Op& op) {
    const FamilyDesc* family = family_of(op.name);
    if (family == nullptr) return no_cost(fmt::format("no cost model knows {}", op.name));
    if (has_negative_dims(op)) return no_cost("a dimension is negative");
    Cost cost = family->cost(op);
    if (!cost.known()) return cost;
    const bool sound = std::all_of(cost.flops.begin(), cost.flops.end(),
                                   [](const Work& work) { return is_amount(work.count); }) &&
                       is_amount(cost.read.value_or(0)) && is_amount(cost.written.value_or(0));
    if (!sound) return no_cost("its sizes are beyond the range of numbers");
    if (any_padded(op)) cost.notes.emplace_back("FLOPs are of padded sizes: the true ones are not known");
    return cost;
}

void apply(const Cost& cost, Point& point, double calls) {
    if (!cost.known()) return;
    for (const Work& work : cost.flops)
        point.flops.push_back(
            {.dtype = work.dtype, .engine = work.engine, .count = work.count * calls, .how = How::modelled});
    if (cost.read && cost.written)
        point.bytes.push_back({.level = Level::DRAM,
                               .basis = Basis::architectural,
                               .how = How::modelled,
                               .read = *cost.read * calls,
                               .written = *cost.written * calls,
                               .count = (*cost.read + *cost.written) * calls});
    point.notes.insert(point.notes.end(), cost.notes.begin(), cost.notes.end());
}

}  // namespace mansard::analyzer::cost
