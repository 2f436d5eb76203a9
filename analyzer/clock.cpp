#include "analyzer/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// Clocks that differ by less count as one: readings wander by a percent or two.
constexpr double same_within = 0.03;

/// Of the profiles, by time.
std::optional<double> clock_of(const std::vector<Profile>& profiles) {
    double seconds = 0, cycles = 0;
    for (const Profile& profile : profiles)
        for (const Point& point : profile.points)
            if (point.details && point.details->clock_hz && point.seconds) {
                seconds += *point.seconds;
                cycles += *point.seconds * *point.details->clock_hz;
            }
    const double clock = cycles / seconds;
    return seconds > 0 && std::isfinite(clock) && clock > 0 ? std::optional(clock) : std::nullopt;
}

bool core_drives(const Target& target) {
    return target.kind == Kind::compute ||
           (target.kind == Kind::bandwidth && (target.level == Level::L1 || target.level == Level::shared));
}

/// The median of those that the core clock drives.
std::optional<double> clock_of(const ceilings::Ceilings& ceilings) {
    std::vector<double> clocks;
    for (const ceilings::Roof& roof : ceilings.roofs)
        if (core_drives(roof.target) && roof.value && roof.clock_hz && *roof.clock_hz > 0)
            clocks.push_back(*roof.clock_hz);
    if (clocks.empty()) return std::nullopt;
    const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
    std::nth_element(clocks.begin(), middle, clocks.end());
    return *middle;
}

void rescale(ceilings::Roof& roof, double clock) {
    const double factor = clock / *roof.clock_hz;
    for (std::optional<double>* value : {&roof.value, &roof.typical, &roof.bus_value})
        if (*value) **value *= factor;
    for (std::optional<Interval>* interval : {&roof.ci95, &roof.range})
        if (*interval) {
            (*interval)->low *= factor;
            (*interval)->high *= factor;
        }
    if (roof.limit) roof.limit->value *= factor;
    roof.notes.push_back(
        {.code = "clock_matched",
         .text = fmt::format("Measured at {}, rescaled to {}", si(*roof.clock_hz, "Hz"), si(clock, "Hz")),
         .remedy = ""});
    roof.clock_hz = clock;
}

}  // namespace

std::vector<Note> compare_clocks(const std::vector<Profile>& profiles, ceilings::Ceilings& ceilings,
                                 bool rescale_roofs) {
    const auto clock = clock_of(profiles), measured = clock_of(ceilings);
    if (rescale_roofs && (!clock || !measured))
        return {{.code = "clock_unknown",
                 .text = fmt::format("--match-clock rescales nothing: {} at which clock {}",
                                     clock ? "the roofs do not say" : "no profile says",
                                     clock ? "they were measured" : "it ran"),
                 .remedy = ""}};
    if (!clock || !measured) return {};
    if (std::abs(*clock / *measured - 1) <= same_within) {
        if (!rescale_roofs) return {};
        return {{.code = "clock_same",
                 .text = fmt::format("--match-clock rescales nothing: the profile ran at {}, and the roofs "
                                     "were measured at {}",
                                     si(*clock, "Hz"), si(*measured, "Hz")),
                 .remedy = ""}};
    }
    std::string text = fmt::format("The profile ran at {}, {} % of the {} that the roofs were measured at",
                                   si(*clock, "Hz"), plain(100 * *clock / *measured), si(*measured, "Hz"));
    if (!rescale_roofs)
        return {{.severity = Severity::warning,
                 .code = "clock_differs",
                 .text = text + ": the roofs of arithmetic, L1 and shared memory are those of another clock",
                 .remedy = "--match-clock rescales them; or profile at the clock of everyday runs (ncu "
                           "--clock-control none)"}};
    std::size_t rescaled = 0;
    for (ceilings::Roof& roof : ceilings.roofs)
        if (core_drives(roof.target) && roof.value && roof.clock_hz && *roof.clock_hz > 0) {
            rescale(roof, *clock);
            ++rescaled;
        }
    return {{.code = "clock_matched",
             .text = fmt::format("{}: {} roofs of arithmetic, L1 and shared memory are rescaled to its clock",
                                 text, rescaled),
             .remedy = ""}};
}

}  // namespace mansard::analyzer
