// One round: a block of every experiment that takes part. What the sweep, the search and the final rounds
// share.
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/sample.hpp"
#include "kernels/measure/block.hpp"
#include "kernels/measure/device.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels {

struct MeasureOptions {
    std::function<bool()> interrupted = [] { return false; };
    /// Called after every round with everything so far: flush it, show progress. `fraction` of the work, 0
    /// … 1.
    std::function<void(const Samples& samples, double fraction)> on_round = [](const Samples&, double) {};
};

/// An experiment and its series, by position: series move when the list grows.
struct Runner {
    const Experiment* experiment = nullptr;
    std::size_t series = 0;
};

/// Whether `series` is what `experiment` has measured: same roof, same kernel, same set.
bool is_series_of(const Series& series, const Experiment& experiment);

/// Each experiment with the series that the samples have for it (a resumed measurement), or a new one. The
/// experiments must outlive what is returned.
std::vector<Runner> runners_for(std::span<const Experiment> experiments, Samples& samples);

/// Round `round` starts elsewhere in the list: no kernel always runs behind the same one or at the same
/// distance from the start of a round.
std::vector<Runner> rotated(std::vector<Runner> runners, int round, int rounds);

/// No block begins later than `deadline_s` after the start.
BlockRunner::Options block_options(const Plan& plan, double start_s, const MeasureOptions& options,
                                   double deadline_s = std::numeric_limits<double>::infinity());

/// Runs what the round still lacks; whether there was anything.
bool run_round(BlockRunner& blocks, const std::vector<Runner>& runners, Samples& samples, Phase phase,
               int round, int trials);

/// The rates of the blocks of `phase` that count.
std::vector<double> rates(const Series& series, Phase phase);

/// Adds `note` in place of an earlier one of its code.
void set_note(Samples& samples, Note note);

/// Environment and seconds as of now.
void finish(Device& device, double start_s, Samples& samples);

}  // namespace mansard::kernels
