#include "analyzer/compare/whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "analyzer/advice.hpp"
#include "analyzer/compare/pair.hpp"
#include "analyzer/compare/same_work.hpp"
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

class WholeMaker {
  public:
    WholeMaker(const Analysis& before, const Analysis& after, const Matches& matches, const SameWork& work,
               const Thresholds& thresholds)
        : before_(before), after_(after), matches_(matches), work_(work), thresholds_(thresholds) {
        for (const Match& match : matches.matched) add(match);
        if (!work.calls_chosen) return;
        // A benchmark that one side alone has took a time that its harness chose.
        for (const auto* lone : {&matches.only_before, &matches.only_after})
            for (const PlacedPoint* placed : *lone) weights_[placed] = 0;
        for (const Analysis* side : {&before, &after})
            for (const PlacedPoint& placed : side->points) weights_.try_emplace(&placed, 0);
    }

    Wholes make(std::vector<Note>& notes) {
        Wholes wholes;
        std::string why_not;
        std::optional<Pair> measured = work_.calls_chosen ? std::nullopt : measured_pair(why_not);
        if (!work_.calls_chosen && !work_.steps_differ() && changed_ == 0) {
            wholes.same_work = std::move(measured);
        } else {
            wholes.same_work = over_same_work();
            if (measured && says_more(*measured, wholes.same_work)) {
                measured->name = measured->name_after = "all points, as measured";
                wholes.measured = std::move(measured);
            }
        }
        if (!wholes.same_work && untimed_ > 0)
            notes.push_back({.severity = Severity::warning,
                             .code = "no_whole",
                             .text = fmt::format("The whole is not compared: {} {}", untimed_words(),
                                                 why_not.empty() ? "leave nothing to compare" : why_not),
                             .remedy = "profile again so that each point has a time"});
        return wholes;
    }

  private:
    void add(const Match& match) {
        const bool timed = is_timed(match);
        if (!timed && untimed_++ == 0) first_untimed_ = &match;
        const Weights weights = weights_of(match, work_, thresholds_.flops_unchanged);
        for (std::size_t i = 0; i < match.before.size(); ++i)
            weights_[match.before[i]] = timed ? weights.before[i] : 0;
        weights_[match.after] = timed ? weights.after : 0;
        const bool other_calls = work_.calls_chosen
                                     ? match.before.front()->point.calls != match.after->point.calls
                                     : weights.changed && !weights.spread;
        if (timed && other_calls && changed_++ == 0) first_changed_ = &match;
    }

    std::string untimed_words() const {
        return fmt::format("{} without a time on both sides ({}{})", counted(untimed_, "pair"),
                           printable(first_untimed_->after->point.name), untimed_ > 1 ? ", …" : "");
    }

    bool has_walls() const { return before_.summary.seconds_wall || after_.summary.seconds_wall; }

    /// The points over their weights, `otherwise` where nothing gives one, placed as analyze() places the
    /// whole.
    std::optional<PlacedPoint> sum_of(const Analysis& analysis, bool measured, double otherwise) const {
        const Settings settings;
        PlacedSum sum;
        for (const PlacedPoint& placed : analysis.points) {
            const auto found = weights_.find(&placed);
            double weight = found == weights_.end() ? otherwise : found->second;
            if (measured && weight > 0) weight = 1;
            if (weight > 0) sum.add(weight == 1 ? placed : weighted(placed, weight));
        }
        Placer placer(analysis.ceilings ? &*analysis.ceilings : nullptr, settings, std::nullopt);
        auto whole = sum.place(std::nullopt, std::nullopt, placer);
        return whole && has_time(&*whole) ? std::move(whole) : std::nullopt;
    }

    Pair judged(const PlacedPoint& before, const PlacedPoint& after, bool same_work) const {
        Pair pair = pair_of({{&before}, &after}, thresholds_, {});
        // How sure sums of repeats are does not follow from how sure each is.
        if (!pair.doubt.empty()) pair.doubt = fmt::format("± {:g} % assumed", 100 * thresholds_.single_run);
        judge(pair, thresholds_, same_work);
        return pair;
    }

    bool all_matched() const {
        return matches_.only_before.empty() && matches_.only_after.empty() && matches_.ambiguous.empty();
    }

    void note_lone(Pair& pair, std::string_view verb) const {
        if (matches_.only_before.empty() && matches_.only_after.empty()) return;
        pair.notes.push_back(fmt::format("it {} what only one side has: {} before, {} after", verb,
                                         counted(matches_.only_before.size(), "point"),
                                         counted(matches_.only_after.size(), "point")));
    }

    std::optional<Pair> measured_pair(std::string& why_not) const {
        const bool same_work = all_matched() && changed_ == 0 && !work_.steps_differ();
        std::optional<Pair> pair;
        if (untimed_ == 0) {
            pair = judged(before_.program.front(), after_.program.front(), same_work);
        } else if (has_walls()) {
            // What ran side by side, or between the points, belongs to no point's time.
            why_not = "cannot be taken out of a profile's wall time";
            return std::nullopt;
        } else {
            const auto left = sum_of(before_, true, 1), right = sum_of(after_, true, 1);
            if (!left || !right) return std::nullopt;
            pair = judged(*left, *right, same_work);
        }
        note_lone(*pair, "includes");
        if (untimed_ > 0) pair->notes.push_back(fmt::format("it leaves out {}", untimed_words()));
        return pair;
    }

    static const PlacedPoint* average_step(const Analysis& analysis, double steps) {
        for (const PlacedPoint& placed : analysis.program)
            if (placed.point.name == "average step") return &placed;
        return steps == 1 ? &analysis.program.front() : nullptr;
    }

    std::optional<Pair> over_same_work() const {
        const std::string steps =
            fmt::format("{:g} before, {:g} after", work_.steps_before, work_.steps_after);
        if (work_.steps_differ() && !work_.calls_chosen && untimed_ == 0) {
            const PlacedPoint* one = average_step(before_, work_.steps_before);
            const PlacedPoint* other = average_step(after_, work_.steps_after);
            if (one != nullptr && other != nullptr) {
                Pair pair = judged(*one, *other, all_matched() && changed_ == 0);
                pair.notes.push_back(fmt::format("steps differ: {}: the average step of each", steps));
                if (changed_ > 0) pair.notes.push_back(fmt::format("calls of a step {}", changed_words()));
                note_lone(pair, "includes");
                return pair;
            }
        }
        const double otherwise = work_.calls_chosen ? 0 : 1;
        const auto left = sum_of(before_, false, otherwise),
                   right = sum_of(after_, false, otherwise * work_.of_steps());
        if (!left || !right) return std::nullopt;
        Pair pair = judged(*left, *right, work_.calls_chosen || all_matched());
        if (work_.steps_differ() && !work_.calls_chosen)
            pair.notes.push_back(fmt::format("steps differ: {}: taken over before's", steps));
        if (changed_ > 0)
            pair.notes.push_back(fmt::format(
                "calls {}: after's time of one call is taken over before's calls{}", changed_words(),
                work_.calls_chosen ? "; a benchmark chooses its calls by its speed" : ""));
        if (has_walls())
            pair.notes.push_back("it is the sum of its points' times: what lies between them is not in it");
        note_lone(pair, work_.calls_chosen ? "leaves out" : "includes");
        if (untimed_ > 0) pair.notes.push_back(fmt::format("it leaves out {}", untimed_words()));
        return pair;
    }

    /// "differ in 2 pairs (k: 10 before, 20 after, …)".
    std::string changed_words() const {
        const Match& match = *first_changed_;
        return fmt::format("differ in {} ({}: {:g} before, {:g} after{})", counted(changed_, "pair"),
                           printable(match.after->point.name), match.before.front()->point.calls,
                           match.after->point.calls, changed_ > 1 ? ", …" : "");
    }

    bool says_more(const Pair& measured, const std::optional<Pair>& same) const {
        if (has_walls() || !same) return true;
        const auto one = measured.seconds.ratio(), other = same->seconds.ratio();
        return !one || !other || *other <= 0 || std::abs(*one / *other - 1) > thresholds_.time_unchanged;
    }

    const Analysis &before_, &after_;
    const Matches& matches_;
    const SameWork& work_;
    const Thresholds& thresholds_;
    std::map<const PlacedPoint*, double> weights_{};  ///< 0: left out
    std::size_t untimed_ = 0, changed_ = 0;           ///< pairs
    const Match *first_untimed_ = nullptr, *first_changed_ = nullptr;
};

}  // namespace

Wholes wholes_of(const Analysis& before, const Analysis& after, const Matches& matches, const SameWork& work,
                 const Thresholds& thresholds, std::vector<Note>& notes) {
    if (before.program.empty() || after.program.empty()) return {};
    return WholeMaker(before, after, matches, work, thresholds).make(notes);
}

}  // namespace mansard::analyzer
