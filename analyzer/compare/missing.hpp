// What a gate is about and nobody compared.
#pragma once

#include <vector>

#include "analyzer/compare/expect.hpp"

namespace mansard::analyzer {

/// Undecided results: one for each name that `expectation` is about and that has no partner, or is told from
/// others of its name by nothing, and one for each side's records that were rejected. A benchmark that
/// vanished or broke does not pass a gate.
std::vector<ExpectationResult> missing_of(const Expectation& expectation, const Comparison& comparison);

}  // namespace mansard::analyzer
