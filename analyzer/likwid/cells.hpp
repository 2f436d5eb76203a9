// The cells of LIKWID's tables, and the numbers in them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mansard::analyzer::likwid {

std::string_view trimmed(std::string_view text);

/// Of one line, without the empty ones at its end: CSV lines are padded to the same number of commas.
std::vector<std::string_view> cells_of(std::string_view line, char separator);

/// Nothing for "-", nan and inf.
std::optional<double> number(std::string_view text);

/// Half a unit of the last digit of "0.000015" or "1.546768e-05".
double resolution(std::string_view text);

}  // namespace mansard::analyzer::likwid
