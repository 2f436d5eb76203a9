// What is said of many roofs in the same words, said once.
#pragma once

#include <string>
#include <vector>

namespace mansard::ceilings {

/// Words about a roof; several, joined by "; ", are told apart.
struct Said {
    std::string roof{}, text{};
};

/// Lines "roof: text" in their order. Words that differ in numbers alone (not in names that end in digits,
/// like L1 and f64) are one line where four roofs or more have them: how many, the first three by name, and
/// the numbers of the first. A busy machine would fill the page otherwise; JSON and CSV have every roof's
/// own.
std::vector<std::string> grouped_lines(const std::vector<Said>& said);

}  // namespace mansard::ceilings
