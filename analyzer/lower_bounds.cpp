#include "analyzer/lower_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/verdict.hpp"
#include "core/machine.hpp"

namespace mansard::analyzer {

bool flops_at_least(const Point& point) {
    return std::any_of(point.flops.begin(), point.flops.end(), [](const auto& f) { return f.at_least; });
}

bool say_nothing(std::span<const FlopCount> flops) {
    return std::any_of(flops.begin(), flops.end(), [](const auto& f) { return f.at_least; }) &&
           std::none_of(flops.begin(), flops.end(), [](const auto& f) { return f.count > 0; });
}

bool bytes_at_least(const Point& point, Level level) {
    return std::any_of(point.bytes.begin(), point.bytes.end(),
                       [level](const auto& b) { return b.level == level && b.at_least; });
}

std::string_view rate_mark(const Point& point) {
    return flops_at_least(point) ? "≥ " : "";
}

std::string_view quotient_mark(bool dividend_at_least, bool divisor_at_least) {
    if (dividend_at_least && divisor_at_least) return "? ";
    return dividend_at_least ? "≥ " : divisor_at_least ? "≤ " : "";
}

std::string_view intensity_mark(const Point& point, Level level) {
    return quotient_mark(flops_at_least(point), bytes_at_least(point, level));
}

std::string unsure_of(const Point& point, const Component& bound) {
    std::string text;
    if (flops_at_least(point)) append_reason(text, "its FLOPs are a lower bound");
    const auto add = [&](Level level) {
        if (bytes_at_least(point, level))
            append_reason(text, fmt::format("its {} bytes are a lower bound", name_of(level)));
    };
    add(outermost);
    if (bound.level && *bound.level != outermost) add(*bound.level);
    return text;
}

}  // namespace mansard::analyzer
