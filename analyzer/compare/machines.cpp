#include "analyzer/compare/machines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

void warn(std::vector<Note>& notes, std::string text) {
    notes.push_back({.severity = Severity::warning,
                     .code = "machine_differs",
                     .text = std::move(text) + ": they may come from two machines",
                     .remedy = "profile both on one: another machine changes times by itself"});
}

const CacheClaim* find(const Profile& profile, Level level) {
    const auto found = std::find_if(profile.caches.begin(), profile.caches.end(),
                                    [level](const CacheClaim& claim) { return claim.level == level; });
    return found == profile.caches.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Note> machine_differences(const Profile& before, const Profile& after) {
    std::vector<Note> notes;
    if (before.cpus && after.cpus && *before.cpus != *after.cpus)
        warn(notes, fmt::format("before counts {} CPUs, after {}", *before.cpus, *after.cpus));
    for (const Level level : {Level::L1, Level::L2, Level::L3}) {
        const CacheClaim *const one = find(before, level), *const other = find(after, level);
        if (one != nullptr && other != nullptr && one->bytes != other->bytes)
            warn(notes, fmt::format("before says {} of {}, after {}", binary_size(one->bytes), name_of(level),
                                    binary_size(other->bytes)));
    }
    return notes;
}

}  // namespace mansard::analyzer
