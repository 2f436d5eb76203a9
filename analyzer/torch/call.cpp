#include "analyzer/torch/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/trace/values.hpp"

namespace mansard::analyzer::torch {
namespace {

using Texts = std::vector<std::string_view>;

Texts elements_or_none(std::string_view json) {
    return trace::elements(json).value_or(Texts{});
}

std::string_view at_or_none(const Texts& texts, std::size_t i) {
    return i < texts.size() ? texts[i] : std::string_view();
}

/// Nothing where it is no list of whole numbers: so it is with lists of tensors.
std::optional<std::vector<std::int64_t>> whole_numbers(std::string_view json) {
    const auto parts = trace::elements(json);
    if (!parts) return std::nullopt;
    std::vector<std::int64_t> out;
    for (const std::string_view part : *parts) {
        const auto value = trace::integer(part);
        if (!value) return std::nullopt;
        out.push_back(*value);
    }
    return out;
}

/// What is stored of a tensor some of whose dimensions are one element repeated (a stride of 0).
std::optional<double> stored(const std::vector<std::int64_t>& dims, std::string_view strides) {
    const auto steps = whole_numbers(strides);
    if (!steps || steps->size() != dims.size() || dims.empty()) return std::nullopt;
    double count = 1;
    bool repeated = false;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if ((*steps)[i] == 0)
            repeated = repeated || dims[i] > 1;
        else
            count *= static_cast<double>(dims[i]);
    }
    return repeated ? std::optional(count) : std::nullopt;
}

cost::Argument argument_of(std::string_view dims, std::string_view type, std::string_view value,
                           std::string_view strides, const cost::ElementType& list_type) {
    cost::Argument argument{.value = trace::text(value)};
    if (type == "Scalar" || type == "ScalarList" || type.empty()) return argument;
    const auto sizes = whole_numbers(dims);
    if (sizes && type != "TensorList" && type != "GenericList") {
        argument.tensors.push_back(
            {.dims = *sizes, .type = cost::element_type(type), .stored = stored(*sizes, strides)});
        return argument;
    }
    argument.is_list = true;
    for (const std::string_view one : elements_or_none(dims))
        if (auto each = whole_numbers(one))
            argument.tensors.push_back({.dims = *std::move(each), .type = list_type});
    return argument;
}

}  // namespace

cost::Op op_of(std::string_view name, std::string_view text, const cost::ElementType& list_type) {
    cost::Op op = cost::named_op(name);
    std::array<Texts, 4> parts{};
    for (Texts& part : parts) {
        const std::size_t end = std::min(text.find(part_mark), text.size());
        part = elements_or_none(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    const auto& [dims, types, values, strides] = parts;
    for (std::size_t i = 0; i < dims.size(); ++i)
        op.inputs.push_back(argument_of(dims[i], trace::text(at_or_none(types, i)), at_or_none(values, i),
                                        at_or_none(strides, i), list_type));
    return op;
}

std::string shapes_of(const cost::Op& op) {
    std::string out;
    for (const cost::Argument& input : op.inputs) {
        if (input.tensors.empty()) continue;
        if (!out.empty()) out += ' ';
        if (input.is_list)
            out += fmt::format("{{{} tensors}}", input.tensors.size());
        else
            out += fmt::format("[{}]", fmt::join(input.tensors.front().dims, ","));
    }
    return out;
}

std::string types_of(const cost::Op& op) {
    std::vector<std::string> types;
    for (const cost::Argument& input : op.inputs) {
        if (input.is_list || input.tensors.empty()) continue;
        const cost::ElementType& type = input.tensors.front().type;
        std::string name =
            type.dtype != Dtype::unknown ? std::string(name_of(type.dtype)) : fmt::format("{} B", type.bytes);
        if (type.is_complex) name = "complex " + name;
        if (std::ranges::find(types, name) == types.end()) types.push_back(std::move(name));
    }
    return fmt::format("{}", fmt::join(types, ", "));
}

const Calls::Kernel& Calls::kernel(std::uint32_t name) {
    const auto [found, is_new] = kernels_.try_emplace(name);
    if (is_new && name != no_text)
        found->second = {product_unit(events_.names.text(name)), element_type_in(events_.names.text(name))};
    return found->second;
}

const Calls::Known* Calls::find(std::uint32_t name, std::uint32_t call, std::uint32_t kernel_name) {
    if (call == no_text) return nullptr;
    const Kernel& by = kernel(kernel_name);
    const Key key{name, call, by.unit ? by.unit->dtype : Dtype::unknown, by.type.dtype};
    const auto [found, is_new] = known_.try_emplace(key);
    Known& known = found->second;
    if (is_new) {
        cost::Op op = op_of(events_.names.text(name), events_.calls.text(call), by.type);
        op.product_unit = by.unit;
        known.cost = cost::cost_of(op);
        if (known.cost.known()) {
            known.family = cost::family_of(op.name)->name;
            known.shapes = shapes_of(op);
            known.types = types_of(op);
            const auto [types, is_first] =
                types_.try_emplace({name, known.shapes}, std::pair(known.types, false));
            if (!is_first && types->second.first != known.types) types->second.second = true;
        }
    }
    return known.cost.known() ? &known : nullptr;
}

std::string Calls::point_name(std::uint32_t name, const Known& call) const {
    std::string out = events_.names.text(name);
    if (!call.shapes.empty()) out += " " + call.shapes;
    const auto types = types_.find({name, call.shapes});
    if (types != types_.end() && types->second.second && !call.types.empty()) out += " (" + call.types + ")";
    return out;
}

}  // namespace mansard::analyzer::torch
