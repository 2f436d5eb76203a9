#include "ceilings/change.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "ceilings/checks.hpp"
#include "ceilings/estimate.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

/// The interval of a roof's value, made to hold the value: a file may have been edited.
Interval around_value(const Roof& roof) {
    const Interval spread = spread_of(roof);
    return {std::min(spread.low, *roof.value), std::max(spread.high, *roof.value)};
}

/// Ranges have no coverage to keep: for them the corners stand.
Interval interval_of_ratio(const Roof& one, const Roof& other) {
    const Interval a = around_value(one), b = around_value(other);
    if (!one.ci95 || !other.ci95) return {b.low / a.high, b.high / a.low};
    return ratio_interval({*one.value, a}, {*other.value, b});
}

/// Why `roof` cannot be judged; empty if it can.
std::string doubt(const Roof& roof) {
    if (roof.status == Status::suspect)
        return "suspect" + (roof.reason.empty() ? "" : ": " + printable(roof.reason));
    if (roof.status != Status::measured) return fmt::format("{}, not measured", name_of(roof.status));
    if (roof.samples < blocks_for_range)
        return fmt::format("rests on {} block{}, which {} no spread", roof.samples,
                           roof.samples == 1 ? "" : "s", roof.samples == 1 ? "has" : "have");
    if (around_value(roof).low <= 0) return "has an interval that is not positive";
    return {};
}

/// What may explain it: the clock, a neighbour, too few blocks.
std::string circumstances(const Roof& one, const Roof& other, const Change& change) {
    std::vector<std::string> parts;
    if (change.verdict == Verdict::changed && one.clock_hz && other.clock_hz && one.per_cycle &&
        other.per_cycle && std::abs(*other.per_cycle / *one.per_cycle - 1) <= unchanged)
        parts.push_back(fmt::format("the clock went from {} to {}, per cycle it is the same",
                                    si(*one.clock_hz, "Hz"), si(*other.clock_hz, "Hz")));
    if (change.verdict != Verdict::same) {
        if (has_flag(one, "contended") && has_flag(other, "contended"))
            parts.emplace_back("both were contended");
        else if (has_flag(one, "contended"))
            parts.emplace_back("the first was contended");
        else if (has_flag(other, "contended"))
            parts.emplace_back("the second was contended");
    }
    if (change.verdict == Verdict::undecided && (!one.ci95 || !other.ci95))
        parts.emplace_back("by ranges of few blocks");
    return parts.empty() ? "" : fmt::format("; {}", fmt::join(parts, "; "));
}

std::string bounds() {
    return fmt::format("± {} %", plain(100 * unchanged));
}

}  // namespace

Change compare(const Roof& one, const Roof& other) {
    Change change;
    if (one.value && other.value && *one.value > 0) change.ratio = measured(*other.value / *one.value).value;
    for (const auto& [roof, name] : {std::pair(&one, "the first"), std::pair(&other, "the second")}) {
        if (!roof->value) {
            change.reason = fmt::format("{} is absent{}", name,
                                        roof->reason.empty() ? "" : ": " + printable(roof->reason));
            return change;
        }
        if (const std::string why = doubt(*roof); !why.empty()) {
            const bool verb = why.starts_with("rests") || why.starts_with("has");
            change.reason = fmt::format("{} {}{}", name, verb ? "" : "is ", why);
            return change;
        }
    }
    const Interval interval = interval_of_ratio(one, other);
    if (!change.ratio || !measured(interval.low).value || !measured(interval.high).value) {
        change.ratio.reset();
        change.reason = "the ratio is no finite number";
        return change;
    }
    change.interval = interval;
    const double low = 1 - unchanged, high = 1 + unchanged;
    if (interval.low >= low && interval.high <= high) {
        change.verdict = Verdict::same;
        change.reason = "the interval lies within " + bounds();
    } else if (interval.high < low || interval.low > high) {
        change.verdict = Verdict::changed;
        const bool more = interval.low > high;
        const bool faster = more != (one.target.kind == Kind::latency);
        change.reason =
            fmt::format("{}: the interval lies outside {}", faster ? "faster" : "slower", bounds());
    } else {
        change.reason = fmt::format("the interval reaches across {}", bounds());
    }
    change.reason += circumstances(one, other, change);
    return change;
}

std::string interval_text(const Change& change) {
    if (!change.interval) return "";
    return fmt::format("{} – {}", plain(change.interval->low, 4), plain(change.interval->high, 4));
}

Json interval_json(const Change& change) {
    if (!change.interval) return nullptr;
    return {change.interval->low, change.interval->high};
}

}  // namespace mansard::ceilings
