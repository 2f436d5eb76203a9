// What `msprof op` writes about one op: the folder OPPROF_*, or one of the tables in it.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/ascend/folder.hpp"
#include "analyzer/ascend/opprof.hpp"
#include "analyzer/files_in.hpp"
#include "analyzer/importers/importer.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/lines.hpp"

namespace mansard::analyzer {
namespace {

namespace fs = std::filesystem;

/// An op has its own folder where several were profiled.
std::vector<fs::path> tables_in(const fs::path& folder) {
    return files_in(folder, [](std::string_view name) { return name.ends_with(".csv"); });
}

bool is_basic_info(const fs::path& file) {
    return file.filename().string().find("OpBasicInfo") != std::string::npos;
}

int sniff(const fs::path& path, std::string_view head) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        const auto files = tables_in(path);
        return std::ranges::any_of(files, is_basic_info) ? 90 : 0;
    }
    return ascend::is_opprof_header(split_csv_line(first_line(head))) ? 95 : 0;
}

Profile import(const fs::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "ascend-opprof"};
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    const std::vector<fs::path> files = folder ? tables_in(path) : std::vector<fs::path>{path};
    for (auto at = files.begin(); at != files.end();) {
        ascend::OpProfile op;
        const fs::path parent = at->parent_path();
        const fs::path first = *at;
        for (; at != files.end() && at->parent_path() == parent; ++at) op.read(*at, profile);
        if (op.rows() > 0)
            profile.points.push_back(
                op.point(folder ? parent.filename().string() : first.filename().string()));
    }
    if (profile.points.empty())
        throw Error(Exit::bad_input, "there are no tables of msprof op with rows",
                    {.where = input_name(path),
                     .expected = "OpBasicInfo.csv, ArithmeticUtilization.csv, Memory.csv, …",
                     .remedy = "give the folder OPPROF_* that msprof op wrote"});
    for (const Point& point : profile.points)
        if (point.device.empty()) profile.device = "Ascend NPU";
    if (!folder)
        profile.notes.push_back({.code = "one_table",
                                 .text = "one table says only a part of what was measured",
                                 .remedy = "give the folder OPPROF_*, which has time, FLOPs and bytes"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc ascend_opprof_importer{
    .name = "ascend-opprof",
    .summary = "Ascend: the folder OPPROF_* of msprof op, or a table in it",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
