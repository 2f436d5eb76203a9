// What a core's ports allow is also what a plain loop nearly reaches: one type of arithmetic in enough
// independent chains, and loads from L1. A value far below that is no ceiling of this core: somebody else had
// a part of it, or it was not running.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

// Arithmetic of one type fills 95 % and more wherever it has been tried, also with a busy sibling thread
// that leaves it some; L1 loads 75 %.
constexpr double least_arithmetic = 0.6;
constexpr double least_loads = 0.5;
// A model with half of its family's units reaches half, less the few percent that every loop loses, and does
// so in every block.
constexpr double half_low = 0.46, half_high = 0.51;
constexpr double half_spread = 0.03;
constexpr std::size_t blocks_for_half = 3;

double least_fraction(const Target& target) {
    // The limit is that of a chip's tensor cores. From sm_90 on the instructions of older chips reach half of
    // it and less: a line of its own, which nobody disturbed.
    if (target.isa == Isa::mma_sync) return 0;
    if (target.op == Op::fma || target.op == Op::add || target.op == Op::mul) return least_arithmetic;
    if (target.level == Level::L1 && target.pattern == Pattern::load) return least_loads;
    return 0;
}

/// Whether half of the ports is all that there is: every block reaches the same, and nobody disturbed it.
bool is_steady_half(double fraction, const Series& series) {
    if (fraction < half_low || fraction > half_high) return false;
    std::vector<double> values;
    for (const Block* block : counted_blocks(series)) {
        const auto good = goodness(series, *block);
        if (!good || !is_left_alone(*block)) return false;
        values.push_back(*good);
    }
    if (values.size() < blocks_for_half) return false;
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return *least >= (1 - half_spread) * *most;
}

/// Half of the ports for several cores is a model's half only if one of them alone has no more: two CPUs of
/// one physical core show the same.
bool is_half_alone(const Roof& roof, std::vector<Roof>& roofs) {
    if (roof.target.threads == 1 || roof.target.device != "cpu") return true;
    const Roof* core = related(roofs, roof, [](Target& target) {
        target.scope = Scope::core;
        target.threads = 1;
    });
    return core != nullptr && core->fraction && *core->fraction <= half_high;
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        Roof& roof = ceilings.roofs[i];
        const Series* winner = input.evidence[i].winner;
        if (winner == nullptr || !roof.fraction || !roof.limit) continue;
        if (*roof.fraction >= least_fraction(roof.target)) continue;
        if (is_steady_half(*roof.fraction, *winner) && is_half_alone(roof, ceilings.roofs)) continue;
        mark_suspect(roof, fmt::format("{} % of what the ports allow ({}): a loop like this reaches 95 %, "
                                       "unless something else has the core",
                                       plain(100 * *roof.fraction, 2), roof.limit->source));
    }
}

}  // namespace

extern constinit const RuleDesc port_share_rule{
    .name = "port_share", .summary = "arithmetic and L1 loads come near their port limit", .apply = apply};

}  // namespace mansard::ceilings
