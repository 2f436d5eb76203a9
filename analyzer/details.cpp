#include "analyzer/details.hpp"

#include <algorithm>

namespace mansard::analyzer {

CallTimes call_times(std::span<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    return {.min = seconds.front(),
            .median = median(seconds),
            .max = seconds.back(),
            .ci95 = quantile_interval(seconds, 0.5)};
}

}  // namespace mansard::analyzer
