// The table that PyTorch's key_averages().table() prints, alone or within a program's output.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/torch/kernel_name.hpp"
#include "analyzer/torch/table.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using torch::Columns;
using torch::Table;
using torch::TableRow;

/// Rows' times are printed with three digits after the point; a sum of many differs by their rounding.
constexpr double sums_agree = 0.01;

int sniff(const std::filesystem::path&, std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    if (!has("-  -") || (!has("# of Calls") && !has("Number of Calls"))) return 0;
    return has("Self CPU") || has("CPU total") ? 95 : 0;
}

/// What a row says, or why it is no point.
struct Row {
    Point point{};
    double host = 0, device = 0;  ///< s, its own
    bool has_flops = false;
    std::string fault{};
    std::string where{};
};

std::string_view cell(const TableRow& row, std::optional<std::size_t> column) {
    return column && *column < row.cells.size() ? std::string_view(row.cells[*column]) : std::string_view();
}

Row read_row(const TableRow& from, const Columns& columns, const std::string& source) {
    Row row{.where = fmt::format("{}, line {}", source, from.line)};
    row.point.name = escape_invalid_utf8(cell(from, columns.name));
    if (row.point.name.empty()) row.fault = "it has no name";
    const auto time = [&](std::optional<std::size_t> column) {
        const auto value = torch::seconds(cell(from, column));
        if (column && !value && row.fault.empty())
            row.fault = fmt::format("\"{}\" is no time", printable(cell(from, column), 40));
        return value.value_or(0);
    };
    row.host = time(columns.self_host);
    row.device = time(columns.self_device);
    const ReadNumber calls = read_number(cell(from, columns.calls));
    if (calls.fault != nullptr || calls.value < 1)
        row.fault = row.fault.empty() ? "its number of calls is none" : row.fault;
    else
        row.point.calls = calls.value;
    const std::string_view flops = cell(from, columns.flops);
    if (!flops.empty() && flops != "--") {
        const ReadNumber count = read_number(flops);
        if (count.fault != nullptr)
            row.fault = fault_text("Total FLOPs", flops, count.fault);
        else if (std::isfinite(count.value * columns.flop_scale)) {
            row.has_flops = true;
            row.point.flops.push_back({.count = count.value * columns.flop_scale, .how = How::modelled});
        }
    }
    const std::string_view shapes = cell(from, columns.shapes);
    if (!shapes.empty() && shapes != "[]")
        row.point.details = std::make_shared<const Details>(Details{.shapes = escape_invalid_utf8(shapes)});
    return row;
}

/// A step's row has the time of all that ran in it.
bool is_step(const Row& row) {
    return row.point.name.starts_with("ProfilerStep");
}

/// Kernels have no time on the host and no FLOPs; operations do, though a short time may be printed as 0, and
/// their time on the device is that of their kernels.
bool is_kernel(const Row& row) {
    return row.host == 0 && row.device > 0 && !row.has_flops;
}

class Reading {
  public:
    Reading(const Table& table, const Columns& columns, Profile& profile)
        : columns_(columns), table_(table), profile_(profile) {
        for (const TableRow& row : table.rows) rows_.push_back(read_row(row, columns, profile.source));
    }

    void run() {
        const bool on_device = columns_.self_device && choose_rows();
        for (Row& row : rows_) {
            ++profile_.records;
            if (row.fault.empty() && on_device) row.fault = why_not(row);
            if (!row.fault.empty()) {
                profile_.rejected.push_back(
                    {.record = row.where, .name = row.point.name, .reason = row.fault});
                continue;
            }
            row.point.granularity = on_device && is_kernel(row) ? Granularity::kernel : Granularity::op;
            row.point.seconds = on_device ? row.device : row.host;
            row.point.category = on_device ? category(row) : "cpu_op";
            if (!on_device) row.point.device = "cpu";
            profile_.points.push_back(std::move(row.point));
        }
        // PyTorch says CUDA of AMD's GPUs, too.
        if (on_device)
            state_device_kind(profile_,
                              columns_.device == "NPU" ? std::string_view("Ascend NPU") : device_kind::gpu);
        if (on_device && by_kernels_) add_modelled();
        if (on_device && columns_.inclusive)
            profile_.notes.push_back(
                {.severity = Severity::warning,
                 .code = "inclusive_times",
                 .text = fmt::format("The table has no \"Self {}\": an operation's time holds that of the "
                                     "operations within it, which counts twice where both have rows",
                                     columns_.device),
                 .remedy = "PyTorch 1.6 and later print it"});
        check_total(on_device ? table_.device_seconds : table_.host_seconds);
    }

  private:
    /// Whether devices did anything; and which rows together are what they did, each once.
    bool choose_rows() {
        double kernels = 0, operations = 0;
        for (const Row& row : rows_) {
            if (!row.fault.empty() || is_step(row)) continue;
            (is_kernel(row) ? kernels : operations) += row.device;
            flops_ = flops_ || row.has_flops;
        }
        if (kernels == 0 && operations == 0) return false;
        const double total = table_.device_seconds.value_or(std::max(kernels, operations));
        const auto whole = [&](double sum) { return std::abs(sum - total) <= sums_agree * total; };
        // Only operations have FLOPs; only kernels have nothing else mixed in.
        by_kernels_ = kernels > 0 && !(flops_ && whole(operations));
        if (operations > 0 && kernels > 0 && !whole(kernels) && whole(operations)) by_kernels_ = false;
        if (kernels > 0)
            profile_.notes.push_back(
                {.code = "rows_chosen",
                 .text =
                     fmt::format("Operations and kernels both carry the devices' time: the rows of {} are "
                                 "the points",
                                 by_kernels_ ? "kernels" : "operations, which have the FLOPs,"),
                 .remedy = ""});
        return true;
    }

    /// FLOPs stand in rows of operations, whose times are not taken: they are known of the whole alone.
    void add_modelled() {
        Point whole{.name = "all operations (with_flops)", .granularity = Granularity::region, .records = 0};
        double flops = 0;
        for (const Row& row : rows_)
            if (row.has_flops && !is_step(row)) flops += row.point.flops[0].count;
        if (flops == 0 || !std::isfinite(flops)) return;
        whole.flops.push_back({.count = flops, .how = How::modelled});
        double seconds = 0;
        for (const Point& point : profile_.points) seconds += point.seconds.value_or(0);
        whole.seconds = table_.device_seconds.value_or(seconds);
        profile_.program.push_back(std::move(whole));
    }

    std::string why_not(const Row& row) const {
        if (row.device == 0) return "no time of a device is its own: what it launched has rows of its own";
        if (is_step(row)) return "its time is that of what ran in the step";
        if (by_kernels_ && !is_kernel(row))
            return "its time is that of its kernels, which have rows of their own";
        if (!by_kernels_ && is_kernel(row)) return "its time is counted with the operation that launched it";
        return "";
    }

    static std::string category(const Row& row) {
        if (row.point.name.starts_with("Memcpy HtoD")) return "in-feed";
        if (row.point.name.starts_with("Memcpy DtoH")) return "out-feed";
        if (row.point.name.starts_with("Memcpy")) return "copy";
        if (row.point.name.starts_with("Memset")) return "memset";
        return torch::is_communication(row.point.name) ? "communication" : is_kernel(row) ? "kernel" : "op";
    }

    void check_total(std::optional<double> total) {
        double sum = 0;
        for (const Point& point : profile_.points) sum += point.seconds.value_or(0);
        if (!total || std::abs(sum - *total) <= sums_agree * *total) return;
        profile_.notes.push_back({.severity = Severity::warning,
                                  .code = "total_differs",
                                  .text = fmt::format("The rows' times add up to {}, the table's total is {}",
                                                      si(sum, "s"), si(*total, "s")),
                                  .remedy = "print all rows: key_averages().table(row_limit=-1)"});
    }

    const Columns& columns_;
    const Table& table_;
    Profile& profile_;
    std::vector<Row> rows_{};
    bool by_kernels_ = false, flops_ = false;
};

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    const std::string text = read_file(path);
    const std::vector<Table> tables = torch::find_tables(text);
    Profile profile{.source = input_name(path), .format = "torch-table"};
    const auto found = std::find_if(tables.begin(), tables.end(), [](const Table& table) {
        const Columns columns = torch::columns_of(table);
        return columns.name && columns.calls && columns.self_host && !table.rows.empty();
    });
    if (found == tables.end())
        throw Error(
            Exit::bad_input, "there is no table with rows",
            {.where = profile.source,
             .expected = "what print(prof.key_averages().table()) prints: Name, Self CPU, # of Calls, …"});
    const Columns columns = torch::columns_of(*found);
    Reading(*found, columns, profile).run();
    if (columns.flops)
        profile.notes.push_back({.code = "modelled",
                                 .text =
                                     "FLOPs are PyTorch's own model (with_flops), of no type; there are no "
                                     "bytes",
                                 .remedy = "a trace with record_shapes=True has types and bytes, too"});
    if (tables.end() - found > 1)
        profile.notes.push_back({.code = "several_tables",
                                 .text = fmt::format("{} has {} tables: the first with rows is read",
                                                     printable(profile.source), tables.size()),
                                 .remedy = ""});
    if (!found->is_whole)
        profile.notes.push_back(
            {.severity = Severity::warning,
             .code = "truncated",
             .text = fmt::format("{} ends within the table: {} of it are read", printable(profile.source),
                                 counted(found->rows.size(), "row")),
             .remedy = ""});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc torch_table_importer{
    .name = "torch-table",
    .summary = "the table that PyTorch's key_averages().table() prints",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
