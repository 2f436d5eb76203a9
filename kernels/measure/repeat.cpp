#include "kernels/measure/repeat.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace mansard::kernels {
namespace {

/// The kernel, and whether its set lay in ordinary pages; no kernel where this build has none of that name.
Experiment find_experiment(const std::vector<const KernelDesc*>& kernels, const Repeat& repeat) {
    for (const KernelDesc* kernel : kernels)
        for (const bool small_pages : {false, true}) {
            const Experiment experiment{.kernel = kernel,
                                        .target = repeat.target,
                                        .set_bytes = static_cast<std::size_t>(repeat.working_set_bytes),
                                        .small_pages = small_pages};
            if (experiment.kernel_name() == repeat.kernel && kernel->measures == repeat.target.kind)
                return experiment;
        }
    return {};
}

std::string why_not(const KernelDesc* kernel, const Repeat& repeat, const Machine& machine) {
    if (kernel == nullptr) return fmt::format("this build has no kernel {}", printable(repeat.kernel));
    if (std::find(machine.isas.begin(), machine.isas.end(), kernel->isa) == machine.isas.end())
        return fmt::format("this CPU has no {}", name_of(kernel->isa));
    const auto threads = repeat.target.threads;
    if (threads < 1 || static_cast<std::size_t>(threads) > machine.cpus_used.size())
        return fmt::format("it wants {} cores and {} are allowed", threads, machine.cpus_used.size());
    if (!(repeat.working_set_bytes >= 0) || repeat.working_set_bytes > machine.memory_bytes / 2)
        return "its set does not fit into the memory allowed";
    return {};
}

}  // namespace

Experiments repeat_experiments(std::span<const Repeat> repeats, const Machine& machine) {
    const std::vector<const KernelDesc*> kernels = all_kernels();
    Experiments out;
    for (const Repeat& repeat : repeats) {
        const Experiment experiment = find_experiment(kernels, repeat);
        const std::string reason = why_not(experiment.kernel, repeat, machine);
        if (!reason.empty())
            out.absent.push_back({repeat.target, repeat.kernel, reason});
        else
            out.wanted.push_back(experiment);
    }
    return out;
}

Plan repeat_plan() {
    // 13 rounds are the fewest that give an interval; more are made where there is time. The budget leaves
    // room in 15 s for the start and for a last round.
    return {.name = "verify",
            .summary = "the final rounds of known roofs",
            .budget_s = 12,
            .trials = 10,
            .search_rounds = 0,
            .min_rounds = 13,
            .max_rounds = 24,
            .precision = 0.01,
            .spread_s = 8};
}

}  // namespace mansard::kernels
