#include "analyzer/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyzer/advice.hpp"

namespace mansard::analyzer {

UsedRoof& Usage::record(const ceilings::Mix& roof, double rate) {
    const auto [entry, is_new] = used_.try_emplace({roof.first, roof.second});
    UsedRoof& used = entry->second;
    if (is_new) {
        used = {.name = roof.first->name,
                .ids = {roof.first->roof->id},
                .scope = roof.first->threads == 1 ? Scope::core : Scope::device,
                .bus = roof.first->bus || (roof.second != nullptr && roof.second->bus),
                .unit = roof.first->roof->unit,
                .low = rate,
                .high = rate,
                .interval = roof.interval,
                .samples = roof.first->roof->samples,
                .status = roof.first->roof->status};
        if (roof.second != nullptr) {
            // "DRAM load … copy, 1 core": what both have in common stands there once. Loads are the same on
            // the bus, so it is the second that says whose bytes these are.
            used.name = fmt::format(
                "{} {} … {}{}", name_of(*roof.first->roof->target.level),
                name_of(*roof.first->roof->target.pattern), name_of(*roof.second->roof->target.pattern),
                roof.second->name.substr(std::min(roof.second->name.find(','), roof.second->name.size())));
            used.ids.push_back(roof.second->roof->id);
            used.samples = std::min(used.samples, roof.second->roof->samples);
        }
    } else if (roof.interval && used.interval) {
        used.interval = Interval{std::min(used.interval->low, roof.interval->low),
                                 std::max(used.interval->high, roof.interval->high)};
    }
    used.low = std::min(used.low, rate);
    used.high = std::max(used.high, rate);
    ++used.points;
    if (roof.first->suspect())
        assume("suspect_roof", "A roof is suspect, and used for want of one that passed its checks",
               "calibrate again on a quiet machine; the roofs used are listed with their status");
    return used;
}

const Label& Usage::id_of(const ceilings::Roof& roof) {
    const auto [entry, is_new] = ids_.try_emplace(&roof);
    if (is_new) entry->second = Label(roof.id);
    return entry->second;
}

void Usage::assume(std::string_view code, std::string_view text, std::string_view remedy) {
    Assumption& assumption = assumptions_[code];
    if (assumption.points == 0) assumption.text = text, assumption.remedy = remedy;
    if (std::exchange(assumption.last_point, current_point_) != current_point_ || assumption.points == 0)
        ++assumption.points;
}

std::vector<UsedRoof> Usage::roofs() const {
    std::vector<std::pair<Target, UsedRoof>> ordered;
    for (const auto& [lines, used] : used_) ordered.emplace_back(lines.first->roof->target, used);
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
        const auto key = [](const auto& x) {
            return std::tuple(x.first.kind, x.first.level, x.second.name, x.second.low);
        };
        return key(a) < key(b);
    });
    std::vector<UsedRoof> roofs;
    for (auto& [target, used] : ordered) roofs.push_back(std::move(used));
    return roofs;
}

std::vector<Note> Usage::notes() const {
    std::vector<Note> notes;
    for (const auto& [code, assumption] : assumptions_)
        notes.push_back({.code = std::string(code),
                         .text = fmt::format("{} ({})", assumption.text, counted(assumption.points, "point")),
                         .remedy = assumption.remedy});
    return notes;
}

}  // namespace mansard::analyzer
