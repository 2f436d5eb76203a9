#include "analyzer/chart/window.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace mansard::analyzer::chart {
namespace {

/// Ridges that take the whole axis leave no room for points.
constexpr double least_room = 3;

std::vector<double> sorted_logs(const std::vector<double>& values) {
    std::vector<double> logs;
    logs.reserve(values.size());
    for (const double value : values)
        if (has_logarithm(value)) logs.push_back(std::log10(value));
    std::sort(logs.begin(), logs.end());
    return logs;
}

using Sorted = std::vector<double>;

struct Stretch {
    double low = 0, high = 0;
    std::ptrdiff_t mains = 0, sides = 0;

    bool better_than(const Stretch& other) const {
        return std::tuple(mains, sides, other.high - other.low) >
               std::tuple(other.mains, other.sides, high - low);
    }
};

/// How many of the values lie within, and the last of them.
std::ptrdiff_t count_in(const Sorted& values, double low, double limit, double& high) {
    const auto first = std::lower_bound(values.begin(), values.end(), low);
    const auto last = std::upper_bound(first, values.end(), limit);
    if (last != first) high = std::max(high, *std::prev(last));
    return last - first;
}

/// The best stretch that begins at a value (or where `needed` does) and is no longer than `decades`.
Stretch best_stretch(const Extent& needed, const Sorted& mains, const Sorted& sides, double decades) {
    Sorted starts;
    std::merge(mains.begin(), mains.end(), sides.begin(), sides.end(), std::back_inserter(starts));
    if (!needed.empty()) {
        starts.push_back(needed.low());
        std::erase_if(starts, [&](double start) { return start > needed.low(); });
        decades = std::max(decades, needed.high() - needed.low() + least_room);
    }
    Stretch best{.mains = -1};
    for (const double start : starts) {
        if (!needed.empty() && start + decades < needed.high()) continue;
        Stretch stretch{.low = start, .high = needed.empty() ? start : needed.high()};
        // Rounding must not push out the value that the length was taken from.
        const double limit = start + decades + 1e-9;
        stretch.mains = count_in(mains, start, limit, stretch.high);
        stretch.sides = count_in(sides, start, limit, stretch.high);
        if (stretch.better_than(best)) best = stretch;
    }
    return best;
}

}  // namespace

Extent window(const Wanted& wanted) {
    const Sorted mains = sorted_logs(wanted.mains), sides = sorted_logs(wanted.sides);
    if (wanted.needed.empty() && mains.empty() && sides.empty()) return {};
    Stretch stretch = best_stretch(wanted.needed, mains, sides, usual_decades);
    if (2 * stretch.mains < std::ssize(mains))
        stretch = best_stretch(wanted.needed, mains, sides, most_decades);
    Extent extent;
    extent.cover_log(stretch.low);
    extent.cover_log(stretch.high);
    return extent;
}

}  // namespace mansard::analyzer::chart
