// Going on with an interrupted measurement: what its samples hold is not measured again.
#pragma once

#include <string>

#include "core/sample.hpp"
#include "kernels/measure/device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels {

/// How much of a measurement stands in its samples.
struct Standing {
    int sweep_blocks = 0, search_rounds = 0, final_rounds = 0;  ///< rounds begun
};
Standing standing(const Samples& samples);

/// "the sweep, the search and 7 final rounds"; "nothing" if there is none.
std::string in_words(const Standing& standing);

/// Throws Error{bad_input} unless what `samples` searched and measured is what `experiments` of the plan ask
/// for; `where` is the samples' file. Samples that end in the sweep fit every plan of their name.
void require_same_plan(const Samples& samples, const Plan& plan, const Experiments& experiments,
                       const std::string& where);

/// Makes `samples` those of a measurement that goes on: counted as resumed, with a note, not complete, and
/// with counters since boot that skip what happened in between. Returns the start_s to measure with: times
/// and the plan's budget continue.
double resume_samples(Device& device, Samples& samples);

}  // namespace mansard::kernels
