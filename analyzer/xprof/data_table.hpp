// XProf's tables: a Google DataTable as JSON, or the CSV that its pages save.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::xprof {

/// What a column holds, by whatever name the tool and the form give it.
enum class Column : std::uint8_t {
    step,
    rank,
    category,
    operation,
    occurrences,
    total_time,       ///< µs, of the ops within it too
    total_self_time,  ///< µs
    flop_rate,        ///< GFLOP/s over the total time, normalized to the device's peak
    model_flop_rate,  ///< GFLOP/s over the total time, as the model's author counts
    memory_bw,        ///< GiB/s over the total time; so are those of the memories
    hbm_bw,
    cmem_read_bw,
    cmem_write_bw,
    vmem_read_bw,
    vmem_write_bw,
    l1_bw,  ///< of a GPU, with shared memory
    bound_by,
    time_per_core,  ///< µs
    dma_stall,      ///< share of the total time
    feeds,          ///< whether the table counts in-feed and out-feed
    core_type,
    parent,
    framework_op,
};

struct Row {
    std::string where{};               ///< "line 7", "row 6"
    std::vector<std::string> cells{};  ///< as text; empty where there is none
};

struct DataTable {
    std::map<Column, std::size_t> columns{};
    std::vector<Row> rows{};
    std::map<std::string, std::string> properties{};  ///< device_type, peak_hbm_bw, …; a CSV has none
    std::string cut_at{};                             ///< where the file breaks off

    bool has(Column column) const { return columns.contains(column); }
    /// Empty where the row has no such cell.
    std::string_view text(const Row& row, Column column) const;
};

/// Whether the first bytes of a file hold all `wanted` names of columns, each in quotes, as both forms write
/// them.
bool names_columns(std::string_view head, std::initializer_list<std::string_view> wanted);

/// Reads either form. Throws Error{bad_input}, naming `source`, where there is no table with columns.
DataTable read_table(std::string_view text, const std::string& source);

}  // namespace mansard::analyzer::xprof
