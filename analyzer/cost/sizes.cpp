#include "analyzer/cost/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mansard::analyzer::cost {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

}  // namespace

double elements(std::span<const std::int64_t> dims) {
    double count = 1;
    for (const std::int64_t dim : dims) count *= static_cast<double>(dim);
    return count;
}

double elements(const Tensor& tensor) {
    return elements(tensor.dims);
}

std::optional<double> bytes(const Tensor& tensor) {
    if (tensor.type.bytes <= 0) return std::nullopt;
    return tensor.stored.value_or(elements(tensor)) * tensor.type.bytes;
}

std::optional<double> bytes_of_inputs(const Op& op, std::size_t places) {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(places, op.inputs.size()); ++i)
        for (const Tensor& tensor : op.inputs[i].tensors) {
            const std::optional<double> one = bytes(tensor);
            if (!one) return std::nullopt;
            sum += *one;
        }
    return sum;
}

std::optional<double> bytes_written(const Op& op, double count, const ElementType& type) {
    if (op.outputs.empty()) return type.bytes > 0 ? std::optional(count * type.bytes) : std::nullopt;
    double sum = 0;
    for (const Tensor& tensor : op.outputs) {
        const std::optional<double> one = bytes(tensor);
        if (!one) return std::nullopt;
        sum += *one;
    }
    return sum;
}

std::optional<std::vector<std::int64_t>> broadcast(const std::vector<std::int64_t>& a,
                                                   const std::vector<std::int64_t>& b) {
    std::vector<std::int64_t> out(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::int64_t from_a = i < a.size() ? a[a.size() - 1 - i] : 1;
        const std::int64_t from_b = i < b.size() ? b[b.size() - 1 - i] : 1;
        if (from_a != from_b && from_a != 1 && from_b != 1) return std::nullopt;
        out[out.size() - 1 - i] = from_a == 1 ? from_b : from_a;
    }
    return out;
}

ElementType promote(const ElementType& a, const ElementType& b) {
    if (a.is_float != b.is_float) return a.is_float ? a : b;
    return b.bytes > a.bytes ? b : a;
}

std::optional<double> number(std::string_view text) {
    text = trimmed(text);
    // PyTorch writes "0." and "1.".
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::vector<double>> numbers(std::string_view text) {
    text = trimmed(text);
    std::vector<double> out;
    if (!text.starts_with('[')) {
        const std::optional<double> one = number(text);
        if (!one) return std::nullopt;
        out.push_back(*one);
        return out;
    }
    if (!text.ends_with(']')) return std::nullopt;
    text = text.substr(1, text.size() - 2);
    while (!trimmed(text).empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::optional<double> one = number(text.substr(0, comma));
        if (!one) return std::nullopt;
        out.push_back(*one);
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return out;
}

std::optional<bool> flag(std::string_view text) {
    text = trimmed(text);
    if (text == "True" || text == "true" || text == "1") return true;
    if (text == "False" || text == "false" || text == "0") return false;
    return std::nullopt;
}

Work product_work(const Op& op, const ElementType& type, double count) {
    // A product of complex numbers is four products and as many additions of real ones.
    if (type.is_complex) count *= 4;
    if (op.product_unit) return {op.product_unit->dtype, op.product_unit->engine, count};
    const bool narrow = type.bytes > 0 && type.bytes <= 2 && type.dtype != Dtype::unknown;
    return {type.dtype, narrow ? Engine::matrix : Engine::vector, count};
}

Work vector_work(const ElementType& type, double count) {
    // Integers: it is known that there are no floating-point operations.
    return {type.is_float ? type.dtype : Dtype::unknown, Engine::vector, type.is_float ? count : 0};
}

Cost no_cost(std::string reason) {
    return {.reason = std::move(reason)};
}

Cost missing_tensor(std::size_t place) {
    return no_cost(fmt::format("there is no tensor at place {} of the call", place + 1));
}

}  // namespace mansard::analyzer::cost
