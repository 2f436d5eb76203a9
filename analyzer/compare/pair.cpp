#include "analyzer/compare/pair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/compare/number_types.hpp"
#include "analyzer/compare/same_work.hpp"
#include "analyzer/compare/timing.hpp"
#include "analyzer/lower_bounds.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// One point, or several as one, over `calls` calls.
struct Side {
    std::optional<double> seconds{};  ///< only to tell a sum beyond the range of numbers
    std::optional<double> flops{};
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

/// `placed` over its weight.
Side side_of(const PlacedPoint& placed, double weight) {
    const auto scaled = [weight](const auto& value) {
        return value ? std::optional(*value * weight) : std::nullopt;
    };
    Side side{.seconds = scaled(placed.point.seconds),
              .flops = scaled(placed.flops),
              .flops_at_least = flops_at_least(placed.point)};
    for (ByteCount bytes : placed.point.bytes) {
        bytes.count *= weight;
        bytes.read = scaled(bytes.read), bytes.written = scaled(bytes.written);
        side.bytes.push_back(bytes);
    }
    return side;
}

Side side_of(std::span<const PlacedPoint* const> points, std::span<const double> weights, double calls) {
    Side side = side_of(*points.front(), weights.front());
    side.calls = calls;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Side more = side_of(*points[i], weights[i]);
        side.seconds = sum(side.seconds, more.seconds);
        side.flops = sum(side.flops, more.flops);
        side.flops_at_least = side.flops_at_least || more.flops_at_least;
        std::vector<ByteCount> both;
        for (const ByteCount& one : side.bytes) {
            const ByteCount* other = find(more.bytes, one.level, one.basis);
            if (other == nullptr) {
                side.lost.emplace_back(name_of(one.level));
                continue;
            }
            both.push_back(one);
            both.back().count += other->count;
            both.back().at_least = one.at_least || other->at_least;
            both.back().how = std::max(one.how, other->how);
            both.back().read = sum(one.read, other->read);
            both.back().written = sum(one.written, other->written);
        }
        side.bytes = std::move(both);
    }
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
    if (!at_least.any()) return;
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
            delta.how = std::max(one->how, other->how);
            delta.how_after = other->how;
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
    const auto one_threads = before.point.threads, other_threads = after.point.threads;
    if (one_threads && other_threads) pair.threads = {*one_threads, *other_threads};
    if (one_threads && other_threads && one_threads != other_threads)
        pair.notes.push_back(fmt::format("{} threads before, {} after", *one_threads, *other_threads));
    note_geometry(before.point, after.point, pair);
    pair.types_before = types_of(before), pair.types_after = types_of(after);
    if (!pair.types_before.empty() && !pair.types_after.empty() && pair.types_before != pair.types_after)
        pair.notes.push_back(fmt::format("FLOPs are {} before and {} after: other numbers, other roofs",
                                         pair.types_before, pair.types_after));
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

/// As it was measured; nothing where a part has no time.
std::optional<double> total_seconds(std::span<const PlacedPoint* const> points) {
    std::optional<double> total = 0;
    for (const PlacedPoint* placed : points) {
        const auto& seconds = placed->point.seconds;
        // A part without a time is not a part that took none.
        if (points.size() > 1 && seconds && *seconds <= 0) return std::nullopt;
        total = sum(total, seconds);
    }
    return total ? finite(*total) : std::nullopt;
}

/// How often it is called, where that is the program's own doing.
void note_calls(const Match& match, const Weights& weights, const SameWork& work, Pair& pair) {
    const double first = match.before.front()->point.calls, last = match.after->point.calls;
    const double of_steps = work.of_steps();
    if (pair.merged > 1 && !work.calls_chosen) {
        std::string calls;
        bool same = true;
        for (const PlacedPoint* placed : match.before) {
            calls += fmt::format("{}{:g}", calls.empty() ? "" : " + ", placed->point.calls);
            same = same && placed->point.calls == last * of_steps;
        }
        if (!same)
            pair.notes.push_back(fmt::format(
                "calls: {} before, {:g} after: all of before is taken over after's calls", calls, last));
    }
    if (!weights.changed) return;
    pair.calls_changed = true;
    pair.notes.push_back(fmt::format(
        "calls: {:g} before, {:g} after{}{}", first, last,
        work.steps_differ() ? fmt::format(", in {:g} and {:g} steps", work.steps_before, work.steps_after)
                            : "",
        weights.spread ? ": the same FLOPs in all, so all calls are compared" : ""));
}

/// Over before's calls or steps, where the sides' own totals are over other work by nobody's doing.
std::optional<Delta> total_at_same_work(const Pair& pair, const Weights& weights, const SameWork& work) {
    const auto times = [](const std::optional<double>& value, double factor) {
        return value ? finite(*value * factor) : std::nullopt;
    };
    if (work.calls_chosen)
        return Delta{times(pair.seconds.before, weights.calls), times(pair.seconds.after, weights.calls)};
    if (work.steps_differ())
        return Delta{pair.total_seconds.before, times(pair.total_seconds.after, work.of_steps())};
    return std::nullopt;
}

/// The efficiency at the time that is compared: analyze's is that of the mean over all calls.
std::optional<double> efficiency_at(const PlacedPoint& placed, const std::optional<double>& seconds) {
    if (!placed.efficiency || !seconds || *seconds <= 0 || !placed.point.seconds) return placed.efficiency;
    return finite(*placed.efficiency * (*placed.point.seconds / placed.point.calls / *seconds));
}

}  // namespace

Pair pair_of(const Match& match, const Thresholds& thresholds, const SameWork& work) {
    const PlacedPoint& first = *match.before.front();
    const PlacedPoint& last = *match.after;
    const Weights weights = weights_of(match, work, thresholds.flops_unchanged);
    const std::span<const PlacedPoint* const> whole_after{&match.after, 1};
    const std::span<const double> weight_after{&weights.after, 1};
    const Side before = side_of(match.before, weights.before, weights.calls);
    const Side after = side_of(whole_after, weight_after, weights.calls);
    const auto one = timing_of(match.before, weights.before, weights.calls, thresholds.single_run);
    const auto other = timing_of(whole_after, weight_after, weights.calls, thresholds.single_run);
    Pair pair{.name = first.point.name,
              .name_after = last.point.name,
              .detail = match.detail,
              .merged = match.before.size(),
              .calls = {match.before.size() > 1 ? weights.calls : first.point.calls, last.point.calls},
              .flops = {per(before.flops, before.calls), per(after.flops, after.calls)},
              .bound_after = std::string(last.bound)};
    if (one) pair.seconds.before = one->time.value;
    if (other) pair.seconds.after = other->time.value, pair.after_interval = other->time.interval;
    pair.rate = {over(pair.flops.before, pair.seconds.before), over(pair.flops.after, pair.seconds.after)};
    pair.total_seconds = {total_seconds(match.before), total_seconds(whole_after)};
    pair.total_at_same_work = total_at_same_work(pair, weights, work);
    for (std::size_t i = 1; i < match.before.size(); ++i) pair.name += " + " + match.before[i]->point.name;
    if (pair.merged == 1) {
        pair.bound_before = first.bound;
        pair.efficiency.before = efficiency_at(first, pair.seconds.before);
        pair.status_before = first.status;
        pair.type_bytes = {mean_type_bytes(first), mean_type_bytes(last)};
    }
    // Of work that is spread over other calls, a call of before is not one of after.
    const double own_calls = last.point.calls * weights.after / weights.calls;
    pair.efficiency.after =
        efficiency_at(last, pair.seconds.after ? finite(*pair.seconds.after / own_calls) : std::nullopt);
    pair.status_after = last.status;
    for (const std::string& level : before.lost)
        pair.notes.push_back(level + " bytes are known of some of the merged points only: not compared");
    for (const std::string& what : before.endless)
        pair.notes.push_back(fmt::format(
            "the sum of the merged points' {} is beyond the range of numbers: not compared", what));
    pair.flops_at_least = {before.flops_at_least, after.flops_at_least};
    if (pair.flops.before && pair.flops.after) note_bounds("FLOPs", pair.flops_at_least, pair);
    add_levels(before, after, pair);
    if (one && other) {
        const Interval ratio = ratio_interval(one->time, other->time);
        if (std::isfinite(ratio.low) && std::isfinite(ratio.high))
            pair.time_ratio = ratio;
        else
            pair.notes.push_back("the ratio of the times is beyond the range of numbers: not compared");
        pair.repeated = pair.time_ratio && one->repeated && other->repeated;
        pair.doubt = doubt_words(*one, *other, thresholds.single_run);
    }
    note_calls(match, weights, work, pair);
    note_circumstances(first, last, thresholds, pair);
    return pair;
}

}  // namespace mansard::analyzer
