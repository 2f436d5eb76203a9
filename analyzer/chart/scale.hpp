// Logarithmic axes: where a value lies, and which decades are marked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::chart {

/// Values are positive; bounds are kept as decimal logarithms, so that they cannot overflow.
struct LogScale {
    double low = 0, high = 1;  ///< log10 of the ends of the axis
    double from = 0, to = 1;   ///< px of the ends

    double at(double value) const;                                ///< px
    double at_log(double log_value) const;                        ///< px
    double decade() const { return (to - from) / (high - low); }  ///< px per decade, signed
};

struct Tick {
    double log_value = 0;
    std::string label{};  ///< empty for a minor tick
};

/// Whether the value has a place on a logarithmic axis.
bool has_logarithm(double value);

/// Collects what an axis must cover.
class Extent {
  public:
    void cover(double value);  ///< ignores what has no logarithm
    void cover_log(double log_value);
    bool empty() const { return empty_; }
    double low() const { return low_; }    ///< log10 of the smallest value
    double high() const { return high_; }  ///< log10 of the largest value

  private:
    bool empty_ = true;
    double low_ = 0, high_ = 0;
};

/// Ends of an axis (log10) that covers `extent` with `below` and `above` decades to spare and at least `span`
/// decades in all, moved outwards to 1, 2 or 5 times a power of ten.
LogScale scale_over(const Extent& extent, double below, double above, double span);

/// Ticks at decades (every second, third, … decade where there are many) with labels; 2 … 9 between them as
/// long as there is room, with labels at 2 and 5 on an axis of two decades or less. `unit` empty: bare
/// numbers.
std::vector<Tick> ticks(const LogScale& scale, std::string_view unit);

}  // namespace mansard::analyzer::chart
