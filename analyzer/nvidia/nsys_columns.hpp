// The tables of `nsys stats`: which report one is, and where its columns are, by their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::nvidia {

/// Which report a table is, from the least to the most telling; other: none of kernels.
enum class NsysReport : std::uint8_t { other, summary, summary_by_grid, trace };

/// A column of times, and what one of its unit is in s: ns where none is given, as old versions did; nothing
/// for a unit that is not known.
struct TimeColumn {
    std::size_t at = 0;
    std::optional<double> scale{};
};

struct NsysColumns {
    using Place = std::optional<std::size_t>;
    using Time = std::optional<TimeColumn>;

    NsysReport report = NsysReport::other;
    std::size_t width = 0;
    std::vector<std::string> names{};
    Place name{}, grid_text{}, block_text{};
    Place category{}, calls{};                     ///< of summaries
    Time total{}, mean{}, median{}, min{}, max{};  ///< a summary has a total or a mean
    Time start{}, duration{};                      ///< of traces
    Place grid{}, block{};                         ///< the first of three columns
    Time bytes{};                                  ///< of copies; its scale is B
    Place device{};
};

/// Reads a header: cuda_gpu_kern_sum and its predecessors, …_kern_gb_sum, cuda_gpu_sum, cuda_api_gpu_sum,
/// cuda_gpu_trace, cuda_kern_exec_sum and …_trace, of any version.
NsysColumns nsys_columns(std::vector<std::string> names);

/// The delimiter that makes `line` the header of such a table; nothing where none does.
std::optional<char> nsys_delimiter(std::string_view line);

}  // namespace mansard::analyzer::nvidia
