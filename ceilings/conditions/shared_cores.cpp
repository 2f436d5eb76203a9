// Measured CPUs that share a physical core, always or for a while: then two threads have the units of one.
// All cores together reach half as much per core as one alone, and neither a neighbour nor a quota explains
// it. Virtual machines hide this from every other source. Only what each core has of its own can show it:
// arithmetic, L1, L2.
#include <fmt/format.h>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

// Two threads of one core reach 0.5 each, a little more where one thread leaves slots open.
constexpr double shared_share = 0.65;
constexpr double explained_share = 0.1;
constexpr double value_quantile = 0.75;

/// Whether something else took so much of the block that its rate says nothing of the cores.
bool is_explained(const Block& block, int threads) {
    double seconds = 0;
    for (const double trial : block.seconds) seconds += trial;
    return block.throttled_s > 0 || block.waited_s + block.steal_s > explained_share * seconds * threads;
}

void check(const Series& series, const Roof& core, Roof& device) {
    std::vector<double> shares;
    int shared = 0;
    for (const Block* block : counted_blocks(series)) {
        const auto good = goodness(series, *block);
        if (!good || is_explained(*block, series.target.threads)) continue;
        shares.push_back(*good / *core.per_cycle);
        shared += shares.back() < shared_share;
    }
    if (shared == 0) return;
    add_flag(device, "contended");
    device.notes.push_back(
        {.severity = Severity::warning,
         .code = "cores_shared",
         .text =
             fmt::format("in {} of {} blocks {} threads reached {} of one core's rate each, or less, as if "
                         "they shared physical cores",
                         shared, shares.size(), device.target.threads, plain(shared_share)),
         .remedy =
             "measure one CPU of each physical core (taskset), or on a virtual machine with whole cores"});
    const double value = quantile(shares, value_quantile);
    if (value < shared_share)
        mark_suspect(device,
                     fmt::format("{} threads reach {} times one core's rate together: the measured CPUs "
                                 "seem to share physical cores",
                                 device.target.threads, plain(value * device.target.threads, 2)));
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        Roof& device = ceilings.roofs[i];
        if (device.status != Status::measured || device.target.threads < 2 ||
            device.target.kind == Kind::latency || !scales_with_clock(device.target))
            continue;
        const Roof* core = related(ceilings.roofs, device, [](Target& target) {
            target.scope = Scope::core;
            target.threads = 1;
        });
        if (core != nullptr && core->per_cycle) check(*input.evidence[i].winner, *core, device);
    }
}

}  // namespace

extern constinit const RuleDesc shared_cores_rule{.name = "shared_cores",
                                                  .summary = "measured CPUs that share a physical core",
                                                  .apply = apply,
                                                  .of_cpus_only = true};

}  // namespace mansard::ceilings
