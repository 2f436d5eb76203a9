#include "analyzer/compare/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/compare/expect.hpp"
#include "analyzer/compare/fold_steps.hpp"
#include "analyzer/compare/match.hpp"
#include "analyzer/compare/pair.hpp"
#include "analyzer/compare/predict.hpp"
#include "analyzer/compare/same_work.hpp"
#include "analyzer/compare/whole.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

/// Those that are named: of a kind alone it is not known which it is.
std::set<std::string> devices_of(const Analysis& analysis) {
    std::set<std::string> devices;
    for (const PlacedPoint& placed : analysis.points)
        if (!placed.point.device.empty() && !is_device_kind(placed.point.device))
            devices.insert(placed.point.device.str());
    return devices;
}

void check_devices(const Comparison& comparison, bool force, std::vector<Note>& notes) {
    const std::set<std::string> one = devices_of(comparison.before), other = devices_of(comparison.after);
    if (one.empty() != other.empty()) {
        const std::set<std::string>& named = one.empty() ? other : one;
        notes.push_back({.code = "device_unnamed",
                         .text = fmt::format("{} ran on {}, {} names no device: taken for the same",
                                             one.empty() ? "after" : "before",
                                             printable(fmt::format("{}", fmt::join(named, ", "))),
                                             one.empty() ? "before" : "after"),
                         .remedy = "make sure that it is"});
    }
    if (one.empty() || other.empty() || one == other) return;
    const std::string text =
        fmt::format("before ran on {}, after on {}", printable(fmt::format("{}", fmt::join(one, ", "))),
                    printable(fmt::format("{}", fmt::join(other, ", "))));
    if (!force)
        throw Error(Exit::bad_input, text,
                    {.expected = "two profiles of one device: another device changes times by itself",
                     .remedy = "profile both on one, or compare all the same with --force"});
    notes.push_back({.severity = Severity::warning,
                     .code = "other_device",
                     .text = text + ": the devices' difference is part of every ratio",
                     .remedy = "profile both on one device"});
}

/// A point that is missing on a side may have been refused there.
void note_rejected(const Analysis& side, const char* name, std::vector<Note>& notes) {
    if (side.rejected.empty()) return;
    const Rejected& first = side.rejected.front();
    notes.push_back(
        {.severity = Severity::warning,
         .code = "rejected",
         .text = fmt::format("{} of {} {}: {} ({}): {}", counted(side.rejected.size(), "record"), name,
                             side.rejected.size() == 1 ? "was rejected" : "were rejected, first",
                             printable(first.name), printable(first.record), printable(first.reason)),
         .remedy = "mansard analyze lists them all"});
}

/// Step 3 of two is no partner of step 3 of four: where the steps are not as many, points are compared over
/// all steps.
void align_steps(Comparison& comparison) {
    if (!comparison.work.steps_differ()) return;
    const std::size_t points = fold_steps(comparison.before) + fold_steps(comparison.after);
    comparison.notes.push_back(
        {.code = "steps_differ",
         .text = fmt::format("before has {:g} steps, after {:g}: {}the whole is over as many of them",
                             comparison.work.steps_before, comparison.work.steps_after,
                             points > 0 ? "points are compared over all steps, and " : ""),
         .remedy = ""});
}

/// Points of one name and their parts, so that a note need not repeat itself for each.
std::vector<std::string> names_of(const std::vector<const PlacedPoint*>& points) {
    std::vector<std::string> names;
    names.reserve(points.size());
    for (const PlacedPoint* placed : points) names.push_back(placed->point.name);
    return names;
}

void suggest_pairs(const Matches& matches, double likely, std::vector<Note>& notes) {
    for (const PlacedPoint* before : matches.only_before) {
        const PlacedPoint* after = most_alike(before->point.name, matches.only_after, likely);
        // One left on each side are likely each other whatever their names.
        if (after == nullptr && matches.only_before.size() == 1 && matches.only_after.size() == 1)
            after = matches.only_after.front();
        if (after == nullptr) continue;
        notes.push_back({.code = "likely_pair",
                         .text = fmt::format("{} of before is likely {} of after",
                                             printable(before->point.name), printable(after->point.name)),
                         .remedy = fmt::format("--map '{}={}'", printable(before->point.name),
                                               printable(after->point.name))});
    }
}

}  // namespace

Comparison compare(Analysis before, Analysis after, const CompareOptions& options) {
    Comparison comparison{.before = std::move(before), .after = std::move(after)};
    check_devices(comparison, options.force, comparison.notes);
    note_rejected(comparison.before, "before", comparison.notes);
    note_rejected(comparison.after, "after", comparison.notes);
    Thresholds thresholds = comparison_thresholds();
    thresholds.single_run = options.single_run.value_or(thresholds.single_run);
    comparison.work = same_work_of(comparison.before, comparison.after);
    align_steps(comparison);
    const auto renamings = parse_renamings(options.maps, comparison.before, comparison.after);
    const Matches matches = match_points(comparison.before, comparison.after, renamings);
    for (const Match& match : matches.matched) {
        Pair& pair = comparison.pairs.emplace_back(pair_of(match, thresholds, comparison.work));
        pair.place_after = static_cast<std::size_t>(match.after - comparison.after.points.data());
        judge(pair, thresholds);
    }
    Wholes wholes = wholes_of(comparison.before, comparison.after, matches, comparison.work, thresholds,
                              comparison.notes);
    comparison.whole = std::move(wholes.same_work);
    comparison.whole_measured = std::move(wholes.measured);
    comparison.only_before = names_of(matches.only_before);
    comparison.only_after = names_of(matches.only_after);
    comparison.ambiguous = matches.ambiguous;
    suggest_pairs(matches, thresholds.likely_pair, comparison.notes);
    for (const std::string& name : matches.ambiguous)
        comparison.notes.push_back(
            {.severity = Severity::warning,
             .code = "ambiguous_name",
             .text = fmt::format(
                 "several points are named {}, and neither grid, block, shapes, threads, step nor "
                 "device tells which is which of those without a partner: not compared",
                 printable(name)),
             .remedy = "give them names of their own, or --filter one of them"});
    if (comparison.pairs.empty()) {
        std::string remedy = "give the pairs with --map OLD=NEW";
        for (const Note& note : comparison.notes)
            if (note.code == "likely_pair" || note.code == "rejected")
                remedy = note.text + ": " + note.remedy;
        if (!matches.ambiguous.empty())
            throw Error(
                Exit::bad_input,
                fmt::format(
                    "no point can be paired: several are named {}{}, and nothing else tells them apart",
                    printable(matches.ambiguous.front()),
                    matches.ambiguous.size() > 1 ? " (other names stand for several points, too)" : ""),
                {.expected = "points whose name, grid, block, shapes, threads, step or device differ",
                 .remedy = "give them names of their own, or leave --per-launch out"});
        throw Error(Exit::bad_input, "no point of before has a partner in after",
                    {.expected = "points of the same name in both profiles", .remedy = remedy});
    }
    comparison.expectations = judge_expectations(options.expectations, comparison, options.allow_missing);
    comparison.predictions = predict(options.predictions, comparison, comparison.notes);
    return comparison;
}

}  // namespace mansard::analyzer
