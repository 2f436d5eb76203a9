// The tables of Nsight Compute's CSV pages: one row for each metric, or one for each launch.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/nvidia/ncu_launches.hpp"
#include "core/csv.hpp"

namespace mansard::analyzer::nvidia {

/// The delimiter that makes a line the header of such a table, in any version's layout and order of columns;
/// nothing where none does. Tables that were exported from the window of Nsight Compute, or written again by
/// another program, are known, too.
std::optional<char> ncu_delimiter(std::string_view line);
/// Whether these are the names of such a table's columns.
bool is_ncu_header(const std::vector<std::string>& names);

/// Whether a line begins the text blocks of one process: "[1234] program@host".
bool is_ncu_process(std::string_view line);

/// messages: the profiler's own lines alone, so far as can be seen.
enum class NcuLayout : std::uint8_t { none, csv, text, messages };
/// By the first bytes; where these hold nothing but messages, by the whole file.
NcuLayout ncu_layout(const std::filesystem::path& path, std::string_view head);

/// Reads tables and what stands between them.
class NcuTable {
  public:
    NcuTable(std::string source, NcuLaunches& launches) : source_(std::move(source)), launches_(launches) {}

    /// Reads on from a header, at which `reader` stands, to the end of the file.
    void read(CsvReader& reader);

  private:
    using Fields = std::vector<std::string_view>;
    using Place = std::optional<std::size_t>;
    struct Columns {
        Place id{}, process{}, kernel{}, grid{}, block{}, device{}, device_name{}, capability{},
            invocations{}, push_pop{}, start_stop{}, metric{}, unit{}, value{}, rule{}, rule_text{};
        std::size_t nvtx_tail = 2;  ///< fields behind the name of a range
    };
    /// A row's metric, which the same row of the launch before usually had.
    struct Known {
        std::string name{}, unit{};
        MetricColumn column{};
    };

    void read_header(const Fields& fields);
    bool is_row(const Fields& fields) const;
    RawLaunch* launch_without_id(const Fields& fields);
    void read_row(const Fields& fields, std::size_t line);
    RawLaunch* launch_of(const Fields& fields, std::size_t line);
    void describe(RawLaunch& launch, const Fields& fields);
    void read_long(RawLaunch& launch, const Fields& fields);
    void read_wide(RawLaunch& launch, const Fields& fields);
    void reject(const Fields& fields, std::size_t line, std::string reason);

    std::string source_;
    NcuLaunches& launches_;
    Columns columns_{};
    std::size_t width_ = 0;                       ///< fields that a row must have
    std::vector<std::string> names_{}, units_{};  ///< "gpu__time_duration.sum [us]" in its two parts
    std::vector<std::pair<std::size_t, MetricColumn>> wide_{};
    bool units_follow_ = false;
    std::vector<Known> known_{};
    std::size_t row_ = 0;  ///< of the launch
    RawLaunch* last_ = nullptr;
    std::string last_id_{}, last_process_{};
    std::uint64_t counted_ = 0;                          ///< launches of tables that number none
    std::set<std::string, std::less<>> last_metrics_{};  ///< of the last of these
};

}  // namespace mansard::analyzer::nvidia
