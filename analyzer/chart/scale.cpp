#include "analyzer/chart/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/chart/text.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr int most_labels = 10;
constexpr int most_decades_with_minor_ticks = 9;

double snap_down(double log_value) {
    const double decade = std::floor(log_value + 1e-9);
    double best = decade;
    for (const double step : {2.0, 5.0})
        if (decade + std::log10(step) <= log_value + 1e-9) best = decade + std::log10(step);
    return best;
}

double snap_up(double log_value) {
    const double decade = std::floor(log_value - 1e-9);
    for (const double step : {1.0, 2.0, 5.0})
        if (decade + std::log10(step) >= log_value - 1e-9) return decade + std::log10(step);
    return decade + 1;
}

std::string label_of(int decade, int digit, std::string_view unit) {
    const double value = digit * std::pow(10.0, decade);
    // Beyond the prefixes a power of ten is shorter and safer than any decimal.
    if (unit.empty())
        return decade >= -4 && decade <= 5 ? plain(value, 1) : fmt::format("{}e{}", digit, decade);
    return decade >= -12 && decade < 27 ? si(value, unit, 1) : fmt::format("{}e{} {}", digit, decade, unit);
}

}  // namespace

double LogScale::at(double value) const {
    return at_log(std::log10(value));
}

double LogScale::at_log(double log_value) const {
    return from + (log_value - low) * decade();
}

bool has_logarithm(double value) {
    return value > 0 && std::isfinite(value);
}

void Extent::cover(double value) {
    if (has_logarithm(value)) cover_log(std::log10(value));
}

void Extent::cover_log(double log_value) {
    low_ = empty_ ? log_value : std::min(low_, log_value);
    high_ = empty_ ? log_value : std::max(high_, log_value);
    empty_ = false;
}

LogScale scale_over(const Extent& extent, double below, double above, double span) {
    double low = extent.low() - below, high = extent.high() + above;
    if (high - low < span) {
        const double missing = span - (high - low);
        low -= missing / 2;
        high += missing / 2;
    }
    return {.low = snap_down(low), .high = snap_up(high)};
}

std::vector<Tick> ticks(const LogScale& scale, std::string_view unit) {
    const int first = static_cast<int>(std::floor(scale.low)), last = static_cast<int>(std::ceil(scale.high));
    const int step = std::max(1, (last - first + most_labels - 1) / most_labels);
    const bool minor = last - first <= most_decades_with_minor_ticks;
    const bool label_minor = scale.high - scale.low <= 2.0 + 1e-9;
    std::vector<Tick> out;
    for (int decade = first; decade <= last; ++decade)
        for (int digit = 1; digit <= (minor ? 9 : 1); ++digit) {
            const double log_value = decade + std::log10(digit);
            if (log_value < scale.low - 1e-9 || log_value > scale.high + 1e-9) continue;
            const bool labelled = digit == 1 ? decade % step == 0 : label_minor && (digit == 2 || digit == 5);
            if (!labelled && digit == 1 && !minor) continue;
            out.push_back({log_value, labelled ? label_of(decade, digit, unit) : ""});
        }
    return out;
}

}  // namespace mansard::analyzer::chart
