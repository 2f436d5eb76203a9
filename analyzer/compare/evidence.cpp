#include "analyzer/compare/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

// Beyond it a factor reads better than a percentage.
constexpr double large_factor = 1.5;
/// FLOP/B: more than ten times what any machine's arithmetic needs. Bytes so few bound nothing, however they
/// grow.
constexpr double beyond_any_ridge = 1e4;

bool within(const Delta& delta, double threshold) {
    if (delta.before == 0.0 && delta.after == 0.0) return true;
    const auto ratio = delta.ratio();
    return ratio && *ratio <= 1 + threshold && *ratio >= 1 / (1 + threshold);
}
bool above(const Delta& delta, double threshold) {
    const auto ratio = delta.ratio();
    return ratio ? *ratio > 1 + threshold : delta.before == 0.0 && delta.after.value_or(0) > 0;
}
bool below(const Delta& delta, double threshold) {
    const auto ratio = delta.ratio();
    return ratio && *ratio < 1 / (1 + threshold);
}

/// Bytes that both sides know alike: all of them, or the same part of them (only reads were counted, on both
/// sides). Null where one side knows more than the other.
const Delta* comparable(const LevelDelta& level) {
    if (!level.at_least.any()) return &level.bytes;
    if (!level.at_least.before || !level.at_least.after) return nullptr;
    const auto both = [](const Delta& delta) { return delta.before && delta.after; };
    const auto neither = [](const Delta& delta) { return !delta.before && !delta.after; };
    if (both(level.read) && neither(level.written)) return &level.read;
    if (both(level.written) && neither(level.read)) return &level.written;
    return nullptr;
}

/// "fell 25 times", "rose by 21 %".
std::string change_words(double ratio) {
    const char* const verb = ratio < 1 ? "fell" : "rose";
    if (ratio == 0) return "fell to nothing";
    const double factor = ratio < 1 ? 1 / ratio : ratio;
    return factor >= large_factor ? fmt::format("{} {} times", verb, plain(factor))
                                  : fmt::format("{} by {} %", verb, plain(100 * std::abs(ratio - 1), 2));
}

/// How near to the core a bound is.
int nearness(std::string_view bound) {
    if (bound == "compute") return 0;
    const auto level = parse_name<Level>(bound);
    if (!level) return -1;
    switch (*level) {
        case Level::L0:
        case Level::constant:
        case Level::shared:
        case Level::L1:
        case Level::UB:
        case Level::VMEM:
            return 1;
        case Level::L2:
        case Level::CMEM:
            return 2;
        case Level::L3:
            return 3;
        case Level::DRAM:
            return 4;
        case Level::host_link:
        case Level::peer_link:
            return 5;
    }
    return -1;
}

struct Part {
    const Delta* delta = nullptr;
    const char* name = "";
};

std::array<Part, 3> parts(const LevelDelta& level) {
    return {Part{&level.bytes, ""}, Part{&level.read, " read"}, Part{&level.written, " written"}};
}

/// Of a level's bytes, those read and those written, what changed by the largest factor.
Part most_changed(const LevelDelta& level) {
    Part most{&level.bytes, ""};
    double largest = 0;
    for (const Part& part : parts(level)) {
        const auto ratio = part.delta->ratio();
        // A few bytes that multiply are no reason for anything.
        const bool matters = part.delta->before.value_or(0) > 0.1 * level.bytes.before.value_or(0) ||
                             part.delta->after.value_or(0) > 0.1 * level.bytes.after.value_or(0);
        if (!ratio || *ratio <= 0 || !matters) continue;
        const double factor = std::abs(std::log(*ratio));
        // The parts change with the whole: only a clear excess makes a part the news.
        if (factor > largest * 1.05 + 1e-12) largest = factor, most = part;
    }
    const bool only_read = !level.written.before && !level.written.after &&
                           level.read.before == level.bytes.before && level.read.after == level.bytes.after;
    return only_read ? Part{&level.read, " read"} : most;
}

std::string words_of(const LevelDelta& level, const Part& part) {
    const double before = part.delta->before.value_or(0), after = part.delta->after.value_or(0);
    const auto ratio = part.delta->ratio();
    const bool all = part.delta == &level.bytes;
    return fmt::format("{}{} bytes {} ({}{} → {}{})", name_of(level.level), part.name,
                       ratio ? change_words(*ratio) : "appeared", all && level.at_least.before ? "≥ " : "",
                       si(before, "B"), all && level.at_least.after ? "≥ " : "", si(after, "B"));
}

}  // namespace

bool is_comparable(const LevelDelta& level) {
    return comparable(level) != nullptr;
}

Pace pace_of(const Pair& pair, const Thresholds& thresholds) {
    if (!pair.time_ratio) return Pace::unknown;
    const double low = 1 - thresholds.time_unchanged, high = 1 + thresholds.time_unchanged;
    const Interval& ratio = *pair.time_ratio;
    if (ratio.high < low) return Pace::faster;
    if (ratio.low > high) return Pace::slower;
    if (ratio.low >= low && ratio.high <= high) return Pace::same;
    // The interval of two single runs is wider than the bound: nearly equal times would be undecided for
    // ever. One that is wider still was measured so.
    const auto value = pair.seconds.ratio();
    const double single_runs = 2 * std::sqrt(2.0) * std::log1p(thresholds.single_run);
    const bool assumed = !pair.repeated && std::log(ratio.high / ratio.low) <= single_runs * 1.001;
    if (assumed && value && *value >= low && *value <= high) return Pace::same;
    return Pace::undecided;
}

bool flops_same(const Pair& pair, const Thresholds& thresholds) {
    return !pair.flops_at_least.any() && within(pair.flops, thresholds.flops_unchanged);
}
bool flops_fell(const Pair& pair, const Thresholds& thresholds) {
    // More of them before would have fallen, too.
    return !pair.flops_at_least.after && below(pair.flops, thresholds.flops_unchanged);
}
bool flops_rose(const Pair& pair, const Thresholds& thresholds) {
    return !pair.flops_at_least.before && above(pair.flops, thresholds.flops_unchanged);
}

bool bytes_fell(const LevelDelta& level, const Thresholds& thresholds) {
    if (const Delta* const alike = comparable(level)) return below(*alike, thresholds.bytes_unchanged);
    return !level.at_least.after && below(level.bytes, thresholds.bytes_unchanged);
}
bool bytes_rose(const LevelDelta& level, const Thresholds& thresholds) {
    if (!level.at_least.after && level.intensity.after.value_or(0) > beyond_any_ridge) return false;
    if (const Delta* const alike = comparable(level)) return above(*alike, thresholds.bytes_unchanged);
    return !level.at_least.before && above(level.bytes, thresholds.bytes_unchanged);
}
bool bytes_same(const Pair& pair, const Thresholds& thresholds) {
    for (const LevelDelta& level : pair.levels) {
        const Delta* const alike = comparable(level);
        if (alike == nullptr || !within(*alike, thresholds.bytes_unchanged)) return false;
    }
    return !pair.levels.empty();
}

bool any_bytes_rose(const Pair& pair, const Thresholds& thresholds) {
    return std::any_of(pair.levels.begin(), pair.levels.end(),
                       [&](const LevelDelta& level) { return bytes_rose(level, thresholds); });
}

const LevelDelta* most_saved(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta* most = nullptr;
    double least = 1;
    for (const LevelDelta& level : pair.levels) {
        if (!bytes_fell(level, thresholds)) continue;
        if (name_of(level.level) == pair.bound_before) return &level;
        const double ratio = level.bytes.ratio().value_or(1);
        if (ratio < least) least = ratio, most = &level;
    }
    return most;
}

double explained_by(const std::optional<double>& fall, const Pair& pair) {
    const auto time = pair.seconds.ratio();
    if (!time || !fall || *time >= 1 || *fall >= 1) return 0;
    // Both may have fallen to nothing.
    constexpr double least = 1e-300;
    return std::log(std::max(*fall, least)) / std::log(std::max(*time, least));
}

const LevelDelta* reason_saved(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta* reason = nullptr;
    double most = thresholds.explains;
    for (const LevelDelta& level : pair.levels) {
        const double explained = bytes_fell(level, thresholds) ? explained_by(level.bytes.ratio(), pair) : 0;
        if (explained < thresholds.explains) continue;
        if (name_of(level.level) == pair.bound_before) return &level;
        if (reason == nullptr || explained > most) most = explained, reason = &level;
    }
    return reason;
}

bool moved_inwards(const Pair& pair) {
    const int before = nearness(pair.bound_before), after = nearness(pair.bound_after);
    return before >= 0 && after >= 0 && after < before;
}

std::string pace_words(const Pair& pair) {
    const auto ratio = pair.seconds.ratio();
    if (!ratio || *ratio == 0) return "by more than numbers hold";
    const bool slower = *ratio > 1;
    return fmt::format("{} times as {}", plain(slower ? *ratio : 1 / *ratio), slower ? "slow" : "fast");
}

std::string bytes_words(const LevelDelta& level) {
    return words_of(level, most_changed(level));
}

std::string all_bytes_words(const LevelDelta& level) {
    return words_of(level, {&level.bytes, ""});
}

std::string flops_words(const Pair& pair) {
    const auto ratio = pair.flops.ratio();
    return ratio ? "FLOPs " + change_words(*ratio) : "FLOPs appeared";
}

std::string unknown_words(const Pair& pair) {
    const bool flops = pair.flops.before && pair.flops.after && !pair.flops_at_least.any();
    const bool bytes =
        !pair.levels.empty() && std::all_of(pair.levels.begin(), pair.levels.end(), is_comparable);
    if (!bytes) return flops ? "bytes" : "FLOPs and bytes";
    return flops ? "" : "FLOPs";
}

}  // namespace mansard::analyzer
