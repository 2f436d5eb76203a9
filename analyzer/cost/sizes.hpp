// Sizes of tensors, and the words of a call, as the families of cost models need them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/cost/cost.hpp"

namespace mansard::analyzer::cost {

/// The product of the dimensions; 1 for a scalar.
double elements(const Tensor& tensor);
double elements(std::span<const std::int64_t> dims);
/// B in memory; nothing where the element type is not known.
std::optional<double> bytes(const Tensor& tensor);

/// Σ bytes of the tensors at the first `places` places of the call (what follows may be where the result is
/// to go); nothing where one's type is not known.
std::optional<double> bytes_of_inputs(const Op& op, std::size_t places = 64);
/// Σ bytes of the outputs that the profile lists, or else `count` elements of `type`.
std::optional<double> bytes_written(const Op& op, double count, const ElementType& type);

/// The shape that tensors of these shapes are broadcast to; nothing where they do not fit.
std::optional<std::vector<std::int64_t>> broadcast(const std::vector<std::int64_t>& a,
                                                   const std::vector<std::int64_t>& b);
/// The type of the result: of the widest floating-point operand, or else of the widest.
ElementType promote(const ElementType& a, const ElementType& b);

/// "3", "-0.5"; nothing for other text.
std::optional<double> number(std::string_view text);
/// "[1, 2]" and "3" (one number); nothing for other text.
std::optional<std::vector<double>> numbers(std::string_view text);
/// "True", "1"; nothing for other text, and for none.
std::optional<bool> flag(std::string_view text);

/// `count` multiplications and additions of matrix products, for elements of `type`, on the unit that does
/// them.
Work product_work(const Op& op, const ElementType& type, double count);
/// `count` operations of the vector units; none if `type` is no floating-point type.
Work vector_work(const ElementType& type, double count);

/// The names of a family's table, and the row of one of them.
template <typename Row, std::size_t N>
constexpr std::array<std::string_view, N> names_in(const std::array<Row, N>& table) {
    std::array<std::string_view, N> names{};
    for (std::size_t i = 0; i < N; ++i) names[i] = table[i].name;
    return names;
}
template <typename Row, std::size_t N>
const Row& row_of(const std::array<Row, N>& table, std::string_view name) {
    return *std::find_if(table.begin(), table.end(), [&](const Row& row) { return row.name == name; });
}

/// "there is no tensor at place 2 of the call".
Cost no_cost(std::string reason);
Cost missing_tensor(std::size_t place);

}  // namespace mansard::analyzer::cost
