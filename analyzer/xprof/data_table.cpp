#include "analyzer/xprof/data_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::xprof {
namespace {

/// Ids of roofline_model and hlo_stats, and their labels. A label is looked up first: a GPU's table gives the
/// id vmem_write_bw to what it labels "SHM/L1".
constexpr std::array<std::pair<std::string_view, Column>, 50> spellings{{
    {"step", Column::step},
    {"rank", Column::rank},
    {"category", Column::category},
    {"HLO op category", Column::category},
    {"operation", Column::operation},
    {"hlo_op_name", Column::operation},
    {"occurrences", Column::occurrences},
    {"total_time", Column::total_time},
    {"Total Time (us)", Column::total_time},
    {"total_self_time", Column::total_self_time},
    {"Total self time (us)", Column::total_self_time},
    {"measured_flop_rate", Column::flop_rate},
    {"normalized_flop_rate", Column::flop_rate},
    {"Normalized FLOP Rate (GFLOP/s)", Column::flop_rate},
    {"Measured FLOP Rate (GFLOP/s)", Column::flop_rate},
    {"Normalized GFLOP/s", Column::flop_rate},
    {"model_flop_rate", Column::model_flop_rate},
    {"Model FLOP Rate (GFLOP/s)", Column::model_flop_rate},
    {"Model GFLOP/s", Column::model_flop_rate},
    {"measured_memory_bw", Column::memory_bw},
    {"Memory BW (GiB/s)", Column::memory_bw},
    {"Measured memory BW (GiB/s)", Column::memory_bw},
    {"hbm_bw", Column::hbm_bw},
    {"HBM BW (GiB/s)", Column::hbm_bw},
    {"cmem_read_bw", Column::cmem_read_bw},
    {"CMEM Read BW (GiB/s)", Column::cmem_read_bw},
    {"cmem_write_bw", Column::cmem_write_bw},
    {"CMEM Write BW (GiB/s)", Column::cmem_write_bw},
    {"vmem_read_bw", Column::vmem_read_bw},
    {"VMEM Read BW (GiB/s)", Column::vmem_read_bw},
    {"vmem_write_bw", Column::vmem_write_bw},
    {"VMEM Write BW (GiB/s)", Column::vmem_write_bw},
    {"SHM/L1 BW (GiB/s)", Column::l1_bw},
    {"bound_by", Column::bound_by},
    {"total_time_per_core", Column::time_per_core},
    {"Total Time per core (us)", Column::time_per_core},
    {"dma_stall_percent", Column::dma_stall},
    {"%time stalled by DMA", Column::dma_stall},
    {"DMA stall (%)", Column::dma_stall},
    {"% Time stalled by DMA", Column::dma_stall},
    {"include_infeed_outfeed", Column::feeds},
    {"Include Infeed/Outfeed", Column::feeds},
    {"core_type", Column::core_type},
    {"TPU core type", Column::core_type},
    {"parent_op_name", Column::parent},
    {"tf_op_name", Column::framework_op},
    {"Framework op name", Column::framework_op},
    {"HLO op name", Column::operation},
    {"Occurrences", Column::occurrences},
    {"Bound by", Column::bound_by},
}};

/// Letters, digits and % in lower case: "# Occurrences" and "#Occurrences" are one, "Total Time (us)" and
/// "Total Time (%)" are two.
std::string essence(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '%') out += c;
    }
    return out;
}

std::optional<Column> column_of(std::string_view name) {
    const std::string wanted = essence(name);
    for (const auto& [spelling, column] : spellings)
        if (essence(spelling) == wanted) return column;
    return std::nullopt;
}

[[noreturn]] void no_table(const std::string& source, std::string_view what) {
    throw Error(Exit::bad_input, std::string(what),
                {.where = source,
                 .expected = "a table of XProf's roofline_model or hlo_stats, as JSON or CSV",
                 .remedy = "save it again from XProf's page"});
}

std::string cell_text(const Json& cell) {
    if (!cell.is_object()) return "";
    const auto value = cell.find("v");
    if (value == cell.end() || value->is_null()) return "";
    if (value->is_string()) return value->get<std::string>();
    if (value->is_boolean()) return value->get<bool>() ? "true" : "false";
    return value->is_number() ? exact(value->get<double>()) : "";
}

std::string string_at(const Json& object, std::string_view key) {
    if (!object.is_object()) return "";
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// The table itself, or the first of the array that roofline_model writes (the others are diagnostics).
const Json& table_in(const Json& document, const std::string& source) {
    const Json& table = document.is_array() && !document.empty() ? document.front() : document;
    const bool whole = table.is_object() && table.contains("cols") && table["cols"].is_array() &&
                       table.contains("rows") && table["rows"].is_array();
    if (!whole) no_table(source, "there are no \"cols\" and \"rows\"");
    return table;
}

DataTable read_json(std::string_view text, const std::string& source) {
    const TolerantJson json = parse_tolerantly(text, source, "rows");
    const Json& from = table_in(json.document, source);
    DataTable table{.cut_at = json.cut_at};
    std::size_t index = 0;
    for (const Json& column : from["cols"]) {
        auto meaning = column_of(string_at(column, "label"));
        if (!meaning) meaning = column_of(string_at(column, "id"));
        if (meaning) table.columns.try_emplace(*meaning, index);
        ++index;
    }
    if (const auto properties = from.find("p"); properties != from.end() && properties->is_object())
        for (const auto& [key, value] : properties->items())
            table.properties[key] = value.is_string() ? value.get<std::string>() : cell_text({{"v", value}});
    index = 0;
    for (const Json& row : from["rows"]) {
        Row& read = table.rows.emplace_back(Row{.where = fmt::format("row {}", ++index)});
        const auto cells = row.is_object() ? row.find("c") : row.end();
        if (!row.is_object() || cells == row.end() || !cells->is_array()) continue;
        for (const Json& cell : *cells) read.cells.push_back(cell_text(cell));
    }
    return table;
}

DataTable read_csv(std::string_view text) {
    DataTable table;
    bool header = true;
    for (std::size_t at = 0, line = 1; at < text.size();) {
        // A source's path may hold line ends: quotes decide where the record ends.
        std::size_t end = at, lines = 0;
        for (bool quoted = false; end < text.size() && (quoted || text[end] != '\n'); ++end) {
            quoted = quoted != (text[end] == '"');
            lines += text[end] == '\n' ? 1 : 0;
        }
        std::string_view record = text.substr(at, end - at);
        if (record.ends_with('\r')) record.remove_suffix(1);
        if (!record.empty() && header) {
            const std::vector<std::string> names = split_csv_line(record);
            for (std::size_t i = 0; i < names.size(); ++i)
                if (const auto meaning = column_of(names[i])) table.columns.try_emplace(*meaning, i);
            header = false;
        } else if (!record.empty()) {
            table.rows.push_back({.where = fmt::format("line {}", line), .cells = split_csv_line(record)});
        }
        line += lines + 1;
        at = end + 1;
    }
    return table;
}

}  // namespace

std::string_view DataTable::text(const Row& row, Column column) const {
    const auto found = columns.find(column);
    if (found == columns.end() || found->second >= row.cells.size()) return {};
    return row.cells[found->second];
}

bool names_columns(std::string_view head, std::initializer_list<std::string_view> wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](std::string_view name) {
        return head.find(fmt::format("\"{}\"", name)) != std::string_view::npos;
    });
}

DataTable read_table(std::string_view text, const std::string& source) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool json = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    DataTable table = json ? read_json(text, source) : read_csv(text);
    if (!table.has(Column::operation) ||
        !(table.has(Column::total_time) || table.has(Column::total_self_time)))
        no_table(source, "there is no table with operations and their times");
    return table;
}

}  // namespace mansard::analyzer::xprof
