// A DRAM roof needs a set that lies beyond the caches which its threads reach, in all of them together: on a
// machine with one L3 for every few cores that is many times one of them.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// Of a set twice as large as the cache, half can be found in it at best, and far less in a steady walk.
constexpr double least_factor = 2;

/// What an L3 may hold that neither the sweep nor any source tells of.
constexpr double hidden_cache = 64.0 * 1024 * 1024;

/// A GPU's last cache is its L2, which the driver tells.
bool may_have_hidden_cache(const Ceilings& ceilings, const Roof& roof) {
    return roof.target.device == "cpu" &&
           std::none_of(ceilings.levels.begin(), ceilings.levels.end(),
                        [](const LevelSize& size) { return size.level == Level::L3 && size.bytes; });
}

/// Bytes of the last level that `roof`'s threads can fill.
double reachable(const Ceilings& ceilings, const Roof& roof) {
    double bytes = may_have_hidden_cache(ceilings, roof) ? hidden_cache : 0;
    for (const LevelSize& size : ceilings.levels) {
        const auto claim = ceilings.machine.cache(size.level);
        const int instances = claim ? std::min(claim->instances, roof.target.threads) : 1;
        if (size.bytes) bytes = std::max(bytes, *size.bytes * instances);
    }
    return bytes;
}

void apply(const RuleInput&, Ceilings& ceilings) {
    for (Roof& roof : ceilings.roofs) {
        if (roof.target.level != Level::DRAM || !roof.value || roof.working_set_bytes <= 0) continue;
        const double cache = reachable(ceilings, roof);
        if (roof.working_set_bytes >= least_factor * cache) continue;
        mark_suspect(
            roof, fmt::format(
                      "its set of {} is less than twice the {} of cache that its threads {}",
                      binary_size(roof.working_set_bytes), binary_size(cache),
                      may_have_hidden_cache(ceilings, roof) ? "may reach: nobody tells of an L3" : "reach"));
        if (ceilings.machine.memory_installed_bytes &&
            ceilings.machine.memory_bytes < *ceilings.machine.memory_installed_bytes)
            roof.notes.push_back({.severity = Severity::error,
                                  .code = "dram_set_clamped",
                                  .text = fmt::format("the memory limit of {} allows no larger set",
                                                      binary_size(ceilings.machine.memory_bytes)),
                                  .remedy = "raise the memory limit of the cgroup"});
    }
}

}  // namespace

extern constinit const RuleDesc dram_set_rule{
    .name = "dram_set", .summary = "DRAM sets lie beyond the caches", .apply = apply};

}  // namespace mansard::ceilings
