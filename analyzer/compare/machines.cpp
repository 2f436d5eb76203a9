#include "analyzer/compare/machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/compare/comparison.hpp"
#include "analyzer/device_check.hpp"
#include "analyzer/gbench/clock.hpp"
#include "core/error.hpp"
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

std::optional<double> claimed_clock(const Profile& profile) {
    return profile.format == "google-benchmark" ? gbench::claimed_clock(profile.source) : std::nullopt;
}

void compare_clocks(const Profile& before, const Profile& after, std::vector<Note>& notes) {
    const auto one = claimed_clock(before), other = claimed_clock(after);
    if (one && other && std::abs(*other / *one - 1) > comparison_thresholds().clock_unchanged)
        warn(notes,
             fmt::format("before names a clock of {}, after one of {}", si(*one, "Hz"), si(*other, "Hz")));
}

void compare_devices(const Profile& before, const Profile& after, bool force, std::vector<Note>& notes) {
    if (before.device.empty() || after.device.empty() || same_model(before.device, after.device)) return;
    const std::string text =
        fmt::format("before ran on {}, after on {}", printable(before.device), printable(after.device));
    if (!force)
        throw Error(Exit::bad_input, text,
                    {.expected = "two profiles of one device: another device changes times by itself",
                     .remedy = "profile both on one, or compare all the same with --force"});
    warn(notes, text);
}

}  // namespace

std::vector<Note> machine_differences(const Profile& before, const Profile& after, bool force) {
    std::vector<Note> notes;
    compare_devices(before, after, force, notes);
    if (!before.host.empty() && !after.host.empty() && before.host != after.host)
        warn(notes, fmt::format("before ran on the host {}, after on {}", printable(before.host),
                                printable(after.host)));
    if (before.cpus && after.cpus && *before.cpus != *after.cpus)
        warn(notes, fmt::format("before counts {} CPUs, after {}", *before.cpus, *after.cpus));
    for (const Level level : {Level::L1, Level::L2, Level::L3}) {
        const CacheClaim *const one = find(before, level), *const other = find(after, level);
        if (one != nullptr && other != nullptr && one->bytes != other->bytes)
            warn(notes, fmt::format("before says {} of {}, after {}", binary_size(one->bytes), name_of(level),
                                    binary_size(other->bytes)));
    }
    compare_clocks(before, after, notes);
    return notes;
}

}  // namespace mansard::analyzer
