// mansard analyze: profiles under measured roofs.
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <ostream>

#include "analyzer/analyze.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "cli/command.hpp"
#include "core/file.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::vector<std::string> profiles{}, ceilings{}, filters{}, reports{}, extras{};
    std::string from{}, format{}, scope{}, output = "-";
    std::string fp16{name_of(analyzer::HalfCount::nvidia)};
    std::size_t top = 20;
    analyzer::ImportOptions import{};
    bool force = false;
};

/// Columns of the terminal on standard output; 100 where there is none.
std::size_t terminal_width() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return analyzer::ReportOptions{}.width;
}

/// The report for `-o FILE` without --format: what FILE's name ends in says it.
std::string format_for(const Options& options) {
    if (!options.format.empty()) return options.format;
    const std::string extension = std::filesystem::path(options.output).extension().string();
    for (const analyzer::ReporterDesc* reporter : analyzer::reporters())
        if (reporter->extension == extension) return std::string(reporter->name);
    return "text";
}

struct Report {
    const analyzer::ReporterDesc* reporter = nullptr;
    std::string path{};
};

/// All reports that were asked for, checked before any work is done.
std::vector<Report> reports_of(const Options& options) {
    std::vector<Report> reports;
    for (const std::string& wanted : options.reports) {
        const std::size_t equals = wanted.find('=');
        if (equals == std::string::npos || equals + 1 == wanted.size())
            throw Error(Exit::usage, fmt::format("\"{}\" names no file", printable(wanted)),
                        {.where = "--report",
                         .expected = "KIND=FILE",
                         .remedy = "for example --report json=analysis.json"});
        reports.push_back({&analyzer::find_reporter(wanted.substr(0, equals)), wanted.substr(equals + 1)});
    }
    reports.push_back({&analyzer::find_reporter(format_for(options)), options.output});
    return reports;
}

bool wants(const Options& options, std::string_view extra) {
    return std::find(options.extras.begin(), options.extras.end(), extra) != options.extras.end();
}

void write_report(const Report& report, const analyzer::Analysis& analysis, const Options& options,
                  const Globals& globals) {
    const bool terminal = report.path == "-";
    const analyzer::ReportOptions report_options{
        .top = options.top,
        .color = terminal && use_color(globals),
        .width = terminal ? terminal_width() : analyzer::ReportOptions{}.width,
        .extras = {.optimizations = wants(options, "optimizations"), .ridges = wants(options, "ridges")}};
    try {
        write_file(report.path,
                   [&](std::ostream& out) { report.reporter->write(analysis, report_options, out); });
    } catch (Error& error) {
        throw error.while_doing(fmt::format("writing the {} report", report.reporter->name));
    }
}

Exit run(const Options& options, const Globals& globals) {
    if (options.ceilings.size() > 1)
        throw Error(
            Exit::usage, "several ceilings files at once are not supported",
            {.where = "--ceilings", .expected = "one file", .remedy = "analyze under each of them in turn"});
    const std::vector<Report> reports = reports_of(options);
    analyzer::AnalyzeOptions analyze_options{.scope = parse_name<Scope>(options.scope),
                                             .force = options.force};
    for (const std::string& filter : options.filters)
        analyze_options.filters.push_back(analyzer::parse_filter(filter));
    std::optional<ceilings::Ceilings> ceilings;
    if (!options.ceilings.empty()) {
        ceilings = ceilings::read_ceilings(options.ceilings[0]);
        analyze_options.ceilings_source = options.ceilings[0];
    }
    analyzer::ImportOptions import_options = options.import;
    import_options.fp16 = parse_name<analyzer::HalfCount>(options.fp16).value_or(import_options.fp16);
    std::vector<analyzer::Profile> profiles;
    for (const std::string& path : options.profiles) {
        try {
            profiles.push_back(analyzer::find_importer(path, options.from).import(path, import_options));
        } catch (Error& error) {
            throw error.while_doing(fmt::format("importing {}", printable(path)));
        }
    }
    const analyzer::Analysis analysis = analyze(std::move(profiles), std::move(ceilings), analyze_options);
    for (const Report& report : reports) {
        write_report(report, analysis, options, globals);
        if (report.path != "-") say(globals, fmt::format("Wrote {}", printable(report.path)));
    }
    if (analysis.points.empty()) warn("no record became a point; the report says why each was rejected");
    return Exit::ok;
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("profiles", options->profiles,
                   "Profiles: Google Benchmark's JSON, mansard's own CSV or JSON")
        ->required()
        ->type_name("PROFILE");
    app.add_option("--ceilings", options->ceilings,
                   "Measured roofs, from `mansard calibrate`; without them the points "
                   "have times, rates and intensities only")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--from", options->from,
                   "Format of the profiles (else it is recognised); see `mansard list formats`")
        ->type_name("FORMAT");
    app.add_flag("--per-launch", options->import.per_launch,
                 "Each launch of a kernel a point of its own (else one point for each kernel)");
    app.add_option("--skip-steps", options->import.skip_steps,
                   "Steps at the beginning of a training profile to leave out as warm-up")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--fp16", options->fp16,
                   "What half-precision instructions count: nvidia (packed: FMA 4 FLOP) or nersc (FMA 2)")
        ->check(CLI::IsMember({"nvidia", "nersc"}))
        ->capture_default_str();
    app.add_option("--top", options->top, "Points in tables and charts; files of data are complete")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option(
           "--filter", options->filters,
           "Only points whose KEY (name, category, step, device, threads) matches PATTERN (with * and ?)")
        ->type_name("KEY=PATTERN")
        ->allow_extra_args(false);
    app.add_option("--scope", options->scope,
                   "Place all points under one core's or the whole device's roofs (else by their threads)")
        ->check(CLI::IsMember({"core", "device"}));
    app.add_option(
           "--draw", options->extras,
           "Draw more in charts: optimizations (the roofs of scalar code, of one chain, without FMA) or "
           "ridges (what is reached around them, as measured)")
        ->check(CLI::IsMember({"optimizations", "ridges"}))
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--force", options->force,
                 "Place points of another device than the one that was calibrated");
    app.add_option("--report", options->reports, "Another report to a file; see `mansard list reports`")
        ->type_name("KIND=FILE")
        ->allow_extra_args(false);
    app.add_option("--format", options->format, "Form of the output (text, or by the name of -o FILE)")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}));
    app.add_option("-o,--output", options->output, "Where the output goes; - is standard output")
        ->capture_default_str();
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc analyze_command{
    .name = "analyze", .summary = "Place profiled workloads under measured roofs", .define = define};

}  // namespace mansard::cli
