#include "analyzer/analyze.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyzer/advice.hpp"
#include "analyzer/clock.hpp"
#include "analyzer/device_check.hpp"
#include "analyzer/join.hpp"
#include "analyzer/join_runs.hpp"
#include "analyzer/missing_work.hpp"
#include "analyzer/oddities.hpp"
#include "analyzer/perf/advice.hpp"
#include "analyzer/place.hpp"
#include "analyzer/placed_sum.hpp"
#include "analyzer/rules.hpp"
#include "analyzer/scope_override.hpp"
#include "analyzer/step_sums.hpp"
#include "analyzer/uncounted_cores.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"

namespace mansard::analyzer {
namespace {

struct Gathered {
    ChunkedQueue<Point> points{};
    std::vector<std::size_t> ends{};  ///< by profile: how many points it and those before it gave
    /// By profile: points that a filter left out of everything but their steps.
    std::vector<ChunkedQueue<Point>> only_of_steps{};
};

/// Moves the kept points of all profiles into one queue, and what else they say into `analysis`.
Gathered gather(std::vector<Profile>& profiles, const AnalyzeOptions& options, Analysis& analysis) {
    join_profiles(profiles);
    perf::settle_advice(profiles, analysis.ceilings ? &*analysis.ceilings : nullptr);
    Gathered gathered;
    ChunkedQueue<Point>& points = gathered.points;
    Summary& summary = analysis.summary;
    bool any = false, all_walls = !profiles.empty(), all_busy = !profiles.empty();
    double wall = 0, busy = 0;
    for (Profile& profile : profiles) {
        analysis.arenas.join(profile.arenas);
        analysis.sources.push_back(profile.source);
        analysis.formats.push_back(profile.format);
        any = any || !profile.points.empty();
        ChunkedQueue<Point>& only_of_steps = gathered.only_of_steps.emplace_back();
        if (profiles.size() == 1 && options.filters.empty()) {
            points = std::exchange(profile.points, {});
            for (const Point& point : points) summary.placed += point.records;
        }
        for (; !profile.points.empty(); profile.points.pop_front()) {
            Point& point = profile.points.front();
            if (matches(point, options.filters)) {
                summary.placed += point.records;
                points.push_back(std::move(point));
            } else {
                summary.filtered += point.records;
                if (!point.step.empty()) only_of_steps.push_back(std::move(point));
            }
        }
        gathered.ends.push_back(points.size());
        summary.rejected += profile.rejected.size();
        std::move(profile.rejected.begin(), profile.rejected.end(), std::back_inserter(analysis.rejected));
        std::move(profile.notes.begin(), profile.notes.end(), std::back_inserter(analysis.notes));
        all_walls = all_walls && profile.seconds_wall;
        wall += profile.seconds_wall.value_or(0);
        all_busy = all_busy && profile.seconds_busy;
        busy += profile.seconds_busy.value_or(0);
    }
    summary.in = summary.placed + summary.rejected;
    // A part of the points has no wall time of its own.
    if (all_walls && summary.filtered == 0) summary.seconds_wall = wall;
    if (all_busy && summary.filtered == 0) summary.seconds_busy = busy;
    if (any && points.empty())
        throw Error(
            Exit::usage, fmt::format("no point matches the filter: all {} were left out", summary.filtered),
            {.where = "--filter", .remedy = "look at the names without a filter; * and ? are wildcards"});
    return gathered;
}

/// Whether the steps of `profile` are sums of its own points: else it has other points of them, or no steps.
bool has_steps_of_points(const Profile& profile) {
    return !profile.steps.empty() && profile.step_points.empty();
}

/// What the profiles themselves sum up, placed as the points are; their roofs count for no point's. `steps`
/// holds the placed points of each profile whose points have steps.
void place_wholes(std::vector<Profile>& profiles, std::vector<StepSums>& steps, std::optional<Scope> scope,
                  Placer& placer, Analysis& analysis) {
    const auto place = [&](std::vector<Point>& from, std::vector<PlacedPoint>& to) {
        for (Point& point : from) to.push_back(placer.place(std::move(point)));
    };
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        Profile& profile = profiles[i];
        place(profile.program, analysis.program);
        const std::size_t first = analysis.step_points.size();
        place(profile.step_points, analysis.step_points);
        for (std::size_t at = first; at < analysis.step_points.size() && !profile.steps.empty(); ++at)
            steps[i].add(analysis.step_points[at]);
        for (Point& step : profile.steps)
            analysis.program.push_back(steps[i].place(std::move(step), scope, placer));
        place(profile.regions, analysis.regions);
    }
}

/// Longest first, in the profile's order where equal. Points are large, so their places are sorted, and each
/// moves once.
void sort_by_time(std::vector<PlacedPoint>& points) {
    struct Place {
        double seconds = 0;
        std::size_t from = 0;
    };
    std::vector<Place> order;
    order.reserve(points.size());
    for (const PlacedPoint& placed : points)
        order.push_back({placed.point.seconds.value_or(0), order.size()});
    std::sort(order.begin(), order.end(), [](const Place& a, const Place& b) {
        return a.seconds != b.seconds ? a.seconds > b.seconds : a.from < b.from;
    });
    for (std::size_t start = 0; start < order.size(); ++start) {
        if (order[start].from == start) continue;
        PlacedPoint held = std::move(points[start]);
        std::size_t at = start;
        while (order[at].from != start) {
            points[at] = std::move(points[order[at].from]);
            at = std::exchange(order[at].from, at);
        }
        points[at] = std::move(held);
        order[at].from = at;
    }
}

/// Whether most of the time was spent on one thread: then one core's roofs are the ones to show.
Scope main_scope(const ChunkedQueue<Point>& points) {
    double one = 0, other = 0;
    for (const Point& point : points) (point.threads == 1 ? one : other) += point.seconds.value_or(0);
    return one > other ? Scope::core : Scope::device;
}

std::optional<double> sum_of_times(const ChunkedQueue<Point>& points) {
    double sum = 0;
    for (const Point& point : points) sum += point.seconds.value_or(0);
    return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

/// That shares add up to more than 100 %: kernels on several streams keep the device busy once.
std::vector<Note> note_shares(std::optional<double> sum, std::optional<double> busy) {
    constexpr double rounding = 0.01;
    if (!sum || !busy || *busy <= 0 || *sum <= *busy * (1 + rounding)) return {};
    return {
        {.code = "shares_overlap",
         .text = fmt::format("The points' times add up to {}, and some of them ran at any one time for {}: "
                             "they ran side by side, and their shares of the latter add up to {}",
                             si(*sum, "s"), si(*busy, "s"), percent(*sum / *busy)),
         .remedy = ""}};
}

/// The whole profile: efficiency of the sums, and of the points one after the other.
void add_program(const PlacedSum& sum, std::optional<Scope> scope, Placer& placer, Analysis& analysis) {
    const std::optional<double> profile_wall = analysis.summary.seconds_wall;
    auto program = sum.place(profile_wall, scope, placer);
    if (!program) return;
    const PlacedPoint& whole = analysis.program.emplace_back(*std::move(program));
    const auto& wall = whole.point.seconds;
    const auto note = [&](std::string code, std::string text, std::string remedy) {
        analysis.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    };
    if (sum.overlaps(profile_wall, scope)) {
        note("points_overlap",
             "The points' times add up to more than the wall time: they ran side by side, so all together "
             "stand under the whole device's roofs, and no efficiency by points is given",
             "give the times of regions that follow each other");
        return;
    }
    if (analysis.ceilings && sum.least_seconds() && wall && *wall > 0)
        analysis.summary.efficiency_by_points = quotient(*sum.least_seconds(), *wall);
    if (!whole.components.empty() && sum.mixed_threads() && !scope)
        note("threads_mixed",
             "The points ran on different numbers of threads: all together need, at each level, what they "
             "need one after the other, each under the roofs of its own threads",
             "");
}

}  // namespace

Analysis analyze(std::vector<Profile> profiles, std::optional<ceilings::Ceilings> ceilings,
                 const AnalyzeOptions& options) {
    join_counts_and_times(profiles);
    for (Profile& profile : profiles) advise_missing_work(profile);
    Analysis analysis{.tool_version = std::string(version()),
                      .created = utc_now(),
                      .ceilings_source = options.ceilings_source,
                      .ceilings = std::move(ceilings)};
    const ceilings::Ceilings* roofs = analysis.ceilings ? &*analysis.ceilings : nullptr;
    if (roofs != nullptr)
        for (const Profile& profile : profiles)
            for (Note& note : check_device(profile, *roofs, options.force))
                analysis.notes.push_back(std::move(note));
    if (analysis.ceilings)
        for (Note& note : keep_one_device(profiles, options.filters, *analysis.ceilings))
            analysis.notes.push_back(std::move(note));
    if (analysis.ceilings)
        for (Note& note : compare_clocks(profiles, *analysis.ceilings, options.match_clock))
            analysis.notes.push_back(std::move(note));
    Gathered gathered = gather(profiles, options, analysis);
    ChunkedQueue<Point>& points = gathered.points;
    analysis.scope = options.scope.value_or(main_scope(points));
    // Kernels that overlap keep the device busy once.
    const bool timed = std::any_of(points.begin(), points.end(),
                                   [](const Point& point) { return point.seconds.has_value(); });
    const std::optional<double> sum_of_points = sum_of_times(points);
    if (!analysis.summary.seconds_busy && timed) analysis.summary.seconds_busy = sum_of_points;

    const Settings settings;
    Placer placer(roofs, settings, options.scope, &analysis.arenas.add());
    const auto view = [&placer](const Point& point) -> const ceilings::View& {
        return placer.view_of(point);
    };
    Rules rules(settings, {.analysis = analysis, .view = view});
    const double busy = analysis.summary.seconds_busy.value_or(0);
    PlacedSum sum;
    std::vector<StepSums> steps(profiles.size());
    std::size_t profile = 0;
    ScopeOverride overridden(roofs != nullptr ? options.scope : std::nullopt,
                             roofs != nullptr ? static_cast<int>(roofs->machine.cpus_used.size()) : 0);
    UncountedCores uncounted(roofs, options.scope);
    analysis.points.reserve(points.size());
    // In the profile's order, while what a point owns lies together in memory; sorted when all is known.
    for (; !points.empty(); points.pop_front()) {
        note_oddities(points.front(), roofs);
        overridden.look_at(points.front());
        uncounted.look_at(points.front());
        PlacedPoint& placed = analysis.points.emplace_back(placer.place(std::move(points.front())));
        if (busy > 0 && placed.point.seconds) placed.share = quotient(*placed.point.seconds, busy);
        rules.look_at(placed);
        sum.add(placed);
        while (analysis.points.size() > gathered.ends[profile]) ++profile;
        if (has_steps_of_points(profiles[profile])) steps[profile].add(placed);
    }
    sort_by_time(analysis.points);
    analysis.findings = rules.spell_out(analysis.points);
    analysis.finding_counts = rules.counts();
    Placer whole(roofs, settings, options.scope);
    add_program(sum, options.scope, whole, analysis);
    for (std::size_t i = 0; i < profiles.size(); ++i)
        for (auto& left_out = gathered.only_of_steps[i]; !left_out.empty(); left_out.pop_front())
            if (has_steps_of_points(profiles[i])) steps[i].add(whole.place(std::move(left_out.front())));
    place_wholes(profiles, steps, options.scope, whole, analysis);
    analysis.roofs = placer.usage().roofs();
    const auto append = [&](std::vector<Note> notes) {
        std::move(notes.begin(), notes.end(), std::back_inserter(analysis.notes));
    };
    append(note_shares(sum_of_points, analysis.summary.seconds_busy));
    append(overridden.notes());
    append(uncounted.notes());
    append(placer.usage().notes());
    append(rules.notes());
    if (!analysis.summary.seconds_busy && timed)
        append({{.code = "overflow",
                 .text = "The sum of the points' times is beyond the range of numbers and left out, and so "
                         "are shares",
                 .remedy = "check the unit of the times: seconds"}});
    return analysis;
}

}  // namespace mansard::analyzer
