#include "analyzer/compare/fold_steps.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/launches.hpp"
#include "analyzer/place.hpp"
#include "analyzer/settings.hpp"

namespace mansard::analyzer {
namespace {

/// What Launches does not tell apart.
using Kind = std::tuple<int, std::string>;

Kind kind_of(const Point& point) {
    return {point.threads.value_or(0), point.details ? point.details->shapes : ""};
}

}  // namespace

std::size_t fold_steps(Analysis& analysis) {
    std::map<Kind, Launches> kinds;
    std::vector<PlacedPoint> points;
    std::size_t folded = 0;
    for (PlacedPoint& placed : analysis.points) {
        if (placed.point.step.empty()) {
            points.push_back(std::move(placed));
            continue;
        }
        ++folded;
        Point point = std::move(placed.point);
        point.step = Label();
        Launches& same = kinds.try_emplace(kind_of(point), false).first->second;
        same.add(std::move(point));
    }
    const Settings settings;
    Placer placer(analysis.ceilings ? &*analysis.ceilings : nullptr, settings, std::nullopt,
                  &analysis.arenas.add());
    const double busy = analysis.summary.seconds_busy.value_or(0);
    for (auto& [kind, launches] : kinds) {
        Profile sums;
        launches.finish(sums);
        for (; !sums.points.empty(); sums.points.pop_front()) {
            Point point = std::move(sums.points.front());
            if (const std::string& shapes = std::get<1>(kind); !shapes.empty()) {
                Details details = point.details ? *point.details : Details{};
                details.shapes = shapes;
                point.details = std::make_shared<const Details>(std::move(details));
            }
            PlacedPoint& placed = points.emplace_back(placer.place(std::move(point)));
            if (busy > 0 && placed.point.seconds) placed.share = quotient(*placed.point.seconds, busy);
        }
    }
    std::stable_sort(points.begin(), points.end(), [](const PlacedPoint& a, const PlacedPoint& b) {
        return a.point.seconds.value_or(0) > b.point.seconds.value_or(0);
    });
    analysis.points = std::move(points);
    return folded;
}

}  // namespace mansard::analyzer
