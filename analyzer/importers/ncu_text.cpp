// Nsight Compute's text, as it prints it to a terminal and keeps it with --log-file.
#include "analyzer/nvidia/ncu_text.hpp"
#include "analyzer/device_kinds.hpp"

#include <fmt/format.h>

#include "analyzer/nvidia/ncu_table.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

int sniff(const std::filesystem::path& path, std::string_view head) {
    return ncu_layout(path, head) == NcuLayout::text ? 95 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    NcuLaunches launches(input_name(path), options);
    NcuText text(launches);
    CsvReader(path).seek_line([&](std::string_view line) {
        text.line(line);
        return false;
    });
    if (text.sums_devices_alone())
        throw Error(Exit::bad_input, "the log sums up whole devices: it names no kernel",
                    {.where = input_name(path),
                     .expected = "launches, or summaries of kernels",
                     .remedy = "print it again with --print-summary per-kernel, or none"});
    Profile profile = launches.finish("ncu-text", "\"[process] program@host\" and the launches below it");
    if (text.breaks_off())
        profile.notes.push_back(
            {.severity = Severity::warning,
             .code = "truncated",
             .text = fmt::format("{} breaks off within a section: its last row is left out, "
                                 "and what follows it is missing",
                                 printable(profile.source)),
             .remedy = "copy it again, or let ncu end before the program does"});
    state_device_kind(profile, device_kind::nvidia_gpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc ncu_text_importer{
    .name = "ncu-text",
    .summary = "Nsight Compute: what ncu prints, or keeps with --log-file",
    .sniff = sniff,
    .import = import,
    .heeds = {.per_launch = true, .fp16 = true, .decimal = true}};

}  // namespace mansard::analyzer
