#include "analyzer/analyze.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analyzer/device_check.hpp"
#include "analyzer/findings/finding.hpp"
#include "analyzer/place.hpp"
#include "analyzer/program.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/version.hpp"

namespace mansard::analyzer {
namespace {

/// Moves the kept points of all profiles into one queue, and what else they say into `analysis`.
std::deque<Point> gather(std::vector<Profile>& profiles, const AnalyzeOptions& options, Analysis& analysis) {
    std::deque<Point> points;
    Summary& summary = analysis.summary;
    bool any = false, all_walls = !profiles.empty();
    double wall = 0;
    for (Profile& profile : profiles) {
        analysis.sources.push_back(profile.source);
        analysis.formats.push_back(profile.format);
        any = any || !profile.points.empty();
        for (; !profile.points.empty(); profile.points.pop_front()) {
            Point& point = profile.points.front();
            if (matches(point, options.filters)) {
                summary.placed += point.records;
                points.push_back(std::move(point));
            } else {
                summary.filtered += point.records;
            }
        }
        summary.rejected += profile.rejected.size();
        std::move(profile.rejected.begin(), profile.rejected.end(), std::back_inserter(analysis.rejected));
        std::move(profile.notes.begin(), profile.notes.end(), std::back_inserter(analysis.notes));
        all_walls = all_walls && profile.seconds_wall;
        wall += profile.seconds_wall.value_or(0);
    }
    summary.in = summary.placed + summary.rejected;
    // A part of the points has no wall time of its own.
    if (all_walls && summary.filtered == 0) summary.seconds_wall = wall;
    if (any && points.empty())
        throw Error(
            Exit::usage, fmt::format("no point matches the filter: all {} were left out", summary.filtered),
            {.where = "--filter", .remedy = "look at the names without a filter; * and ? are wildcards"});
    return points;
}

/// Longest first, in the profile's order where equal. Points are large, so their places are sorted, and each
/// moves once.
void sort_by_time(std::deque<Point>& points) {
    std::vector<double> seconds;
    seconds.reserve(points.size());
    for (const Point& point : points) seconds.push_back(point.seconds.value_or(0));
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return seconds[a] > seconds[b]; });
    for (std::size_t start = 0; start < order.size(); ++start) {
        if (order[start] == start) continue;
        Point held = std::move(points[start]);
        std::size_t at = start;
        while (order[at] != start) {
            points[at] = std::move(points[order[at]]);
            at = std::exchange(order[at], at);
        }
        points[at] = std::move(held);
        order[at] = at;
    }
}

/// Lets every rule look at every point; a rule stops writing (not counting) when it has said enough.
class Rules {
  public:
    Rules(const Settings& settings, FindingContext context)
        : settings_(settings), context_(std::move(context)) {
        for (const FindingDesc* desc : findings()) {
            Rule rule{.desc = desc};
            for (const std::string_view parameter : desc->parameters)
                rule.thresholds.push_back(settings.rule(desc->code, parameter));
            rules_.push_back(std::move(rule));
        }
    }

    void look_at(PlacedPoint& placed, std::vector<Finding>& out) {
        for (Rule& rule : rules_) {
            if (!rule.desc->applies(placed, rule.thresholds, context_)) continue;
            placed.findings.push_back(rule.desc->code);
            if (rule.count++ >= settings_.most_findings_per_rule()) continue;
            Advice advice = rule.desc->advise(placed, rule.thresholds, context_);
            out.push_back({.code = rule.desc->code,
                           .point = placed.point.name,
                           .text = std::move(advice.text),
                           .remedy = std::move(advice.remedy)});
        }
    }

    std::vector<Note> notes() const {
        std::vector<Note> notes;
        for (const Rule& rule : rules_)
            if (rule.count > settings_.most_findings_per_rule())
                notes.push_back(
                    {.code = "findings_shortened",
                     .text = fmt::format("{} holds for {} points; it is spelled out for the longest {}",
                                         rule.desc->code, rule.count, settings_.most_findings_per_rule()),
                     .remedy = "every point names the rules that hold for it"});
        return notes;
    }

  private:
    struct Rule {
        const FindingDesc* desc = nullptr;
        std::vector<double> thresholds{};
        std::size_t count = 0;
    };
    const Settings& settings_;
    FindingContext context_;
    std::vector<Rule> rules_{};
};

/// Whether most of the time was spent on one thread: then one core's roofs are the ones to show.
Scope main_scope(const std::deque<Point>& points) {
    double one = 0, other = 0;
    for (const Point& point : points) (point.threads == 1 ? one : other) += point.seconds.value_or(0);
    return one > other ? Scope::core : Scope::device;
}

/// The longest that a component of the point needs; nothing where no roof fits.
std::optional<double> least_seconds(const PlacedPoint& placed) {
    std::optional<double> least;
    for (const Component& component : placed.components)
        if (component.seconds) least = std::max(least.value_or(0), *component.seconds);
    return least;
}

}  // namespace

Analysis analyze(std::vector<Profile> profiles, std::optional<ceilings::Ceilings> ceilings,
                 const AnalyzeOptions& options) {
    Analysis analysis{.tool_version = std::string(version()),
                      .created = utc_now(),
                      .ceilings_source = options.ceilings_source,
                      .ceilings = std::move(ceilings)};
    const ceilings::Ceilings* roofs = analysis.ceilings ? &*analysis.ceilings : nullptr;
    if (roofs != nullptr)
        for (const Profile& profile : profiles)
            for (Note& note : check_device(profile, *roofs, options.force))
                analysis.notes.push_back(std::move(note));
    std::deque<Point> points = gather(profiles, options, analysis);
    analysis.scope = options.scope.value_or(main_scope(points));
    ProgramSum sum;
    for (const Point& point : points) sum.add(point);
    analysis.summary.seconds_busy = sum.seconds();
    sort_by_time(points);

    const Settings settings;
    Placer placer(roofs, settings, options.scope);
    Rules rules(settings, {.analysis = analysis, .view = [&](const Point& p) -> const auto& { return placer.view_of(p);
}
}  // namespace mansard::analyzer
);
const double busy = analysis.summary.seconds_busy.value_or(0);
std::optional<double> least = 0;
analysis.points.reserve(points.size());
for (; !points.empty(); points.pop_front()) {
    PlacedPoint& placed = analysis.points.emplace_back(placer.place(std::move(points.front())));
    if (busy > 0 && placed.point.seconds) placed.share = quotient(*placed.point.seconds, busy);
    rules.look_at(placed, analysis.findings);
    const bool timed = placed.point.seconds && *placed.point.seconds > 0;
    const auto seconds = least_seconds(placed);
    if (timed) least = least && seconds ? std::optional(*least + *seconds) : std::nullopt;
}
if (auto program = sum.point(analysis.summary.seconds_wall)) {
    Placer whole(roofs, settings, options.scope);
    analysis.program.push_back(whole.place(*std::move(program)));
    const double wall = analysis.program[0].point.seconds.value_or(0);
    if (least && roofs != nullptr && wall > 0) analysis.summary.efficiency_by_points = quotient(*least, wall);
}
analysis.roofs = placer.usage().roofs();
const auto append = [&](std::vector<Note> notes) {
    std::move(notes.begin(), notes.end(), std::back_inserter(analysis.notes));
};
append(placer.usage().notes());
append(rules.notes());
if (!analysis.summary.seconds_busy)
    append(
        {{.code = "overflow",
          .text =
              "the sum of the points' times is beyond the range of numbers and left out, and so are shares",
          .remedy = "check the unit of the times: seconds"}});
return analysis;
}

}  // namespace mansard::analyzer
