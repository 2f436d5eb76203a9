#include "ceilings/plateau.hpp"

#include <algorithm>
#include <map>

namespace mansard::ceilings {
namespace {

constexpr std::size_t least_sweep_points = 6;
constexpr std::size_t least_plateau_points = 3;
constexpr double least_plateau_span = 2;
// Noise of ±5 % moves a point by 10 % against the plateau's best; neighbouring levels differ by 25 % and
// more.
constexpr double on_plateau = 0.85;
constexpr double below_plateau = 0.80;
constexpr std::size_t least_points_below = 2;

/// One point per size with the best rate seen there: other programs can only take from it.
std::vector<SweepPoint> best_by_size(std::span<const SweepPoint> points) {
    std::map<double, double> best;
    for (const SweepPoint& point : points) {
        double& rate = best[point.bytes];
        rate = std::max(rate, point.rate);
    }
    std::vector<SweepPoint> out;
    out.reserve(best.size());
    for (const auto& [bytes, rate] : best) out.push_back({bytes, rate});
    return out;
}

/// Index one past the last point, from `first` on, whose rate is at least `rate`. Rates fall.
std::size_t run_end(std::span<const SweepPoint> points, std::size_t first, double rate) {
    while (first < points.size() && points[first].rate >= rate) ++first;
    return first;
}

}  // namespace

std::vector<double> plateau_ends(std::span<const SweepPoint> points) {
    std::vector<SweepPoint> curve = best_by_size(points);
    if (curve.size() < least_sweep_points) return {};
    for (std::size_t i = curve.size() - 1; i-- > 0;)
        curve[i].rate = std::max(curve[i].rate, curve[i + 1].rate);

    std::vector<double> ends;
    for (std::size_t first = 0; first < curve.size();) {
        std::size_t end = run_end(curve, first, on_plateau * curve[first].rate);
        const bool flat = end - first >= least_plateau_points &&
                          curve[end - 1].bytes >= least_plateau_span * curve[first].bytes;
        if (!flat) {
            ++first;
            continue;
        }
        // The first point may belong to the slope that leads here: what most of the run reaches is the level.
        const double level = curve[first + (end - first) / 2].rate;
        end = std::max(end, run_end(curve, first, on_plateau * level));
        const std::size_t below = curve.size() - run_end(curve, first, below_plateau * level);
        if (below >= least_points_below) ends.push_back(curve[end - 1].bytes);
        first = end;
    }
    return ends;
}

}  // namespace mansard::ceilings
