#include "analyzer/compare/pair.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "analyzer/lower_bounds.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// Several points as one, over `calls` calls of what replaced them.
struct Side {
    std::optional<double> seconds{}, flops{};
    bool flops_at_least = false;
    double calls = 1;
    std::vector<ByteCount> bytes{};
    std::vector<std::string> lost{};     ///< levels that not all of the points have
    std::vector<std::string> endless{};  ///< what is beyond the range of numbers, and left out
};

std::optional<double> sum(const std::optional<double>& a, const std::optional<double>& b) {
    return a && b ? std::optional(*a + *b) : std::nullopt;
}

std::optional<double> finite(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool is_endless(const std::optional<double>& value) {
    return value && !std::isfinite(*value);
}

const ByteCount* find(const std::vector<ByteCount>& bytes, Level level, Basis basis) {
    for (const ByteCount& one : bytes)
        if (one.level == level && one.basis == basis) return &one;
    return nullptr;
}

/// Sums of finite numbers need not be finite.
void keep_finite(Side& side) {
    const auto check = [&side](std::optional<double>& value, const char* name) {
        if (!is_endless(value)) return;
        value.reset();
        side.endless.emplace_back(name);
    };
    check(side.seconds, "times");
    check(side.flops, "FLOPs");
    std::erase_if(side.bytes, [&side](const ByteCount& one) {
        const bool endless = !std::isfinite(one.count) || is_endless(one.read) || is_endless(one.written);
        if (endless) side.endless.push_back(fmt::format("{} bytes", name_of(one.level)));
        return endless;
    });
}

Side side_of(std::span<const PlacedPoint* const> points) {
    const PlacedPoint& first = *points.front();
    Side side{.seconds = first.point.seconds,
              .flops = first.flops,
              .flops_at_least = flops_at_least(first.point),
              .calls = first.point.calls,
              .bytes = {first.point.bytes.begin(), first.point.bytes.end()}};
    for (const PlacedPoint* placed : points.subspan(1)) {
        side.seconds = sum(side.seconds, placed->point.seconds);
        side.flops = sum(side.flops, placed->flops);
        side.flops_at_least = side.flops_at_least || flops_at_least(placed->point);
        const std::vector<ByteCount> more(placed->point.bytes.begin(), placed->point.bytes.end());
        std::vector<ByteCount> both;
        for (const ByteCount& one : side.bytes) {
            const ByteCount* other = find(more, one.level, one.basis);
            if (other == nullptr) {
                side.lost.emplace_back(name_of(one.level));
                continue;
            }
            both.push_back(one);
            both.back().count += other->count;
            both.back().at_least = one.at_least || other->at_least;
            both.back().read = sum(one.read, other->read);
            both.back().written = sum(one.written, other->written);
        }
        side.bytes = std::move(both);
    }
    // A part without a time is not a part that took none.
    if (points.size() > 1 && std::any_of(points.begin(), points.end(), [](const PlacedPoint* placed) {
            return !placed->point.seconds || *placed->point.seconds <= 0;
        }))
        side.seconds.reset();
    keep_finite(side);
    return side;
}

std::optional<double> per(const std::optional<double>& total, double calls) {
    return total ? finite(*total / calls) : std::nullopt;
}

std::optional<double> over(const std::optional<double>& a, const std::optional<double>& b) {
    if (!a || !b || *b <= 0) return std::nullopt;
    return finite(*a / *b);
}

/// A lower bound is no amount: what it is compared with may have changed in either direction.
void note_bounds(const std::string& what, const AtLeast& at_least, Pair& pair) {
    if (!at_least.before && !at_least.after) return;
    const char* const side = !at_least.after ? "before" : !at_least.before ? "after" : "on both sides";
    pair.notes.push_back(fmt::format(
        "{} are a lower bound {}: only what holds for any more of them is concluded", what, side));
}

void add_levels(const Side& before, const Side& after, Pair& pair) {
    const auto has = [](const Side& side, Level level) {
        return std::any_of(side.bytes.begin(), side.bytes.end(),
                           [level](const ByteCount& one) { return one.level == level; });
    };
    for (const Level level : outwards) {
        bool compared = false;
        for (const Basis basis : {Basis::architectural, Basis::traffic}) {
            const ByteCount* one = find(before.bytes, level, basis);
            const ByteCount* other = find(after.bytes, level, basis);
            if (one == nullptr || other == nullptr) continue;
            compared = true;
            LevelDelta delta{.level = level,
                             .basis = basis,
                             .bytes = {per(one->count, before.calls), per(other->count, after.calls)},
                             .read = {per(one->read, before.calls), per(other->read, after.calls)},
                             .written = {per(one->written, before.calls), per(other->written, after.calls)}};
            delta.intensity = {over(before.flops, one->count), over(after.flops, other->count)};
            delta.at_least = {one->at_least, other->at_least};
            note_bounds(fmt::format("{} bytes", name_of(level)), delta.at_least, pair);
            if (one->how != other->how)
                pair.notes.push_back(fmt::format("{} bytes are {} before and {} after", name_of(level),
                                                 name_of(one->how), name_of(other->how)));
            pair.levels.push_back(delta);
        }
        if (compared || (!has(before, level) && !has(after, level))) continue;
        pair.notes.push_back(
            has(before, level) && has(after, level)
                ? fmt::format("{} bytes are architectural on one side and traffic on the other: not compared",
                              name_of(level))
                : fmt::format("{} bytes are known only {}: not compared", name_of(level),
                              has(before, level) ? "before" : "after"));
    }
}

struct Timed {
    Measured time{};
    bool repeated = false;
};

/// The time of one call: the median of its calls with that median's interval, or one time and the relative
/// uncertainty of a single run.
std::optional<Timed> timed(std::span<const PlacedPoint* const> points, const std::optional<double>& seconds,
                           double single_run) {
    if (!seconds || *seconds <= 0) return std::nullopt;
    const auto& details = points.front()->point.details;
    if (points.size() == 1 && details && details->call_seconds && details->call_seconds->ci95) {
        const CallTimes& calls = *details->call_seconds;
        if (calls.ci95->low > 0)
            return Timed{
                {calls.median,
                 {std::min(calls.ci95->low, calls.median), std::max(calls.ci95->high, calls.median)}},
                true};
    }
    return Timed{{*seconds, {*seconds / (1 + single_run), *seconds * (1 + single_run)}}, false};
}

/// "f64", "f16, f32": the types that `point` computes in; empty where it names none.
std::string types_of(const PlacedPoint& placed) {
    std::set<std::string> types;
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.dtype == Dtype::unknown || flops.count == 0) continue;
        types.insert((flops.engine == Engine::matrix ? "tensor." : "") + std::string(name_of(flops.dtype)));
    }
    return fmt::format("{}", fmt::join(types, ", "));
}

std::optional<double> clock_of(const PlacedPoint& placed) {
    return placed.point.details ? placed.point.details->clock_hz : std::nullopt;
}

/// Launches of another shape may be the change itself; tensors of another shape are another problem.
void note_geometry(const Point& before, const Point& after, Pair& pair) {
    if (!before.details || !after.details) return;
    const auto compare = [&pair](std::string_view what, const std::string& one, const std::string& other,
                                 std::string_view meaning) {
        if (!one.empty() && !other.empty() && one != other)
            pair.notes.push_back(
                fmt::format("{} {} before, {} after{}", what, printable(one), printable(other), meaning));
    };
    compare("grid", before.details->grid, after.details->grid, "");
    compare("block", before.details->block, after.details->block, "");
    compare("shapes", before.details->shapes, after.details->shapes, ": perhaps another problem");
}

void note_placement(const PlacedPoint& placed, const char* side, Pair& pair) {
    if (placed.status == PlacementStatus::above_roof)
        pair.notes.push_back(
            fmt::format("{} is above its roof: an error of the roof or of what was counted", side));
}

void note_circumstances(const PlacedPoint& before, const PlacedPoint& after, const Thresholds& thresholds,
                        Pair& pair) {
    const auto one = clock_of(before), other = clock_of(after);
    if (one && other && std::abs(*other / *one - 1) > thresholds.clock_unchanged)
        pair.notes.push_back(
            fmt::format("the clock was {} before and {} after: a part of the difference is its",
                        si(*one, "Hz"), si(*other, "Hz")));
    if (before.point.threads && after.point.threads && before.point.threads != after.point.threads)
        pair.notes.push_back(
            fmt::format("{} threads before, {} after", *before.point.threads, *after.point.threads));
    note_geometry(before.point, after.point, pair);
    const std::string types_before = types_of(before), types_after = types_of(after);
    if (!types_before.empty() && !types_after.empty() && types_before != types_after)
        pair.notes.push_back(fmt::format("FLOPs are {} before and {} after: other numbers, other roofs",
                                         types_before, types_after));
    const bool timed_before = pair.seconds.before.has_value(), timed_after = pair.seconds.after.has_value();
    if (!timed_before || !timed_after)
        pair.notes.push_back(fmt::format("no time {}", timed_before  ? "after"
                                                       : timed_after ? "before"
                                                                     : "on either side"));
    if (before.flops.has_value() != after.flops.has_value())
        pair.notes.push_back(
            fmt::format("FLOPs are known only {}: not compared", before.flops ? "before" : "after"));
    if (pair.merged == 1) note_placement(before, "before", pair);
    note_placement(after, "after", pair);
}

}  // namespace

Pair pair_of(const Match& match, const Thresholds& thresholds) {
    const PlacedPoint& first = *match.before.front();
    const PlacedPoint& last = *match.after;
    Side before = side_of(match.before);
    const Side after = side_of({&match.after, 1});
    // Two kernels of ten calls each that became one of ten calls: what is compared is one of those ten.
    if (match.before.size() > 1) before.calls = after.calls;
    Pair pair{.name = first.point.name,
              .name_after = last.point.name,
              .detail = match.detail,
              .merged = match.before.size(),
              .calls = {before.calls, after.calls},
              .total_seconds = {before.seconds, after.seconds},
              .flops = {per(before.flops, before.calls), per(after.flops, after.calls)},
              .rate = {over(before.flops, before.seconds), over(after.flops, after.seconds)},
              .bound_after = std::string(last.bound)};
    for (std::size_t i = 1; i < match.before.size(); ++i) pair.name += " + " + match.before[i]->point.name;
    if (pair.merged == 1) {
        pair.bound_before = first.bound;
        pair.efficiency.before = first.efficiency;
        pair.status_before = first.status;
    }
    pair.efficiency.after = last.efficiency;
    pair.status_after = last.status;
    for (const std::string& level : before.lost)
        pair.notes.push_back(level + " bytes are known of some of the merged points only: not compared");
    for (const std::string& what : before.endless)
        pair.notes.push_back(fmt::format(
            "the sum of the merged points' {} is beyond the range of numbers: not compared", what));
    pair.flops_at_least = {before.flops_at_least, after.flops_at_least};
    if (pair.flops.before && pair.flops.after) note_bounds("FLOPs", pair.flops_at_least, pair);
    add_levels(before, after, pair);
    const auto one = timed(match.before, per(before.seconds, before.calls), thresholds.single_run);
    const auto other = timed({&match.after, 1}, per(after.seconds, after.calls), thresholds.single_run);
    if (one) pair.seconds.before = one->time.value;
    if (other) pair.seconds.after = other->time.value, pair.after_interval = other->time.interval;
    if (one && other) {
        const Interval ratio = ratio_interval(one->time, other->time);
        if (std::isfinite(ratio.low) && std::isfinite(ratio.high))
            pair.time_ratio = ratio;
        else
            pair.notes.push_back("the ratio of the times is beyond the range of numbers: not compared");
        pair.repeated = pair.time_ratio && one->repeated && other->repeated;
    }
    note_circumstances(first, last, thresholds, pair);
    return pair;
}

}  // namespace mansard::analyzer
