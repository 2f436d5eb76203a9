#pragma once

#include <string>
#include <vector>

#include "kernels/measure/experiments.hpp"

namespace mansard::kernels {

/// Keeps the experiments that match `filters` of the form key=value: keys kind, scope, level, pattern, op,
/// dtype, isa, kernel (a part of its name). Values of one key are alternatives, different keys must all
/// match. Throws Error{usage} for an unknown key or value, and where nothing is left.
void keep_matching(Experiments& experiments, const std::vector<std::string>& filters);

/// Throws Error{usage} where all that is left asks for instruction sets that `machine` lacks: there is
/// nothing to measure. Levels that are absent may yet be found by the sweep.
void require_executable(const Experiments& experiments, const Machine& machine);

/// The same as keep_matching(), but nothing may be left.
void keep_matching_if_any(Experiments& experiments, const std::vector<std::string>& filters);

}  // namespace mansard::kernels
