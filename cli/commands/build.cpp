// mansard build: samples → ceilings, or another tool's roofs → ceilings, without measuring anything.
#include "ceilings/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "ceilings/checks.hpp"
#include "ceilings/importers/importer.hpp"
#include "cli/command.hpp"
#include "cli/named_files.hpp"
#include "cli/reports.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::vector<std::string> samples{};
    std::string output = "ceilings.json", from{};
};

Exit import_roofs(const Options& options, const Globals& globals) {
    const ceilings::CeilingsImporterDesc& importer = ceilings::find_ceilings_importer(options.from);
    if (options.samples.size() != 1)
        throw Error(Exit::usage, "roofs are imported from one file at a time",
                    {.where = "--from", .expected = "one file"});
    check_files(std::vector<NamedFile>{{"SAMPLES", options.samples[0]}},
                std::vector<NamedFile>{{"--output", options.output}});
    try {
        const ceilings::Ceilings imported = importer.import(options.samples[0]);
        write_file(options.output, to_text(to_json(imported)));
        // Importers throw where there is no roof; those of one file have one status.
        say(globals, fmt::format("{}: roofs: {} {}", options.output, imported.roofs.size(),
                                 name_of(imported.roofs.front().status)));
    } catch (Error& error) {
        throw error.while_doing(fmt::format("importing roofs from {}", importer.summary));
    }
    return Exit::ok;
}

/// Who forgets --from is told so.
void refuse_roofs_of_others(const std::string& path) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(path, missing)) return;  // a pipe is read once
    std::string head(std::size_t{1} << 16, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(in.gcount()));
    if (const auto* importer = ceilings::recognise_ceilings(head))
        throw Error(
            Exit::bad_input, fmt::format("it holds roofs, not samples: {}", importer->summary),
            {.where = path, .expected = "samples", .remedy = fmt::format("add --from {}", importer->name)});
}

std::string importer_names() {
    std::string names;
    for (const ceilings::CeilingsImporterDesc* importer : ceilings::ceilings_importers())
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", importer->name, importer->summary);
    return names;
}

Exit run(const Options& options, const Globals& globals) {
    if (!options.from.empty()) return import_roofs(options, globals);
    refuse_repeats(options.samples, "the same samples are given twice",
                   "different runs: pooling one with itself would feign certainty");
    std::vector<NamedFile> inputs;
    for (const std::string& path : options.samples) inputs.push_back({"SAMPLES", path});
    check_files(inputs, std::vector<NamedFile>{{"--output", options.output}});
    std::vector<Samples> runs;
    for (const std::string& path : options.samples) {
        refuse_roofs_of_others(path);
        runs.push_back(read_samples(path));
    }
    const ceilings::Ceilings built = ceilings::build(runs, options.samples);
    if (built.roofs.empty())
        throw Error(Exit::bad_input, "no roof was measured in these samples",
                    {.where = options.samples.front(),
                     .expected = "samples of at least one roof",
                     .remedy = "go on with them: `mansard calibrate --resume --samples FILE`"});
    write_file(options.output, to_text(to_json(built)));

    const auto count = [&](ceilings::Status status) {
        return std::count_if(built.roofs.begin(), built.roofs.end(),
                             [&](const ceilings::Roof& roof) { return roof.status == status; });
    };
    for (const std::string& warning : ceilings::warnings(built)) warn(warning);
    say(globals, fmt::format("{}: roofs: {} measured, {} suspect, {} absent", options.output,
                             count(ceilings::Status::measured), count(ceilings::Status::suspect),
                             count(ceilings::Status::absent)));
    return ceilings::verdict(built);
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("samples", options->samples,
                   "Files written by `mansard calibrate --samples`; several are pooled")
        ->required()
        ->type_name("SAMPLES");
    app.add_option("--from", options->from,
                   "Take the roofs of another tool's file, or of a datasheet, instead: " + importer_names())
        ->type_name(one_of(ceilings::ceilings_importers()));
    app.add_option("-o,--output", options->output, "The ceilings file to write; - is standard output")
        ->capture_default_str()
        ->type_name("FILE");
    app.footer(
        "Exit status 4: a roof is suspect (a quota, throttling or a failed check), or all are absent. "
        "Contended roofs only warn.");
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc build_command{
    .name = "build", .summary = "Build ceilings from measured samples", .define = define};

}  // namespace mansard::cli
