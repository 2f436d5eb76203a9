// XProf's hlo_stats: one row for each operation of the whole profile, as JSON (a DataTable) or CSV.
#include <fmt/format.h>

#include "analyzer/device_kinds.hpp"
#include "analyzer/xprof/table_op.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using namespace xprof;

int sniff(const std::filesystem::path&, std::string_view head) {
    const bool json = names_columns(head, {"rank", "hlo_op_name", "total_self_time"});
    const bool csv =
        names_columns(head, {"Rank", "HLO op name", "Total self time (us)"}) ||
        (head.starts_with("Rank,Program id,") && head.find(",HLO op name,") != std::string_view::npos);
    return json || csv ? 95 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string source = input_name(path);
    const DataTable table = read_table(read_file(path), source);
    // Its steps and its two tables would all be added up.
    if (table.has(Column::feeds))
        throw Error(Exit::bad_input, "this is no xprof-hlo-stats file but xprof-roofline",
                    {.where = source,
                     .expected = "a table without steps",
                     .remedy = "read it as what it is: --from xprof-roofline"});
    Profile profile{.source = source, .format = "xprof-hlo-stats"};
    note_table(table, profile);
    const Memories memories = memories_of(table);
    const Chip chip = xprof::chip_of(table);
    for (const Row& row : table.rows) {
        const std::string where = fmt::format("{}, {}", source, row.where);
        TableOp read = read_op(table, row, memories);
        const std::string_view parent = table.text(row, Column::parent);
        if (read.fault.empty() && !parent.empty())
            read.fault = fmt::format("it ran within {}, whose time holds it", printable(parent, 60));
        if (read.fault.empty()) {
            add_op(read.op, where, chip, options, profile);
        } else {
            ++profile.records;
            profile.rejected.push_back(
                {.record = where, .name = printable(read.op.name), .reason = read.fault});
        }
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the table holds no operation",
                    {.where = source, .expected = "rows of hlo_stats"});
    state_device_kind(profile, device_kind::gpu_or_tpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc xprof_hlo_stats_importer{
    .name = "xprof-hlo-stats",
    .summary = "XProf's hlo_stats: its table as JSON or CSV",
    .sniff = sniff,
    .import = import,
    .heeds = {.feeds = true}};

}  // namespace mansard::analyzer
