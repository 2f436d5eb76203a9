// Text for charts and pages: names made safe, numbers made short, and how wide text will be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/statistics.hpp"

namespace mansard::analyzer::chart {

/// `text` with everything that is no visible character written out: controls as \n or \x1b, bytes that are no
/// UTF-8 as \xff, and code points that XML 1.0 forbids or that reorder text (U+202E and its kind) as
/// \u{202e}.
std::string visible(std::string_view text);

/// visible() text that can stand in XML or HTML, in an element or in a quoted attribute.
std::string markup(std::string_view text);

/// At most `columns` code points of visible text, the last one an ellipsis if something was cut.
std::string shorten(std::string_view text, std::size_t columns);

/// Width in px of `text` at font size `size` px: an upper estimate over the usual sans-serif fonts.
double text_width(std::string_view text, double size);

/// As much of `text` as fits into `width` px, with an ellipsis if something was cut.
std::string fit(std::string_view text, double size, double width);

/// si() with a fall-back to exponents where no prefix exists.
std::string quantity(double value, std::string_view unit, int digits = 3);

/// "19.7 GB/s [19.2, 20.0]": the bounds in the prefix of the value; just the value without an interval.
std::string with_interval(double value, std::string_view unit, const std::optional<Interval>& interval);

/// 0.963 is "96.3 %".
std::string percent(double fraction);

/// A coordinate: at most two decimals, never "-0".
std::string px(double value);

}  // namespace mansard::analyzer::chart
