// The columns of what rocprof, rocprofv3 and rocprof-compute write, whichever version named them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/delimited.hpp"
#include "analyzer/metrics/event_sums.hpp"

namespace mansard::analyzer::rocm {

/// Whether a header is of a table of dispatches, of their counters, or of totals by kernel.
bool is_header(const Header& keys);

/// "vecCopy(double*, int) [clone .kd]" → "vecCopy(double*, int)".
std::string kernel_name(std::string_view name);

/// The counter of a column or row, without _sum and channel: "TCC_EA_RDREQ[3]" → "TCC_EA_RDREQ".
struct CounterName {
    std::string base{};
    bool channel = false;  ///< one of many that add up to the sum
};
CounterName counter_name(std::string_view name);

struct CounterColumn {
    std::size_t column = 0, place = 0;
};

struct Columns {
    explicit Columns(const DelimitedTable& table);

    std::optional<std::size_t> name, start, end, device, dispatch, process, kind;
    std::optional<std::size_t> grid[3]{}, block[3]{};
    std::optional<std::size_t> counter_name, counter_value;      ///< one row for each counter
    std::optional<std::size_t> calls, total_ns, min_ns, max_ns;  ///< one row for each kernel

    /// The counters of wide tables; single channels only where there is no sum.
    static std::vector<CounterColumn> counters(const DelimitedTable& table, const metrics::EventSums& sums);
};

/// Whether a counter tells the generation; and whether it is MI300 or a later one.
bool generation_known(const DelimitedTable& table);
bool is_newer(const DelimitedTable& table);

}  // namespace mansard::analyzer::rocm
