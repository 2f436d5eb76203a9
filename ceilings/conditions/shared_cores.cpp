// Measured CPUs that share a physical core, always or for a while: then two threads have the units of one.
// All cores together reach half as much per core as one alone. Virtual machines hide this from every other
// source. Only what each core has of its own can show it: arithmetic, L1, L2. A program of this system that
// holds a core up is seen otherwise and no evidence here; a guest on the cores' other hardware threads is
// not, so that sharing is said only where every block shows it and nothing else explains one of them.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

// Two threads of one core reach 0.5 each, a little more where one thread leaves slots open.
constexpr double shared_share = 0.65;
// Daemons and interrupts take less; a program that shares a core takes more.
constexpr double explained_share = 0.02;
constexpr double value_quantile = 0.75;
constexpr std::size_t blocks_to_establish = 3;

/// Whether something that is known took so much of the block that its rate says nothing of the cores.
bool is_explained(const Block& block, int threads) {
    const double seconds = std::accumulate(block.seconds.begin(), block.seconds.end(), 0.0);
    const double waits = std::accumulate(block.waits.begin(), block.waits.end(), 0.0);
    return block.throttled_s > 0 || block.waited_s + block.steal_s > explained_share * seconds * threads ||
           waits > explained_share * seconds;
}

void check(const Series& series, const Roof& core, Roof& device) {
    std::vector<double> shares;
    std::size_t low = 0;
    const auto blocks = counted_blocks(series);
    for (const Block* block : blocks) {
        const auto good = goodness(series, *block);
        if (!good || is_explained(*block, series.target.threads)) continue;
        shares.push_back(*good / *core.per_cycle);
        low += shares.back() < shared_share;
    }
    // Explained or not: a value that is no more than one core's is not what all can do, and says so.
    if (device.per_cycle && *device.per_cycle < shared_share * *core.per_cycle) add_flag(device, "contended");
    if (low == 0) return;
    const bool established = low == blocks.size() && low >= blocks_to_establish;
    add_flag(device, "contended");
    device.notes.push_back(
        {.severity = Severity::warning,
         .code = established ? "cores_shared" : "cores_held_up",
         .text = fmt::format("in {} of {} blocks {} threads reached {} of one core's rate each, or less, {}",
                             low, blocks.size(), device.target.threads, plain(shared_share),
                             established ? "as if they shared physical cores"
                                         : "and no program of this system was in their way"),
         .remedy =
             established
                 ? "measure one CPU of each physical core (taskset), or on a virtual machine with whole "
                   "cores"
                 : "another guest may have worked on the same cores: measure at a quieter time"});
    const double value = quantile(shares, value_quantile);
    // Where most blocks are explained otherwise, the few that are left decide nothing.
    if (value >= shared_share || 2 * shares.size() < blocks.size()) return;
    mark_suspect(device, fmt::format("{} threads reach {} times one core's rate together{}",
                                     device.target.threads, plain(value * device.target.threads, 2),
                                     established ? ": the measured CPUs seem to share physical cores" : ""));
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
