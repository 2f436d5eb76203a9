// Ascend's statistic of op types: op_statistic*.csv of msprof and torch_npu. Times and calls of each type.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyzer/ascend/folder.hpp"
#include "analyzer/ascend/metric_names.hpp"
#include "analyzer/ascend/tensors.hpp"
#include "analyzer/files_in.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/lines.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using ascend::is_missing;
using ascend::trimmed;

constexpr std::size_t none = ~std::size_t{0};

struct Columns {
    std::size_t device = none, type = none, core = none, count = none, total = none, min = none, avg = none,
                max = none;
    bool complete() const { return type != none && core != none && count != none && total != none; }
};

Columns columns_of(const auto& header) {
    Columns columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string_view name = trimmed(header[i]);
        if (name == "Device_id") columns.device = i;
        if (name == "OP Type") columns.type = i;
        if (name == "Core Type") columns.core = i;
        if (name == "Count") columns.count = i;
        if (name == "Total Time(us)") columns.total = i;
        if (name == "Min Time(us)") columns.min = i;
        if (name == "Avg Time(us)") columns.avg = i;
        if (name == "Max Time(us)") columns.max = i;
    }
    return columns;
}

/// One row, or why it is no point.
struct Row {
    Point point{};
    std::string type{}, fault{};
};

Row read_row(const std::vector<std::string_view>& fields, const Columns& columns) {
    const auto cell = [&](std::size_t at) {
        return at < fields.size() ? trimmed(fields[at]) : std::string_view();
    };
    Row row{.type = escape_invalid_utf8(cell(columns.type))};
    if (row.type.empty()) row.fault = "it has no type";
    const auto amount = [&](std::size_t at, std::string_view name) {
        const ReadNumber read = read_number(cell(at));
        if (read.fault != nullptr && row.fault.empty()) row.fault = fault_text(name, cell(at), read.fault);
        return read.value;
    };
    Point& point = row.point;
    point.name = row.type;
    point.granularity = Granularity::op;
    point.calls = amount(columns.count, "Count");
    point.seconds = amount(columns.total, "Total Time(us)") * 1e-6;
    if (row.fault.empty() && point.calls < 1) row.fault = "its number of calls is none";
    if (!is_missing(cell(columns.core))) point.category = Label(escape_invalid_utf8(cell(columns.core)));
    if (!is_missing(cell(columns.device)))
        point.device = Label("Ascend NPU " + escape_invalid_utf8(cell(columns.device)));
    Details details;
    const auto add = [&](std::string name, std::size_t at) {
        if (const ReadNumber read = read_number(cell(at)); read.fault == nullptr && read.value > 0)
            details.metrics.push_back({.name = std::move(name), .value = read.value});
    };
    add("shortest_call_us", columns.min);
    add("average_call_us", columns.avg);
    add("longest_call_us", columns.max);
    point.details = std::make_shared<const Details>(std::move(details));
    return row;
}

Profile import_table(const std::filesystem::path& path) {
    CsvReader reader(path);
    std::vector<std::string_view> fields;
    const bool any = reader.next(fields);
    const Columns columns = any ? columns_of(fields) : Columns{};
    if (!columns.complete())
        throw Error(Exit::bad_input, "the file is no statistic of Ascend's op types",
                    {.where = input_name(path),
                     .expected = "a header with OP Type, Core Type, Count and Total Time(us)",
                     .remedy = "give op_statistic.csv of msprof or torch_npu"});
    Profile profile{.source = input_name(path), .format = "ascend-op-statistic"};
    std::vector<Row> rows;
    std::map<std::string, double, std::less<>> totals;  // by device: each has its own shares
    while (reader.next(fields)) {
        ++profile.records;
        Row row = read_row(fields, columns);
        if (!row.fault.empty()) {
            profile.rejected.push_back({.record = fmt::format("{}, line {}", input_name(path), reader.line()),
                                        .name = row.type,
                                        .reason = row.fault});
            continue;
        }
        totals[std::string(row.point.device.view())] += *row.point.seconds;
        rows.push_back(std::move(row));
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the table has no rows",
                    {.where = input_name(path), .expected = "a row for each type of op"});
    if (rows.empty() || rows.front().point.device.empty()) profile.device = "Ascend NPU";
    // Recomputed rather than read: rows of several devices have their own Ratio(%) each.
    for (Row& row : rows) {
        Details details = *row.point.details;
        const double total = totals[std::string(row.point.device.view())];
        if (total > 0 && std::isfinite(total))
            details.metrics.push_back({.name = std::string(ascend::type_share_metric) + row.type,
                                       .value = *row.point.seconds / total});
        row.point.details = std::make_shared<const Details>(std::move(details));
        profile.points.push_back(std::move(row.point));
    }
    profile.notes.push_back({.code = "times_only",
                             .text = "a statistic of types has times and calls, no FLOPs and bytes, and no "
                                     "communication",
                             .remedy = "give op_summary_*.csv or kernel_details.csv of the same run"});
    return profile;
}

/// A folder's, where it has no tables of single ops.
std::vector<std::filesystem::path> statistics_in(const std::filesystem::path& folder) {
    return files_in(folder, [](std::string_view name) {
        return name.starts_with("op_statistic") && name.ends_with(".csv");
    });
}

int sniff(const std::filesystem::path& path, std::string_view head) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return statistics_in(path).empty() ? 0 : 70;
    return columns_of(split_csv_line(first_line(head))).complete() ? 95 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return import_table(path);
    const auto files = statistics_in(path);
    if (files.empty())
        throw Error(Exit::bad_input, "the folder has no statistic of Ascend's op types",
                    {.where = input_name(path), .expected = "op_statistic*.csv in it, or in a folder in it"});
    std::vector<ascend::Card> cards = ascend::cards_of(files);
    // Several in one folder are exports of the same run: the last one is the newest.
    return ascend::join_cards(path, cards,
                              [](const ascend::Card& card) { return import_table(card.files.back()); });
}

}  // namespace

extern constinit const ImporterDesc ascend_op_statistic_importer{
    .name = "ascend-op-statistic",
    .summary = "Ascend: op_statistic*.csv of msprof and torch_npu, times of each type of op",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
