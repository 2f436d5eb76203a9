// Measuring known roofs once more: the kernel and the set are given, nothing is searched.
#pragma once

#include <span>
#include <string>

#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels {

/// A roof as somebody's file describes it.
struct Repeat {
    Target target{};
    std::string kernel{};  ///< kernel_name() of the variant that made the roof
    double working_set_bytes = 0;
};

/// One experiment each; absent, with the reason, where this build has no such kernel or `machine` cannot run
/// it.
Experiments repeat_experiments(std::span<const Repeat> repeats, const Machine& machine);

/// Final rounds only: enough of them for an interval, all within 15 s with what surrounds them.
Plan repeat_plan();

}  // namespace mansard::kernels
