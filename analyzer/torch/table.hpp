// The table that key_averages().table() prints, as rows of texts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::torch {

struct TableRow {
    std::size_t line = 0;  ///< in the file, from 1
    std::vector<std::string> cells{};
};

/// One printed table: a ruler of dashes, a header, a ruler, rows, a ruler, and totals.
struct Table {
    std::vector<std::string> columns{};
    std::vector<TableRow> rows{};
    std::optional<double> host_seconds{},
        device_seconds{};   ///< "Self CPU time total", "Self CUDA time total" ("CUDA time total" up to 1.5)
    bool is_whole = false;  ///< its last ruler is there
};

/// All tables in `text`, which may hold anything else beside them.
std::vector<Table> find_tables(std::string_view text);

/// "1.234ms", "12.000us", "3.5s" in s; nothing for other text.
std::optional<double> seconds(std::string_view cell);

/// Where a table's columns stand; nothing for one that it lacks.
struct Columns {
    std::optional<std::size_t> name{}, calls{}, shapes{}, self_host{}, self_device{}, flops{};
    bool inclusive = false;  ///< self_device holds the time of operations within an operation, too
    double flop_scale = 1;   ///< of the FLOPs column: 1e9 for "Total GFLOPs"
    std::string device{};    ///< the device's word: "CUDA", "XPU"; empty if there is none
};
Columns columns_of(const Table& table);

}  // namespace mansard::analyzer::torch
