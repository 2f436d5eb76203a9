// What likwid-perfctr prints, as blocks: one group of counters of one region (or of the whole program).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::likwid {

/// One row of a table: an event or a metric.
struct Row {
    std::string name{}, counter{};
    std::vector<std::optional<double>> values{};  ///< by column; nothing for "-", nan and inf
    std::optional<double> sum{}, max{};           ///< of the STAT table
};

struct Block {
    std::string region{};                ///< empty: the whole program
    std::string group{};                 ///< "FLOPS_DP"
    int group_number = 0;                ///< groups of one run have different ones; 0 if not given
    std::size_t line = 0;                ///< where it begins, from 1
    std::vector<std::string> columns{};  ///< "HWThread 0", "Core 3", "GPU 0"
    std::vector<Row> events{}, metrics{};
    /// s: the longest of the columns, from where it is written with most digits; and that of each column.
    std::optional<double> seconds{};
    std::vector<std::optional<double>> column_seconds{};
    std::optional<double> calls{};  ///< of the region, the most of any thread
    std::string fault{};            ///< why it is no whole block: the file breaks off in it

    bool is_gpu() const { return !columns.empty() && columns[0].starts_with("GPU"); }
};

struct Tables {
    std::string cpu{};  ///< the model's name
    std::vector<Block> blocks{};
    std::string complaint{};      ///< the first line in which LIKWID says what went wrong
    bool ends_in_number = false;  ///< a count is the last of the file, without a line end: it may be cut
};

/// Reads CSV (-O, -o file.csv) and ASCII tables of every version, also in between a program's own output.
Tables read_tables(std::string_view text);

}  // namespace mansard::analyzer::likwid
