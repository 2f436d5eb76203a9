#include "analyzer/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "analyzer/advice.hpp"

namespace mansard::analyzer {

namespace {

bool is_same(const UsedRoof& a, const UsedRoof& b) {
    return std::tie(a.name, a.ids, a.scope, a.bus, a.low, a.high, a.status) ==
           std::tie(b.name, b.ids, b.scope, b.bus, b.low, b.high, b.status);
}

}  // namespace

Usage::Entry Usage::make_entry(const ceilings::Mix& roof) {
    const ceilings::Roof& first = *roof.first->roof;
    Entry entry{.roof = {.name = roof.first->name,
                         .ids = {first.id},
                         .scope = roof.first->threads == 1 ? Scope::core : Scope::device,
                         .bus = roof.first->bus || (roof.second != nullptr && roof.second->bus),
                         .unit = first.unit,
                         .interval = roof.interval,
                         .is_range = !first.ci95,
                         .samples = first.samples,
                         .status = first.status},
                .id = Label(first.id)};
    if (roof.second != nullptr) {
        const ceilings::Roof& second = *roof.second->roof;
        // "DRAM load … copy, 1 core": what both have in common stands there once. Loads are the same on the
        // bus, so it is the second that says whose bytes these are.
        entry.roof.name = fmt::format(
            "{} {} … {}{}", name_of(*first.target.level), name_of(*first.target.pattern),
            name_of(*second.target.pattern),
            roof.second->name.substr(std::min(roof.second->name.find(','), roof.second->name.size())));
        entry.roof.ids.push_back(second.id);
        entry.roof.samples = std::min(first.samples, second.samples);
        entry.roof.is_range = entry.roof.is_range || !second.ci95;
    }
    return entry;
}

Usage::Entry& Usage::entry_of(const ceilings::Mix& roof) {
    const Lines lines{roof.first, roof.second};
    const std::uint64_t mixed =
        (reinterpret_cast<std::uintptr_t>(roof.first) + 3 * reinterpret_cast<std::uintptr_t>(roof.second)) *
        0x9e3779b97f4a7c15u;  // spreads neighbours, by the golden ratio
    Recent& recent = recent_[mixed >> 58];
    if (recent.entry != nullptr && recent.lines == lines) return *recent.entry;
    auto found = used_.find(lines);
    if (found == used_.end()) found = used_.emplace(lines, make_entry(roof)).first;
    recent = {lines, &found->second};
    return found->second;
}

Usage::Entry& Usage::record(const ceilings::Mix& roof, double rate) {
    Entry& entry = entry_of(roof);
    UsedRoof& used = entry.roof;
    const bool is_new = used.points++ == 0;
    used.low = is_new ? rate : std::min(used.low, rate);
    used.high = is_new ? rate : std::max(used.high, rate);
    if (roof.interval && used.interval)
        used.interval = Interval{std::min(used.interval->low, roof.interval->low),
                                 std::max(used.interval->high, roof.interval->high)};
    const ceilings::Status first_status = roof.first->roof->status;
    if (roof.first->suspect())
        assume("suspect_roof", "A roof is suspect, and used for want of one that passed its checks",
               "calibrate again on a quiet machine; the roofs used are listed with their status");
    if (first_status == ceilings::Status::declared)
        assume("declared_roof", "A roof is declared by a datasheet, and was never measured",
               "read the efficiency as a share of what is promised");
    return entry;
}

void Usage::assume(std::string_view code, std::string_view text, std::string_view remedy) {
    auto known = std::find_if(assumptions_.begin(), assumptions_.end(), [&](const Assumption& assumption) {
        return assumption.code.data() == code.data() || assumption.code == code;
    });
    if (known == assumptions_.end())
        known = assumptions_.insert(assumptions_.end(),
                                    {.code = code, .text = std::string(text), .remedy = std::string(remedy)});
    if (known->points == 0 || known->last_point != current_point_) ++known->points;
    known->last_point = current_point_;
}

std::vector<UsedRoof> Usage::roofs() const {
    std::vector<std::pair<Target, UsedRoof>> ordered;
    for (const auto& [lines, entry] : used_) ordered.emplace_back(lines.first->roof->target, entry.roof);
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) {
        const auto key = [](const auto& x) {
            return std::tuple(x.first.kind, x.first.level, x.second.name, x.second.low);
        };
        return key(a) < key(b);
    });
    std::vector<UsedRoof> roofs;
    for (auto& [target, used] : ordered) {
        // Points of different threads may have come to one roof.
        if (!roofs.empty() && is_same(roofs.back(), used)) {
            roofs.back().points += used.points;
            roofs.back().bound += used.bound;
        } else {
            roofs.push_back(std::move(used));
        }
    }
    return roofs;
}

std::vector<Note> Usage::notes() const {
    std::vector<Assumption> sorted = assumptions_;
    std::sort(sorted.begin(), sorted.end(),
              [](const Assumption& a, const Assumption& b) { return a.code < b.code; });
    std::vector<Note> notes;
    notes.reserve(sorted.size());
    for (const Assumption& assumption : sorted)
        notes.push_back({.code = std::string(assumption.code),
                         .text = fmt::format("{} ({})", assumption.text, counted(assumption.points, "point")),
                         .remedy = assumption.remedy});
    return notes;
}

}  // namespace mansard::analyzer
