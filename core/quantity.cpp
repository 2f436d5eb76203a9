#include "core/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

namespace mansard {
namespace {

/// `value` with `digits` significant digits in fixed notation.
std::string significant(double value, int digits) {
    int magnitude = value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
    // 0.99996 rounds to 1.00, which has a digit more before the dot.
    if (std::abs(value) >= std::pow(10.0, magnitude + 1) - 0.5 * std::pow(10.0, magnitude + 1 - digits))
        ++magnitude;
    return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - magnitude));
}

}  // namespace

Quantity measured(double value) {
    if (!std::isfinite(value)) return missing("not a finite number");
    return {value, ""};
}

Quantity missing(std::string reason) {
    return {std::nullopt, std::move(reason)};
}

std::string si(double value, std::string_view unit, int digits) {
    if (value == 0) return fmt::format("0 {}", unit);
    static constexpr std::array<std::string_view, 13> prefixes{"p", "n", "µ", "m", "",  "k", "M",
                                                               "G", "T", "P", "E", "Z", "Y"};
    int step = static_cast<int>(std::floor(std::log10(std::abs(value)) / 3.0));
    step = std::min(std::max(step, -4), 8);
    double scaled = value / std::pow(1000.0, step);
    // Beyond the prefixes: a point of 1e-300 s must not print three hundred zeros.
    if (std::abs(scaled) < 1e-3 || std::abs(scaled) >= 1e6)
        return fmt::format("{:.{}e} {}", value, digits - 1, unit);
    // 999.96 with three digits would print as "1000": move on to the next prefix.
    if (std::abs(scaled) >= 1000.0 - 0.5 * std::pow(10.0, 3 - digits) && step < 8) scaled /= 1000.0, ++step;
    // Beyond the prefixes a number would be hundreds of digits long.
    if (std::abs(scaled) >= 1e6 || std::abs(scaled) < 1e-3)
        return fmt::format("{:.{}e} {}", value, digits - 1, unit);
    return fmt::format("{} {}{}", significant(scaled, digits), prefixes[static_cast<std::size_t>(step + 4)],
                       unit);
}

std::string binary_size(double bytes) {
    static constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) bytes /= 1024, ++unit;
    const bool whole = bytes == std::floor(bytes);
    return whole ? fmt::format("{:.0f} {}", bytes, units[unit])
                 : fmt::format("{:.1f} {}", bytes, units[unit]);
}

std::string plain(double value, int digits) {
    if (value == 0) return "0";
    const double magnitude = std::abs(value);
    if (magnitude < 1e-3 || magnitude >= 1e6) return fmt::format("{:.{}e}", value, digits - 1);
    return significant(value, digits);
}

std::string exact(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end};
}

}  // namespace mansard
