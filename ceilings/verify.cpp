#include "ceilings/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ceilings/estimate.hpp"
#include "core/error.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::array levels_outwards{Level::L1, Level::L2, Level::L3, Level::DRAM};

template <typename Matches>
std::vector<const Roof*> measured_roofs(const Ceilings& ceilings, Matches matches) {
    std::vector<const Roof*> out;
    for (const Roof& roof : ceilings.roofs)
        if (roof.status == Status::measured && roof.value && !roof.kernel.empty() && matches(roof.target))
            out.push_back(&roof);
    return out;
}

void add_compute(const Ceilings& ceilings, std::vector<Roof>& chosen) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32})
        for (const Scope scope : {Scope::core, Scope::device}) {
            const auto roofs = measured_roofs(ceilings, [&](const Target& target) {
                return target.kind == Kind::compute && target.dtype == dtype && target.scope == scope;
            });
            const auto top = std::max_element(roofs.begin(), roofs.end(), [](const Roof* a, const Roof* b) {
                return *a->value < *b->value;
            });
            if (top != roofs.end()) chosen.push_back(**top);
        }
}

/// Loads, which need no memory order or write buffers to be quiet; else what there is.
void add_level(const Ceilings& ceilings, Level level, Scope scope, std::vector<Roof>& chosen) {
    const auto roofs = measured_roofs(ceilings, [&](const Target& target) {
        return target.kind == Kind::bandwidth && target.level == level && target.scope == scope;
    });
    if (roofs.empty()) return;
    const auto loads = std::find_if(roofs.begin(), roofs.end(),
                                    [](const Roof* roof) { return roof->target.pattern == Pattern::load; });
    chosen.push_back(loads != roofs.end() ? **loads : *roofs.front());
}

/// A roof of several cores is also measured by its number of cores.
bool same_roof(const Roof& a, const Roof& b) {
    return a.id == b.id && a.target.threads == b.target.threads;
}

/// Whoever verifies a calibration of few blocks must know why nothing is decided. The quick plan makes no
/// more; any other makes 13 and more unless it was cut short or disturbed.
void note_few_blocks(const std::string& plan, Verification& verification) {
    const auto few = std::count_if(verification.roofs.begin(), verification.roofs.end(),
                                   [](const VerifiedRoof& roof) { return !roof.then.ci95; });
    if (few == 0) return;
    verification.now.notes.push_back(
        {.severity = Severity::warning,
         .code = "calibrated_with_few_blocks",
         .text = fmt::format("{} of these {} roofs rest on fewer than {} blocks in {}: ranges stand in for "
                             "their intervals, and one or two blocks have none, so that little is decided",
                             few, verification.roofs.size(), blocks_for_interval, verification.source),
         .remedy =
             plan == "quick"
                 ? "calibrate by the standard plan, and verify that"
                 : fmt::format("its plan, {}, had no time for more: calibrate again on a quieter machine "
                               "or with a larger `calibrate --budget`, and verify that",
                               printable(plan))});
}

}  // namespace

std::vector<Roof> representatives(const Ceilings& ceilings) {
    std::vector<Roof> chosen;
    add_compute(ceilings, chosen);
    for (const Level level : levels_outwards) add_level(ceilings, level, Scope::core, chosen);
    for (auto level = levels_outwards.rbegin(); level != levels_outwards.rend(); ++level) {
        const std::size_t before = chosen.size();
        add_level(ceilings, *level, Scope::device, chosen);
        if (chosen.size() > before) break;
    }
    for (auto level = levels_outwards.rbegin(); level != levels_outwards.rend(); ++level) {
        const auto roofs = measured_roofs(ceilings, [&](const Target& target) {
            return target.kind == Kind::latency && target.level == *level;
        });
        if (roofs.empty()) continue;
        chosen.push_back(*roofs.front());
        break;
    }
    return chosen;
}

Verification verify(const Ceilings& file, std::string source, std::span<const Roof> chosen, Ceilings now) {
    Verification out{.source = std::move(source), .created = file.created};
    for (const Roof& then : chosen) {
        const auto found = std::find_if(now.roofs.begin(), now.roofs.end(),
                                        [&](const Roof& roof) { return same_roof(roof, then); });
        VerifiedRoof roof{.then = then};
        if (found != now.roofs.end())
            roof.now = *found;
        else
            roof.now = {.id = then.id,
                        .target = then.target,
                        .unit = then.unit,
                        .status = Status::absent,
                        .reason = "not measured again"};
        roof.change = compare(roof.then, roof.now);
        out.roofs.push_back(std::move(roof));
    }
    const auto any = [&](Verdict verdict) {
        return std::any_of(out.roofs.begin(), out.roofs.end(),
                           [&](const VerifiedRoof& roof) { return roof.change.verdict == verdict; });
    };
    out.verdict = any(Verdict::changed)                          ? Verdict::changed
                  : any(Verdict::undecided) || out.roofs.empty() ? Verdict::undecided
                                                                 : Verdict::same;
    out.now = std::move(now);
    note_few_blocks(file.plan, out);
    return out;
}

std::string_view word_for(Verdict verdict) {
    return verdict == Verdict::changed ? "drifted" : name_of(verdict);
}

Exit exit_status(const Verification& verification) {
    switch (verification.verdict) {
        case Verdict::same:
            return Exit::ok;
        case Verdict::changed:
            return Exit::gate_failed;
        default:
            return Exit::suspect;
    }
}

}  // namespace mansard::ceilings
