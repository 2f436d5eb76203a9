// Where the truth may lie beside a number that was made of lower bounds, and what that leaves of a gate.
#pragma once

#include <string_view>

#include "analyzer/compare/expect.hpp"

namespace mansard::analyzer {

enum class Truth : std::uint8_t { here, here_or_more, here_or_less, anywhere };

/// Of a quotient (or of its numerator alone): more of its numerator is more, more of its denominator less.
Truth truth_of(bool numerator_at_least, bool denominator_at_least);

bool compares(double a, Operator compare, double b);
/// Whether `value compare wanted` comes to the same for all that the value may truly be.
bool is_decided(double value, Operator compare, double wanted, Truth truth);

/// "a lower bound: …"; empty where the number is the truth.
std::string_view words_of(Truth truth);

}  // namespace mansard::analyzer
