// likwid-perfctr: CSV (-O, -o FILE.csv) and ASCII tables of any version; with the Marker API each region is a
// point, else the whole program.
#include <fmt/format.h>

#include "analyzer/importers/importer.hpp"
#include "analyzer/likwid/points.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

int sniff(const std::filesystem::path&, std::string_view head) {
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    // The benchmark's own output is read by its own importer, counters included.
    if (has("LIKWID MICRO BENCHMARK")) return 0;
    if (has("STRUCT,Info,") || (has("TABLE,") && has(" Raw,"))) return 95;
    if (has("RDTSC Runtime [s]") || has("Runtime (RDTSC) [s]")) return 90;
    return has("CPU type:") && has("CPU clock:") ? 70 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const likwid::Tables tables = likwid::read_tables(read_file(path));
    Profile profile{.source = input_name(path), .format = "likwid-perfctr", .device = tables.cpu};
    if (tables.blocks.empty())
        throw Error(Exit::bad_input,
                    tables.complaint.empty()
                        ? std::string("there is no table of counters in it")
                        : fmt::format("LIKWID counted nothing; it says \"{}\"", printable(tables.complaint)),
                    {.where = profile.source,
                     .expected = "the output of likwid-perfctr, as text or CSV (-O)",
                     .remedy = "run likwid-perfctr with -g GROUP, and with -m for regions"});
    likwid::PointMaker(options).make(tables, profile);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc likwid_perfctr_importer{
    .name = "likwid-perfctr",
    .summary = "CSV or tables of likwid-perfctr, groups of one region together",
    .sniff = sniff,
    .import = import,
    .heeds = {.fp16 = true}};

}  // namespace mansard::analyzer
