// Nsight Compute's text, as it prints it to a terminal and keeps it with --log-file.
#include "analyzer/nvidia/ncu_text.hpp"

#include "analyzer/nvidia/ncu_table.hpp"
#include "core/csv.hpp"

namespace mansard::analyzer {
namespace {

using namespace nvidia;

int sniff(const std::filesystem::path& path, std::string_view head) {
    return ncu_layout(path, head) == NcuLayout::text ? 95 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    NcuLaunches launches(path.string(), options);
    NcuText text(launches);
    CsvReader(path).seek_line([&](std::string_view line) {
        text.line(line);
        return false;
    });
    if (launches.empty())
        throw launches.messages().no_data(path, "ncu-text",
                                          "\"[process] program@host\" and the launches below it");
    return launches.finish("ncu-text");
}

}  // namespace

extern constinit const ImporterDesc ncu_text_importer{
    .name = "ncu-text",
    .summary = "Nsight Compute: what ncu prints, or keeps with --log-file",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
