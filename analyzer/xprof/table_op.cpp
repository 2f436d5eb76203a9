#include "analyzer/xprof/table_op.hpp"

#include <fmt/format.h>

#include "analyzer/advice.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::xprof {
namespace {

constexpr double micro = 1e-6, giga = 1e9, gibi = 1073741824.0;

bool any_traffic(const DataTable& table, Column column) {
    for (const Row& row : table.rows)
        if (const ReadNumber number = read_number(table.text(row, column));
            number.fault == nullptr && number.value > 0)
            return true;
    return false;
}

/// Reads the numbers of one row; the first that is none spoils it.
class Cells {
  public:
    Cells(const DataTable& table, const Row& row, TableOp& out) : table_(table), row_(row), out_(out) {}

    std::optional<double> number(Column column, std::string_view name) {
        const std::string_view text = table_.text(row_, column);
        if (text.empty()) return std::nullopt;
        const ReadNumber number = read_number(text);
        if (number.fault == nullptr) return number.value;
        if (out_.fault.empty()) out_.fault = fault_text(name, text, number.fault);
        return std::nullopt;
    }
    /// A rate over the operation's total time, as an amount.
    std::optional<double> amount(Column column, std::string_view name, double unit) {
        const auto rate = number(column, name);
        return rate && out_.op.total ? std::optional(*rate * unit * *out_.op.total) : std::nullopt;
    }

  private:
    const DataTable& table_;
    const Row& row_;
    TableOp& out_;
};

}  // namespace

Memories memories_of(const DataTable& table) {
    return {.cmem = any_traffic(table, Column::cmem_read_bw) || any_traffic(table, Column::cmem_write_bw),
            .vmem = any_traffic(table, Column::vmem_read_bw) || any_traffic(table, Column::vmem_write_bw),
            .l1 = any_traffic(table, Column::l1_bw)};
}

TableOp read_op(const DataTable& table, const Row& row, const Memories& memories) {
    TableOp out;
    Op& op = out.op;
    op.name = table.text(row, Column::operation);
    op.category = table.text(row, Column::category);
    op.step = table.text(row, Column::step);
    op.verdict = table.text(row, Column::bound_by);
    if (op.verdict == "Unknown") op.verdict.clear();
    op.framework_op = table.text(row, Column::framework_op);
    if (op.name.empty()) out.fault = "it has no name";
    Cells cells(table, row, out);
    const auto seconds = [&](Column column, std::string_view name) {
        const auto value = cells.number(column, name);
        return value ? std::optional(*value * micro) : std::nullopt;
    };
    op.total = seconds(Column::total_time, "the total time");
    op.own = seconds(Column::total_self_time, "the total self time");
    if (!op.total) op.total = op.own;
    if (!op.total && out.fault.empty()) out.fault = "it has no time";
    op.calls = cells.number(Column::occurrences, "the number of occurrences").value_or(1);
    if (op.calls < 1 && out.fault.empty()) out.fault = "it never occurred";
    op.dma_stall = cells.number(Column::dma_stall, "the share stalled by DMA");
    op.flops = cells.amount(Column::flop_rate, "the FLOP rate", giga);
    op.model_flops = cells.amount(Column::model_flop_rate, "the model FLOP rate", giga);
    op.bytes.hbm = cells.amount(Column::hbm_bw, "the HBM bandwidth", gibi);
    // Versions that told no memories apart took all bytes for HBM's.
    if (!table.has(Column::hbm_bw))
        op.bytes.hbm = cells.amount(Column::memory_bw, "the memory bandwidth", gibi);
    if (memories.cmem) {
        op.bytes.cmem_read = cells.amount(Column::cmem_read_bw, "the CMEM read bandwidth", gibi);
        op.bytes.cmem_write = cells.amount(Column::cmem_write_bw, "the CMEM write bandwidth", gibi);
    }
    if (memories.vmem) {
        op.bytes.vmem_read = cells.amount(Column::vmem_read_bw, "the VMEM read bandwidth", gibi);
        op.bytes.vmem_write = cells.amount(Column::vmem_write_bw, "the VMEM write bandwidth", gibi);
    }
    if (memories.l1) op.bytes.l1 = cells.amount(Column::l1_bw, "the SHM/L1 bandwidth", gibi);
    return out;
}

Chip chip_of(const DataTable& table) {
    const auto device = table.properties.find("device_type");
    if (device != table.properties.end()) return chip_of(device->second);
    if (table.has(Column::l1_bw)) return Chip::gpu;
    return table.has(Column::dma_stall) ? Chip::tpu : Chip::unknown;
}

Peaks peaks_of(const DataTable& table) {
    const auto peak = [&](const char* key, double unit) -> std::optional<double> {
        const auto found = table.properties.find(key);
        if (found == table.properties.end()) return std::nullopt;
        const ReadNumber number = read_number(std::string_view(found->second));
        return number.fault == nullptr ? std::optional(number.value * unit) : std::nullopt;
    };
    Peaks peaks{.flops = peak("peak_flop_rate", giga),
                .hbm = peak("peak_hbm_bw", gibi),
                .cmem_read = peak("peak_cmem_read_bw", gibi),
                .cmem_write = peak("peak_cmem_write_bw", gibi)};
    // Of a GPU the same names mean its L1 and shared memory, read and written at one peak.
    if (chip_of(table) == Chip::gpu) {
        peaks.l1 = peak("peak_vmem_write_bw", gibi);
    } else {
        peaks.vmem_read = peak("peak_vmem_read_bw", gibi);
        peaks.vmem_write = peak("peak_vmem_write_bw", gibi);
    }
    return peaks;
}

void note_table(const DataTable& table, Profile& profile) {
    if (const auto device = table.properties.find("device_type"); device != table.properties.end())
        profile.device = device_of(device->second);
    note_peaks(peaks_of(table), "XProf's own verdicts come from these peaks", profile);
    if (!table.cut_at.empty())
        profile.notes.push_back(
            {.severity = Severity::warning,
             .code = "truncated",
             .text = fmt::format("{} breaks off at {}: its {} are kept", printable(profile.source),
                                 table.cut_at, counted(table.rows.size(), "whole row")),
             .remedy = "save it again"});
}

}  // namespace mansard::analyzer::xprof
