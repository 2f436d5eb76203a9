// Nsight Compute's CSV: `ncu --csv` of any page (details, raw, per-kernel summaries) and version.
#include "analyzer/device_kinds.hpp"
#include "analyzer/nvidia/messages.hpp"
#include "analyzer/nvidia/ncu_table.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

int sniff(const std::filesystem::path& path, std::string_view head) {
    if (binary_report(path, head) == BinaryReport::ncu) return 100;
    switch (ncu_layout(path, head)) {
        case NcuLayout::csv:
            return 95;
        case NcuLayout::messages:  // a run that failed; either importer quotes its reason
            return 60;
        default:
            return 0;
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string source = input_name(path);
    CsvReader reader(path);
    NcuLaunches launches(source, options);
    std::string first;
    const bool found = reader.seek_line([&](std::string_view line) {
        if (first.empty()) first = line.substr(0, 64);
        launches.messages().observe(line);
        return is_ncu_header(line);
    });
    if (const BinaryReport report = binary_report(path, first); report == BinaryReport::ncu)
        throw binary_report_error(path, report);
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
    .import = import};

}  // namespace mansard::analyzer
