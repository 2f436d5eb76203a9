// A rule looks at the finished roofs and at the evidence behind them, and says what cannot be trusted: it
// flags a roof, marks it suspect, or adds a note. One rule per file, in conditions/ (what the machine was
// doing) and gates/ (what physics allows).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "ceilings/contest.hpp"
#include "ceilings/estimate.hpp"
#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// What stands behind one roof.
struct Evidence {
    Contest contest{};               ///< all its variants
    const Series* winner = nullptr;  ///< the series that makes it; null where the roof is absent
};

/// What a rule reads. `evidence[i]` belongs to `roofs[i]` of the ceilings that it may change.
struct RuleInput {
    const Samples& samples;
    std::span<const Evidence> evidence;
};

struct RuleDesc {
    std::string_view name;     ///< the file's name
    std::string_view summary;  ///< one line: what it finds
    void (*apply)(const RuleInput& input, Ceilings& ceilings);
    bool of_cpus_only = false;  ///< it asks for what a GPU does not have: cores of their own, pages, quotas
};

/// All rules, conditions first, so that gates find the roofs that a condition spoilt already marked.
/// Generated from the files of ceilings/conditions and ceilings/gates.
std::span<const RuleDesc* const> rules();

/// Adds `flag` unless the roof has it.
void add_flag(Roof& roof, std::string_view flag);
/// Whether the measurement left a note of this code.
bool has_note(const Samples& samples, std::string_view code);

/// The measured roof of the same target but for what `change` sets; null if there is none. Suspect roofs are
/// no evidence about others.
template <typename Change>
Roof* related(std::vector<Roof>& roofs, const Roof& roof, Change change) {
    Target wanted = roof.target;
    change(wanted);
    for (Roof& other : roofs) {
        const bool memory = wanted.kind != Kind::compute;
        // The instruction set of a memory roof is the means, not the target.
        if (memory) wanted.isa = other.target.isa;
        if (other.status == Status::measured && other.target == wanted) return &other;
    }
    return nullptr;
}

/// Whether the interval of `low` lies wholly below `factor` × that of `high`.
bool clearly_below(const Roof& low, const Roof& high, double factor = 1);

/// A block's goodness in units of its own: per cycle and core where the clock drives it (nothing without a
/// clock reading), else the rate; a latency's inverse. Higher is better.
std::optional<double> goodness(const Series& series, const Block& block);

}  // namespace mansard::ceilings
