// FLOPs and bytes of a row, from its counters.
#pragma once

#include <optional>

#include "analyzer/gbench/row.hpp"

namespace mansard::analyzer::gbench {

/// What turns a counter's value into a count over all iterations of all threads.
struct Scale {
    double per_iteration = 1;              ///< iterations of one thread
    std::optional<double> rate_seconds{};  ///< the time that rates were divided by
};

/// Adds the counters of `json` that `map` knows to the row's point. Of several for one quantity the first by
/// rank is taken, and a note says where another disagrees. A value that is none makes the row faulty.
void take_counters(const Json& json, const CounterMap& map, const Scale& scale, int threads, Row& row);

}  // namespace mansard::analyzer::gbench
