// Nsight Compute's CSV: `ncu --csv` of any page (details, raw, per-kernel summaries) and version.
#include "analyzer/device_kinds.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/ncu_table.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

/// What `ncu --csv --page source` prints: one row for each instruction, and no launch.
bool is_source_page(std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    return has("\"Address\"") && has("\"Source\"") &&
           (has("\"# Samples\"") || has("\"Instructions Executed\"") || has("\"Warp Stall Sampling ("));
}

int sniff(const std::filesystem::path& path, std::string_view head) {
    if (binary_report(path, head) == BinaryReport::ncu) return 100;
    switch (ncu_layout(path, head)) {
        case NcuLayout::csv:
            return 95;
        case NcuLayout::messages:  // a run that failed; either importer quotes its reason
            return 60;
        default:
            return is_source_page(head) ? 90 : 0;
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string source = input_name(path);
    CsvReader reader(path);
    NcuLaunches launches(source, options);
    std::string first;
    const bool source_page = is_source_page(reader.head(std::size_t{1} << 16));
    const bool found = reader.seek_line([&](std::string_view line) {
        if (first.empty()) first = line.substr(0, 64);
        launches.messages().observe(line);
        const auto delimiter = ncu_delimiter(line);
        if (delimiter) reader.set_delimiter(*delimiter);
        return delimiter.has_value();
    });
    if (const BinaryReport report = binary_report(path, first); report == BinaryReport::ncu)
        throw binary_report_error(path, report);
    if (!found && source_page)
        throw Error(Exit::bad_input,
                    "this is Nsight Compute's source page: its rows are instructions, and tell no launch",
                    {.where = source,
                     .expected = "the page raw or details",
                     .remedy = "export it again: ncu --import FILE.ncu-rep --csv --page raw"});
    if (found) NcuTable(source, launches).read(reader);
    Profile profile =
        launches.finish("ncu-csv", "a table with \"ID\",\"Process ID\",… from ncu --csv, and launches in it");
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc ncu_csv_importer{
    .name = "ncu-csv",
    .summary = "Nsight Compute: ncu --csv, any page (details, raw, summaries)",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .fp16 = true, .decimal = true}};

}  // namespace mansard::analyzer
