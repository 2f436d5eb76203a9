// All cores against one: together they are no slower, for one of them can work alone; and each of them is no
// faster than one alone, which has every shared resource to itself and the highest clock.
#include <fmt/format.h>

#include "ceilings/checks.hpp"
#include "ceilings/estimate.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// Cores of one class differ a little in clock and in distance to memory, and only one of them is measured
// alone.
constexpr double cores_differ = 1.05;
// Arithmetic, L1 and L2 of more cores are more: where even the values say less, no interval is wide enough to
// explain it.
constexpr double equal = 0.97;

void apply(const RuleInput&, Ceilings& ceilings) {
    for (Roof& device : ceilings.roofs) {
        if (device.status != Status::measured || device.target.threads < 2 ||
            device.target.kind == Kind::latency)
            continue;
        Roof* core = related(ceilings.roofs, device, [](Target& target) {
            target.scope = Scope::core;
            target.threads = 1;
        });
        if (core == nullptr) continue;
        const std::string values =
            fmt::format("{} of {} cores against {} of one", si(*device.value, device.unit),
                        device.target.threads, si(*core->value, core->unit));
        const bool less = scales_with_clock(device.target) && *device.value < equal * *core->value;
        if (less || clearly_below(device, *core))
            mark_suspect(device, fmt::format("all cores are slower than one alone ({})", values));
        else if (clearly_below(*core, device, 1 / (cores_differ * device.target.threads)))
            mark_suspect(*core,
                         fmt::format("one core alone is slower than each of all together ({})", values));
    }
}

}  // namespace

extern constinit const RuleDesc core_order_rule{.name = "core_order",
                                                .summary = "one core ≤ all cores ≤ cores × one core",
                                                .apply = apply,
                                                .of_cpus_only = true};

}  // namespace mansard::ceilings
