#include "ceilings/checks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "ceilings/physics.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

/// Blocks that differ by more make a roof contended: so much is a machine's ordinary unrest.
constexpr double spread_of_few = 0.10;

/// The levels of a core's memory path, innermost first; other levels have no order among them.
constexpr std::array ordered_levels{Level::L1, Level::L2, Level::L3, Level::DRAM};

bool comparable(const Roof& inner, const Roof& outer) {
    Target same = outer.target;
    same.level = inner.target.level;
    same.isa = inner.target.isa;
    return same == inner.target;
}

/// What the target's threads can hold in its level: L1 is each core's own, and so is L2 but for GPUs.
std::optional<double> capacity(std::span<const LevelSize> levels, const Target& target) {
    const bool own = target.level == Level::L1 || (target.level == Level::L2 && target.device == "cpu");
    for (const LevelSize& size : levels)
        if (size.level == target.level) {
            if (size.bytes) return own ? *size.bytes * target.threads : *size.bytes;
        }
    return std::nullopt;
}

void check_pair(Roof& inner, Roof& outer, std::span<const LevelSize> levels) {
    const bool latency = inner.target.kind == Kind::latency;
    const Interval within = spread_of(inner);
    const Interval beyond = spread_of(outer);
    // Where arithmetic limits both, two levels reach the same, give or take a little.
    const double tolerance = inner.target.kind == Kind::ridge ? 1 + limit_tolerance : 1;
    const bool breach = latency ? beyond.high < within.low : beyond.low > within.high * tolerance;
    if (!breach) return;
    const auto fits = capacity(levels, inner.target);
    const std::string values =
        fmt::format("{} {} against {} {}", name_of(*outer.target.level), si(*outer.value, outer.unit),
                    name_of(*inner.target.level), si(*inner.value, inner.unit));
    if (fits && outer.working_set_bytes > 0 && outer.working_set_bytes <= *fits)
        mark_suspect(outer, fmt::format("faster than the level within ({}), whose {} hold its set of {}",
                                        values, binary_size(*fits), binary_size(outer.working_set_bytes)));
    else
        mark_suspect(inner,
                     fmt::format("slower than the level beyond it ({}), whose data pass through it", values));
}

std::vector<std::string> ids(const Ceilings& ceilings, const auto& chosen) {
    std::vector<std::string> out;
    for (const Roof& roof : ceilings.roofs)
        if (chosen(roof)) out.push_back(printable(roof.id));
    return out;
}

constexpr std::size_t most_named = 4;

/// "a, b, c, d, and 9 more".
std::string first_of(const std::vector<std::string>& names) {
    const std::size_t named = std::min(names.size(), most_named);
    return fmt::format("{}{}",
                       fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                       named < names.size() ? fmt::format(", and {} more", names.size() - named) : "");
}

bool any_value(const Ceilings& ceilings) {
    return std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(),
                       [](const Roof& roof) { return roof.value.has_value(); });
}

/// Contended roofs, and what a budget left out: no doubt about a roof, but no roof either.
void add_other_doubts(const Ceilings& ceilings, std::vector<std::string>& out) {
    const auto contended = ids(ceilings, [](const Roof& roof) { return has_flag(roof, "contended"); });
    if (!contended.empty()) {
        out.push_back(fmt::format(
            "{} of {} roofs are contended (another program or guest took part of the machine): {}. They are "
            "what it reached all the same; their intervals say how far that can be trusted",
            contended.size(), ceilings.roofs.size(), first_of(contended)));
    }
    if (!any_value(ceilings))
        out.push_back(fmt::format(
            "nothing was measured: all {} roofs are absent{}", ceilings.roofs.size(),
            ceilings.roofs.empty() ? "" : ", the first because " + printable(ceilings.roofs[0].reason, 500)));
    for (const Note& note : ceilings.notes)
        if (note.code.ends_with("_cut")) out.push_back(printable(note.text, 500));
}

/// Whether the whole run is of little use, and not some roofs.
void add_doubt_about_all(const Ceilings& ceilings, std::vector<std::string>& out) {
    std::ptrdiff_t with_value = 0, suspect = 0;
    for (const Roof& roof : ceilings.roofs) {
        with_value += roof.value ? 1 : 0;
        suspect += roof.value && roof.status == Status::suspect ? 1 : 0;
    }
    if (suspect > std::ptrdiff_t{most_named} && 2 * suspect >= with_value)
        out.push_back(
            fmt::format("{} of the {} roofs that have a value are suspect, which is no calibration: do it "
                        "again when the machine is quiet (`mansard doctor` says what is in the way)",
                        suspect, with_value));
}

}  // namespace

void mark_suspect(Roof& roof, const std::string& reason) {
    roof.reason = roof.status == Status::suspect ? roof.reason + "; " + reason : reason;
    roof.status = Status::suspect;
}

Interval spread_of(const Roof& roof) {
    if (roof.ci95) return *roof.ci95;
    if (roof.range) return *roof.range;
    const double value = roof.value.value_or(0);
    const double spread = roof.samples > 0 ? spread_of_few : 0;
    return {(1 - spread) * value, (1 + spread) * value};
}

void check_level_order(std::vector<Roof>& roofs, std::span<const LevelSize> levels) {
    const auto at = [&](Level level, const Roof& like) -> Roof* {
        const auto found = std::find_if(roofs.begin(), roofs.end(), [&](const Roof& roof) {
            return roof.target.level == level && roof.status == Status::measured && comparable(roof, like);
        });
        return found == roofs.end() ? nullptr : &*found;
    };
    for (Roof& outer : roofs) {
        if (outer.status != Status::measured || !outer.target.level) continue;
        auto level = std::find(ordered_levels.begin(), ordered_levels.end(), *outer.target.level);
        if (level == ordered_levels.end()) continue;
        // The nearest measured level within: one that is missing does not break the chain.
        while (level != ordered_levels.begin()) {
            --level;
            if (Roof* inner = at(*level, outer)) {
                check_pair(*inner, outer, levels);
                break;
            }
        }
    }
}

Exit verdict(const Ceilings& ceilings) {
    const auto suspect = [](const Roof& roof) { return roof.status == Status::suspect; };
    const bool any = std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(), suspect);
    return any || !any_value(ceilings) ? Exit::suspect : Exit::ok;
}

std::vector<std::string> warnings(const Ceilings& ceilings) {
    std::vector<std::string> out;
    const auto suspect = ids(ceilings, [](const Roof& roof) { return roof.status == Status::suspect; });
    if (suspect.size() <= most_named)
        for (const Roof& roof : ceilings.roofs) {
            if (roof.status == Status::suspect)
                out.push_back(
                    fmt::format("{} is suspect: {}", printable(roof.id), printable(roof.reason, 500)));
        }
    else
        out.push_back(fmt::format("{} of {} roofs are suspect: {}. `mansard show` gives the reasons",
                                  suspect.size(), ceilings.roofs.size(), first_of(suspect)));
    add_other_doubts(ceilings, out);
    add_doubt_about_all(ceilings, out);
    return out;
}

std::vector<std::string> warnings_beside_table(const Ceilings& ceilings) {
    std::vector<std::string> out;
    const auto suspect = std::count_if(ceilings.roofs.begin(), ceilings.roofs.end(),
                                       [](const Roof& roof) { return roof.status == Status::suspect; });
    if (suspect > 0)
        out.push_back(fmt::format("{} of {} roofs {} suspect: the reasons stand below the table", suspect,
                                  ceilings.roofs.size(), suspect == 1 ? "is" : "are"));
    add_other_doubts(ceilings, out);
    add_doubt_about_all(ceilings, out);
    return out;
}

}  // namespace mansard::ceilings
