// mansard list: what there is to choose from, each from its own registry.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "ceilings/show.hpp"
#include "ceilings/table.hpp"
#include "cli/command.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "kernels/kernel.hpp"
#include "kernels/system/isa.hpp"

namespace mansard::cli {
namespace {

using ceilings::Format;
using ceilings::Table;

Table formats() {
    Table table{.columns = {{"format"}, {"summary"}}};
    for (const analyzer::ImporterDesc* importer : analyzer::importers())
        table.rows.push_back({std::string(importer->name), std::string(importer->summary)});
    return table;
}

Table reports() {
    Table table{.columns = {{"of"}, {"report"}, {"extension"}, {"summary"}}};
    const auto add = [&table](const char* command, const auto& reporter) {
        table.rows.push_back({command, std::string(reporter.name), std::string(reporter.extension),
                              std::string(reporter.summary)});
    };
    for (const analyzer::ReporterDesc* reporter : analyzer::reporters()) add("analyze", *reporter);
    for (const analyzer::ComparisonReporterDesc* reporter : analyzer::comparison_reporters())
        add("compare", *reporter);
    return table;
}

Table plans() {
    static constexpr std::string_view folder = "configs/plans/";
    Table table{.columns = {{"plan"}, {"summary"}}};
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(folder)) continue;
        const std::filesystem::path path(file.path);
        table.rows.push_back({path.stem().string(), optional_string(parse_json(file.content(), path.string()),
                                                                    "summary", path.string())});
    }
    return table;
}

Table kernels() {
    Table table{.columns = {{"kernel"}, {"here"}, {"instruction"}, {"summary"}}};
    for (const mansard::kernels::KernelDesc* kernel : mansard::kernels::all_kernels())
        table.rows.push_back({mansard::kernels::kernel_name(*kernel),
                              mansard::kernels::can_execute(kernel->isa) ? "yes" : "no",
                              std::string(kernel->instruction), std::string(kernel->summary)});
    return table;
}

/// Which GPUs have its instructions: "sm_80", "sm_90a" (that one alone).
std::string gpus_of(const mansard::kernels::cuda::GpuLaunch& launch) {
    return fmt::format("sm_{}{}", launch.architecture, launch.only_that ? "a" : "");
}

Table gpu_kernels() {
    Table table{.columns = {{"kernel"}, {"from"}, {"instruction"}, {"summary"}}};
    std::set<std::string_view> seen;  // a copy pipeline stands for several intensities
    for (const mansard::kernels::KernelDesc* kernel : mansard::kernels::all_cuda_kernels())
        if (seen.insert(kernel->gpu.symbol).second)
            table.rows.push_back({mansard::kernels::kernel_name(*kernel), gpus_of(kernel->gpu),
                                  std::string(kernel->instruction), std::string(kernel->summary)});
    return table;
}

struct Listing {
    std::string_view name, summary;
    Table (*table)();
};
constexpr std::array listings{Listing{"formats", "profiles that analyze reads", formats},
                              Listing{"gpu-kernels", "the same on GPUs, from which chip on", gpu_kernels},
                              Listing{"kernels", "what calibrate and bench measure with", kernels},
                              Listing{"plans", "what calibrate measures, and for how long", plans},
                              Listing{"reports", "what analyze and compare write", reports}};

/// What can be listed.
Table contents() {
    Table table{.columns = {{"list"}, {"entries", ceilings::Align::right}, {"summary"}}};
    for (const Listing& listing : listings)
        table.rows.push_back({std::string(listing.name), std::to_string(listing.table().rows.size()),
                              std::string(listing.summary)});
    return table;
}

Json to_json(const Table& table) {
    Json array = Json::array();
    for (const auto& row : table.rows) {
        Json object = Json::object();
        for (std::size_t i = 0; i < row.size(); ++i) {
            // What stands at the right is a count.
            const ceilings::Column& column = table.columns[i];
            object[column.title] =
                column.align == ceilings::Align::right ? Json(std::stoull(row[i])) : Json(row[i]);
        }
        array.push_back(std::move(object));
    }
    return array;
}

std::string print(const Table& table, Format format) {
    switch (format) {
        case Format::json:
            return to_text(to_json(table));
        case Format::csv:
            return ceilings::to_csv(table);
        case Format::md:
            return ceilings::to_markdown_table(table);
        case Format::text:
            break;
    }
    return ceilings::to_text_table(table);
}

struct Options {
    std::string what{};
    std::string format = "text";
};

std::function<Exit()> define(CLI::App& app, const Globals&) {
    auto options = std::make_shared<Options>();
    std::vector<std::string> names;
    names.reserve(listings.size());
    for (const Listing& listing : listings) names.emplace_back(listing.name);
    app.add_option("what", options->what, "What to list (without it: what can be listed)")
        ->check(CLI::IsMember(names));
    app.add_option("--format", options->format, "How to print it")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}))
        ->capture_default_str();
    return [options] {
        const auto listing = std::find_if(listings.begin(), listings.end(),
                                          [&](const Listing& entry) { return entry.name == options->what; });
        const Table table = listing == listings.end() ? contents() : listing->table();
        write_file("-", print(table, parse_name<Format>(options->format).value_or(Format::text)));
        return Exit::ok;
    };
}

}  // namespace

extern constinit const CommandDesc list_command{
    .name = "list", .summary = "List the formats, kernels, plans and reports there are", .define = define};

}  // namespace mansard::cli
