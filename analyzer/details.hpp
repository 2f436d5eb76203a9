// What only some profilers know of a point, and most points lack: held apart, so that the others stay small.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/statistics.hpp"

namespace mansard::analyzer {

/// Times of single calls, s.
struct CallTimes {
    double min = 0, median = 0, max = 0;
    std::optional<Interval> ci95{};  ///< of the median; nothing with fewer than six calls
};

/// Of one call or more; `seconds` is reordered.
CallTimes call_times(std::span<double> seconds);

/// A number of the profiler's that is no time, FLOP or byte, in the profiler's own unit: what rules read
/// ("mac_ratio", "achieved_occupancy").
struct Metric {
    std::string name{};
    double value = 0;
};

struct Details {
    std::optional<std::int64_t> launch{};     ///< the profiler's number of this launch
    std::string grid{}, block{};              ///< of a kernel: "12,1,1"; blocks and threads
    std::string shapes{};                     ///< of an op's tensors, as the profiler writes them
    std::vector<std::string> regions{};       ///< it ran in, outermost first: NVTX ranges, modules, steps
    std::optional<CallTimes> call_seconds{};  ///< where the calls were seen one by one
    std::optional<double> clock_hz{};         ///< of the core while it ran
    std::optional<double> coverage{};  ///< share of the time that its counters ran, 0 … 1 (multiplexing)
    std::vector<Metric> metrics{};
    std::string verdict{};  ///< the profiler's own words on what bounds it
};

}  // namespace mansard::analyzer
