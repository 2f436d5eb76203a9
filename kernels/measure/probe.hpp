// A look at the machine in a third of a second: what no file of the system tells. For `mansard doctor`.
#pragma once

#include <optional>
#include <vector>

#include "kernels/measure/device.hpp"
#include "kernels/system/doctor.hpp"

namespace mansard::kernels {

struct Probe {
    std::optional<double> others_cpus{};  ///< CPUs that other programs had since the device was made
    std::optional<double> stolen_cpus{};  ///< of the measured ones, meanwhile
    int threads = 1;
    /// The best FMA rate of all threads ÷ threads × the best of one alone: 1 on whole cores, 0.5 where two
    /// share one. Nothing with one core, or where no trial of one of the two was undisturbed.
    std::optional<double> together{};
    int disturbed = 0, trials = 0;  ///< trials of it in which a thread waited for its CPU
    std::optional<double> clock_hz{}, clock_later_hz{};
};

/// To be asked of a device just made. Pauses for a quarter of a second, then runs FMA on one core and on all
/// of them. The machine's kernels must have an FMA (or an addition) for one of its instruction sets, else
/// `together` is nothing.
Probe probe(Device& device);

/// What it says, one diagnosis per topic, always all of them in the same order.
std::vector<Diagnosis> examine(const Probe& probe);
/// The same topics where nothing could be tried, and why.
std::vector<Diagnosis> not_probed(const std::string& reason);

}  // namespace mansard::kernels
