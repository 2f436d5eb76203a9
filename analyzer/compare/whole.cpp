#include "analyzer/compare/whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/compare/pair.hpp"
#include "analyzer/placed_sum.hpp"
#include "analyzer/settings.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

bool has_time(const PlacedPoint* placed) {
    return placed->point.seconds && *placed->point.seconds > 0;
}

bool is_timed(const Match& match) {
    return has_time(match.after) && std::all_of(match.before.begin(), match.before.end(), has_time);
}

/// All points of `analysis` but those of `untimed`, placed as analyze() places the whole.
std::optional<PlacedPoint> rest_of(const Analysis& analysis, const std::set<const PlacedPoint*>& untimed) {
    const Settings settings;
    PlacedSum sum;
    for (const PlacedPoint& placed : analysis.points)
        if (!untimed.contains(&placed)) sum.add(placed);
    Placer placer(analysis.ceilings ? &*analysis.ceilings : nullptr, settings, std::nullopt);
    return sum.place(std::nullopt, std::nullopt, placer);
}

Pair pair_wholes(const PlacedPoint& before, const PlacedPoint& after, const Matches& matches,
                 const Thresholds& thresholds) {
    Pair pair = pair_of({{&before}, &after}, thresholds);
    const bool same_work =
        matches.only_before.empty() && matches.only_after.empty() && matches.ambiguous.empty();
    judge(pair, thresholds, same_work);
    if (!matches.only_before.empty() || !matches.only_after.empty())
        pair.notes.push_back(fmt::format("it includes what only one side has: {} before, {} after",
                                         counted(matches.only_before.size(), "point"),
                                         counted(matches.only_after.size(), "point")));
    return pair;
}

}  // namespace

std::optional<Pair> whole_of(const Analysis& before, const Analysis& after, const Matches& matches,
                             const Thresholds& thresholds, std::vector<Note>& notes) {
    if (before.program.empty() || after.program.empty()) return std::nullopt;
    std::set<const PlacedPoint*> untimed;
    std::size_t pairs = 0;
    const Match* first = nullptr;
    for (const Match& match : matches.matched) {
        if (is_timed(match)) continue;
        if (pairs++ == 0) first = &match;
        untimed.insert(match.before.begin(), match.before.end());
        untimed.insert(match.after);
    }
    if (first == nullptr)
        return pair_wholes(before.program.front(), after.program.front(), matches, thresholds);
    const std::string which = fmt::format("{} without a time on both sides ({}{})", counted(pairs, "pair"),
                                          printable(first->after->point.name), pairs > 1 ? ", …" : "");
    const auto omit = [&](std::string_view why) {
        notes.push_back({.severity = Severity::warning,
                         .code = "no_whole",
                         .text = fmt::format("The whole is not compared: {} {}", which, why),
                         .remedy = "profile again so that each point has a time"});
        return std::nullopt;
    };
    // What ran side by side, or between the points, belongs to no point's time.
    if (before.summary.seconds_wall || after.summary.seconds_wall)
        return omit("cannot be taken out of a profile's wall time");
    const auto left = rest_of(before, untimed), right = rest_of(after, untimed);
    if (!left || !right || !has_time(&*left) || !has_time(&*right)) return omit("leave nothing to compare");
    Pair pair = pair_wholes(*left, *right, matches, thresholds);
    pair.notes.push_back(fmt::format("it leaves out {}", which));
    return pair;
}

}  // namespace mansard::analyzer
