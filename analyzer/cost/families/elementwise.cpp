// One result for each element: one FLOP each, whatever the function (an exponential counts as an addition
// does), but for those that are several additions and multiplications by definition.
#include <algorithm>
#include <array>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

/// What the result's type is.
enum class Result : std::uint8_t { promoted, boolean, of_first };

struct Function {
    std::string_view name;
    std::size_t operands;  ///< what follows is where the result is to go
    double flops = 1;      ///< of one element of the result
    Result result = Result::promoted;
};

// Names as ATen declares them. One FLOP each, of one operand …
constexpr auto unary = std::to_array<std::string_view>(
    {"neg",       "abs",      "sign",        "reciprocal",     "sqrt",
     "rsqrt",     "exp",      "exp2",        "expm1",          "log",
     "log2",      "log10",    "log1p",       "square",         "sin",
     "cos",       "tan",      "asin",        "acos",           "atan",
     "sinh",      "cosh",     "tanh",        "asinh",          "acosh",
     "atanh",     "erf",      "erfc",        "erfinv",         "sigmoid",
     "logit",     "relu",     "relu6",       "leaky_relu",     "elu",
     "celu",      "selu",     "gelu",        "silu",           "mish",
     "softplus",  "hardtanh", "hardsigmoid", "hardswish",      "log_sigmoid_forward",
     "threshold", "floor",    "ceil",        "round",          "trunc",
     "frac",      "lgamma",   "digamma",     "native_dropout", "_fused_dropout"});
// … of two …
constexpr auto binary = std::to_array<std::string_view>({"add",
                                                         "sub",
                                                         "rsub",
                                                         "mul",
                                                         "div",
                                                         "true_divide",
                                                         "floor_divide",
                                                         "remainder",
                                                         "fmod",
                                                         "pow",
                                                         "atan2",
                                                         "prelu",
                                                         "_prelu_kernel",
                                                         "clamp_min",
                                                         "clamp_max",
                                                         "maximum",
                                                         "minimum",
                                                         "fmax",
                                                         "fmin",
                                                         "threshold_backward",
                                                         "sigmoid_backward",
                                                         "tanh_backward",
                                                         "gelu_backward",
                                                         "silu_backward",
                                                         "leaky_relu_backward",
                                                         "elu_backward",
                                                         "hardtanh_backward",
                                                         "hardswish_backward",
                                                         "hardsigmoid_backward",
                                                         "softplus_backward",
                                                         "mish_backward",
                                                         "native_dropout_backward",
                                                         "logit_backward",
                                                         "xlogy",
                                                         "hypot"});
// … and the others: three operands, comparisons (which give flags and compute no number), several FLOP.
constexpr auto others = std::to_array<Function>({
    {"clamp", 3},
    {"where", 3},
    {"masked_fill", 3},
    {"log_sigmoid_backward", 3},
    {"addcmul", 3, 3},
    {"addcdiv", 3, 3},
    {"lerp", 3, 3},
    {"mse_loss", 2, 3},
    {"mse_loss_backward", 3, 3},
    {"eq", 2, 0, Result::boolean},
    {"ne", 2, 0, Result::boolean},
    {"lt", 2, 0, Result::boolean},
    {"le", 2, 0, Result::boolean},
    {"gt", 2, 0, Result::boolean},
    {"ge", 2, 0, Result::boolean},
    {"isnan", 1, 0, Result::boolean},
    {"isinf", 1, 0, Result::boolean},
    {"isfinite", 1, 0, Result::boolean},
    {"logical_not", 1, 0, Result::boolean},
    {"logical_and", 2, 0, Result::boolean},
    {"logical_or", 2, 0, Result::boolean},
    {"bitwise_not", 1, 0, Result::of_first},
    {"bitwise_and", 2, 0, Result::of_first},
    {"bitwise_or", 2, 0, Result::of_first},
});

// Of whole lists of tensors, as optimizers call them.
constexpr std::string_view of_lists = "_foreach_";
constexpr auto lists = std::to_array<std::string_view>(
    {"_foreach_add",       "_foreach_sub",     "_foreach_mul",     "_foreach_div",
     "_foreach_neg",       "_foreach_abs",     "_foreach_sqrt",    "_foreach_rsqrt",
     "_foreach_exp",       "_foreach_log",     "_foreach_pow",     "_foreach_reciprocal",
     "_foreach_sigmoid",   "_foreach_tanh",    "_foreach_sign",    "_foreach_round",
     "_foreach_floor",     "_foreach_maximum", "_foreach_minimum", "_foreach_clamp_min",
     "_foreach_clamp_max", "_foreach_addcmul", "_foreach_addcdiv", "_foreach_lerp"});

constexpr auto ops = [] {
    std::array<std::string_view, unary.size() + binary.size() + others.size() + lists.size()> names{};
    std::size_t at = 0;
    for (const auto name : unary) names[at++] = name;
    for (const auto name : binary) names[at++] = name;
    for (const auto& function : others) names[at++] = function.name;
    for (const auto name : lists) names[at++] = name;
    return names;
}();

Function function_of(std::string_view name) {
    if (name.starts_with(of_lists)) name.remove_prefix(of_lists.size());
    const auto found = std::find_if(others.begin(), others.end(),
                                    [&](const Function& function) { return function.name == name; });
    if (found != others.end()) return *found;
    const bool two = std::find(binary.begin(), binary.end(), name) != binary.end();
    return {.name = name, .operands = two ? std::size_t{2} : std::size_t{1}};
}

/// One element of the lists, or the only call there is: operands in the order of the call.
Cost one_call(const std::vector<const Tensor*>& operands, const Function& function, const Op& op) {
    std::vector<std::int64_t> shape = operands.front()->dims;
    ElementType type = operands.front()->type;
    double read = 0;
    for (const Tensor* operand : operands) {
        const auto wider = broadcast(shape, operand->dims);
        if (!wider) return no_cost("the shapes of its operands do not fit");
        shape = *wider;
        // A tensor of no dimensions is a number, which does not widen the others.
        if (!operand->dims.empty()) type = promote(type, operand->type);
        const auto size = bytes(*operand);
        if (!size) return no_cost("the type of its elements is not known");
        read += *size;
    }
    if (op.in_place) shape = operands.front()->dims, type = operands.front()->type;
    if (function.result == Result::of_first) type = operands.front()->type;
    const double count = elements(shape);
    const ElementType stored = function.result == Result::boolean ? element_type("bool") : type;
    return {.flops = {vector_work(type, function.flops * count)},
            .read = read,
            .written = bytes_written(op, count, stored)};
}

void add(Cost& sum, const Cost& more) {
    for (const Work& work : more.flops) {
        const auto same = std::find_if(sum.flops.begin(), sum.flops.end(),
                                       [&](const Work& w) { return w.dtype == work.dtype; });
        if (same == sum.flops.end())
            sum.flops.push_back(work);
        else
            same->count += work.count;
    }
    *sum.read += *more.read;
    sum.written = sum.written && more.written ? std::optional(*sum.written + *more.written) : std::nullopt;
}

Cost cost(const Op& op) {
    const Function function = function_of(op.name);
    std::size_t calls = 1;
    for (const Argument& input : op.inputs)
        if (input.is_list) calls = std::max(calls, input.tensors.size());
    Cost sum{.read = 0, .written = 0};
    std::size_t done = 0;
    for (std::size_t i = 0; i < calls; ++i) {
        std::vector<const Tensor*> operands;
        for (const Argument& input : op.inputs) {
            if (operands.size() == function.operands) break;
            if (input.is_list && i < input.tensors.size()) operands.push_back(&input.tensors[i]);
            if (!input.is_list && input.tensors.size() == 1) operands.push_back(input.tensors.data());
        }
        if (operands.empty()) continue;
        const Cost one = one_call(operands, function, op);
        if (!one.known()) return one;
        add(sum, one);
        ++done;
    }
    return done > 0 ? sum : missing_tensor(0);
}

}  // namespace

extern constinit const FamilyDesc elementwise_family{
    .name = "elementwise",
    .summary =
        "1 FLOP for each element of the result, whatever the function; comparisons 0, addcmul, addcdiv, "
        "lerp and squared errors 3",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
