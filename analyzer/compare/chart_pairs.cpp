#include "analyzer/compare/chart_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/compare/names.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using chart::has_logarithm;

bool on_axes(const std::optional<double>& value) {
    return value && has_logarithm(*value);
}

std::string name_of_pair(const Pair& pair) {
    constexpr std::size_t columns = 40;  // of each of two names, in the list below the chart
    std::string name = pair.name != pair.name_after ? pair_name(pair.name, pair.name_after, columns)
                       : pair.name.empty()          ? "(no name)"
                                                    : pair.name;
    if (!pair.detail.empty()) name += " (" + pair.detail + ")";
    return chart::visible(name);
}

/// Where both bases of a level are compared, the first: one dot for each level.
std::vector<PairMarker> markers_of(const Pair& pair) {
    std::vector<PairMarker> markers;
    for (const LevelDelta& level : pair.levels) {
        if (!on_axes(level.intensity.before) || !on_axes(level.intensity.after)) continue;
        if (!markers.empty() && markers.back().level == level.level) continue;
        markers.push_back({level.level, *level.intensity.before, *level.intensity.after});
    }
    return markers;
}

std::size_t main_of(const Pair& pair, const std::vector<PairMarker>& markers) {
    for (const std::string* bound : {&pair.bound_before, &pair.bound_after})
        for (std::size_t i = 0; i < markers.size(); ++i)
            if (*bound == name_of(markers[i].level)) return i;
    const auto change = [](const PairMarker& marker) {
        return std::abs(std::log(marker.after / marker.before));
    };
    // The outermost of those that changed alike: what a program can be tuned for.
    std::size_t main = markers.size() - 1;
    for (std::size_t i = markers.size(); i-- > 0;)
        if (change(markers[i]) > change(markers[main]) * 1.05 + 1e-9) main = i;
    return main;
}

std::string why_unplotted(const Pair& pair) {
    if (!on_axes(pair.seconds.before) || !on_axes(pair.seconds.after)) return "no time on both sides";
    if (!pair.flops.before || !pair.flops.after) return "no FLOPs on both sides";
    if (pair.flops.before == 0.0 || pair.flops.after == 0.0) return "0 FLOP";
    if (!on_axes(pair.rate.before) || !on_axes(pair.rate.after)) return "no rate";
    return pair.levels.empty() ? "no level that both sides know" : "no intensity";
}

/// What is known of a pair without a place on the axes.
std::string words_of(const Pair& pair) {
    std::string words = pair.seconds.ratio() ? time_words(pair) + ", " : "";
    return words + std::string(pair.verdict);
}

double share_of(const std::optional<double>& seconds, const Summary& summary) {
    if (!seconds || !summary.seconds_busy || *summary.seconds_busy <= 0) return 0;
    const double share = *seconds / *summary.seconds_busy;
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

void add_lone(const Analysis& analysis, const std::vector<std::string>& names, bool before, std::size_t top,
              ComparisonPoints& out) {
    const std::set<std::string_view> wanted(names.begin(), names.end());
    std::size_t taken = 0;
    for (const PlacedPoint& placed : analysis.points) {
        if (!wanted.contains(placed.point.name) || taken++ >= top) continue;
        chart::ChartPoints one = chart::place_points({&placed, 1});
        for (chart::ChartPoint& point : one.plotted) out.lone.push_back({before, std::move(point)});
        for (chart::Unplotted& point : one.unplotted) {
            point.number = 0;
            point.reason = fmt::format("only {}, {}", before ? "before" : "after", point.reason);
            out.unplotted.push_back(std::move(point));
        }
    }
}

}  // namespace

ComparisonPoints comparison_points(const Comparison& comparison, std::size_t top) {
    ComparisonPoints out;
    const std::size_t shown = std::min({top, comparison.pairs.size(), chart::most_points});
    out.outside = comparison.pairs.size() - shown;
    for (std::size_t i = 0; i < shown; ++i) {
        const Pair& pair = comparison.pairs[i];
        std::vector<PairMarker> markers = markers_of(pair);
        if (!on_axes(pair.rate.before) || !on_axes(pair.rate.after) || markers.empty()) {
            out.unplotted.push_back({.number = i + 1,
                                     .name = name_of_pair(pair),
                                     .reason = why_unplotted(pair),
                                     .detail = words_of(pair)});
            continue;
        }
        const std::size_t main = main_of(pair, markers);
        out.pairs.push_back({.number = i + 1,
                             .name = name_of_pair(pair),
                             .pair = &pair,
                             .verdict = &find_verdict(pair.verdict),
                             .rate_before = *pair.rate.before,
                             .rate_after = *pair.rate.after,
                             .share_before = share_of(pair.total_seconds.before, comparison.before.summary),
                             .share_after = share_of(pair.total_seconds.after, comparison.after.summary),
                             .markers = std::move(markers),
                             .main = main});
    }
    add_lone(comparison.before, comparison.only_before, true, top, out);
    add_lone(comparison.after, comparison.only_after, false, top, out);
    return out;
}

std::vector<chart::ChartPoint> dots_of(const ComparisonPoints& points) {
    std::vector<chart::ChartPoint> dots;
    for (const ChartPair& pair : points.pairs)
        for (const bool before : {true, false}) {
            chart::ChartPoint& dot = dots.emplace_back();
            dot.rate = before ? pair.rate_before : pair.rate_after;
            dot.main = pair.main;
            for (const PairMarker& marker : pair.markers)
                dot.markers.push_back({marker.level, before ? marker.before : marker.after});
        }
    for (const LonePoint& lone : points.lone) dots.push_back(lone.point);
    return dots;
}

std::vector<chart::ChartRoof> comparison_roofs(const Comparison& comparison, std::size_t top) {
    std::vector<chart::ChartRoof> roofs =
        chart::select_roofs(comparison.after, chart::shown_points(comparison.after, top));
    // What bound a point before is what it has left behind: that roof belongs on the chart, too.
    for (chart::ChartRoof& roof :
         chart::select_roofs(comparison.before, chart::shown_points(comparison.before, top))) {
        const auto same = std::find_if(roofs.begin(), roofs.end(), [&](const chart::ChartRoof& other) {
            return other.name == roof.name && other.bus == roof.bus;
        });
        if (same == roofs.end()) {
            roofs.push_back(std::move(roof));
        } else if (roof.value > same->value) {
            roof.low = std::min(roof.low, same->low);
            *same = std::move(roof);
        } else {
            same->low = std::min(roof.low, same->low);
        }
    }
    std::stable_sort(roofs.begin(), roofs.end(), [](const chart::ChartRoof& a, const chart::ChartRoof& b) {
        return a.kind != b.kind ? a.kind == Kind::compute : a.value > b.value;
    });
    for (chart::ChartRoof& roof : roofs) roof.plain = true;
    return roofs;
}

std::string time_words(const Pair& pair) {
    const auto ratio = pair.seconds.ratio();
    return ratio ? plain(*ratio) + " × the time" : "no time";
}

std::string bound_words(const Pair& pair) {
    if (pair.bound_before.empty() && pair.bound_after.empty()) return "";
    if (pair.bound_before == pair.bound_after) return pair.bound_after;
    const auto known = [](const std::string& bound) { return bound.empty() ? std::string("?") : bound; };
    return known(pair.bound_before) + " → " + known(pair.bound_after);
}

}  // namespace mansard::analyzer
