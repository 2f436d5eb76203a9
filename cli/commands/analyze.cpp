// mansard analyze: profiles under measured roofs.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>

#include "analyzer/analyze.hpp"
#include "analyzer/chart/layout.hpp"
#include "analyzer/idle_options.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/join_simulated.hpp"
#include "analyzer/page/interactive.hpp"
#include "analyzer/read_profile.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "cli/command.hpp"
#include "cli/reports.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::vector<std::string> profiles{}, ceilings{}, filters{}, reports{}, extras{};
    std::string from{}, format{}, scope{}, output = "-";
    std::string fp16{name_of(analyzer::HalfCount::nvidia)}, decimal{};
    std::size_t top = 20;
    analyzer::ImportOptions import{};
    analyzer::SimulationOptions simulation{};
    bool force = false, chart = false, match_clock = false;
};

struct Report {
    const analyzer::ReporterDesc* reporter = nullptr;
    NamedFile file{};
};

/// All reports that were asked for, checked before any work is done.
std::vector<Report> reports_of(const Options& options) {
    std::vector<Report> reports;
    for (WantedReport& wanted : wanted_reports(options.reports))
        reports.push_back({&analyzer::find_reporter(wanted.kind), std::move(wanted.file)});
    const std::string format = format_of(options.format, options.output, analyzer::reporters());
    check_chart_form(options.chart, format);
    reports.push_back({&analyzer::find_reporter(format), {"--output", options.output}});
    return reports;
}

analyzer::chart::Extras extras_of(const Options& options) {
    const auto wants = [&](std::string_view extra) {
        return std::find(options.extras.begin(), options.extras.end(), extra) != options.extras.end();
    };
    return {.optimizations = wants("optimizations"),
            .ridges = wants("ridges"),
            .roofs = wants("roofs"),
            .in_flight = wants("in_flight")};
}

/// What --draw asks for and nobody will see.
void tell_what_is_not_drawn(const std::vector<Report>& reports, const analyzer::Analysis& analysis,
                            const Options& options, const Globals& globals) {
    if (options.extras.empty()) return;
    const bool any = options.chart || std::any_of(reports.begin(), reports.end(), [](const Report& report) {
                         return report.reporter->name == "svg" || report.reporter->name == "html";
                     });
    if (!any) return say(globals, "--draw changes charts only: ask for one by --chart or --report svg=FILE");
    for (const std::string& note :
         undrawn(analysis, analyzer::chart::shown_points(analysis, options.top), extras_of(options)))
        say(globals, "--draw: " + note);
}

/// Before minutes of reading: inputs that are named twice, reports that cannot be written or would replace
/// what they are made of.
void check(const Options& options, const std::vector<Report>& reports) {
    std::vector<NamedFile> inputs, outputs;
    for (const std::string& path : options.profiles) inputs.push_back({"PROFILE", path});
    for (const std::string& path : options.ceilings) inputs.push_back({"--ceilings", path});
    for (const Report& report : reports) outputs.push_back(report.file);
    check_files(inputs, outputs);
    refuse_repeats(options.profiles, "the same profile is given twice",
                   "different profiles: the points of one would count twice");
}

void write_report(const Report& report, const analyzer::Analysis& analysis, const Options& options,
                  const Globals& globals) {
    // The chart is of the output, not of text reports beside it.
    analyzer::ReportOptions report_options = cli::report_options(
        report.file.path, options.top, options.chart && report.file.path == options.output, globals);
    report_options.extras = extras_of(options);
    if (report.reporter->name == "html" && !analyzer::page::has_interactive_page())
        say(globals, "This build had no Node.js: the page is the static one");
    try {
        write_file(report.file.path,
                   [&](std::ostream& out) { report.reporter->write(analysis, report_options, out); });
    } catch (Error& error) {
        throw error.while_doing(fmt::format("writing the {} report", report.reporter->name));
    }
}

std::string why_no_points(const analyzer::Analysis& analysis) {
    if (analysis.rejected.empty()) return "no record became a point, and none was rejected: there was none";
    const analyzer::Rejected& first = analysis.rejected.front();
    return fmt::format(
        "no record became a point: all {} were rejected, and the report has nothing to place. The first is "
        "{}: "
        "{}; the report says why of the others",
        analysis.rejected.size(), printable(first.record), printable(first.reason, 400));
}

Exit run(const Options& options, const Globals& globals) {
    const std::vector<Report> reports = reports_of(options);
    check(options, reports);
    analyzer::AnalyzeOptions analyze_options{.scope = parse_name<Scope>(options.scope),
                                             .force = options.force,
                                             .match_clock = options.match_clock};
    for (const std::string& filter : options.filters)
        analyze_options.filters.push_back(analyzer::parse_filter(filter));
    std::vector<ceilings::Ceilings> machines;
    for (const std::string& path : options.ceilings) machines.push_back(ceilings::read_ceilings(path));
    std::optional<ceilings::Ceilings> own;
    if (!machines.empty()) {
        own = std::move(machines.front());
        analyze_options.ceilings_source = options.ceilings.front();
    }
    analyzer::ImportOptions import_options = options.import;
    import_options.fp16 = parse_name<analyzer::HalfCount>(options.fp16).value_or(import_options.fp16);
    import_options.decimal = parse_name<analyzer::DecimalSign>(options.decimal);
    std::vector<analyzer::Profile> profiles;
    for (const std::string& path : options.profiles) {
        try {
            profiles.push_back(analyzer::read_profile(path, options.from, import_options));
        } catch (Error& error) {
            throw error.while_doing(fmt::format("importing {}", printable(path)));
        }
    }
    for (const std::string& idle : analyzer::idle_options(profiles, import_options)) say(globals, idle);
    join_simulations(profiles, options.simulation);
    analyzer::Analysis analysis = analyze(std::move(profiles), std::move(own), analyze_options);
    for (std::size_t i = 1; i < machines.size(); ++i)
        analysis.elsewhere.push_back(place_elsewhere(analysis, machines[i], options.ceilings[i]));
    tell_what_is_not_drawn(reports, analysis, options, globals);
    const Exit written = write_each(reports, [&](const Report& report) {
        write_report(report, analysis, options, globals);
        if (report.file.path != "-") say(globals, fmt::format("Wrote {}", printable(report.file.path)));
    });
    if (analysis.points.empty()) warn(why_no_points(analysis));
    return written;
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("profiles", options->profiles,
                   "Profiles, of any format that `mansard list formats` names; - is standard input")
        ->required()
        ->type_name("PROFILE");
    app.add_option(
           "--ceilings", options->ceilings,
           "Measured roofs, from `mansard calibrate`; without them the points "
           "have times, rates and intensities only. Given again: other machines, under whose roofs the "
           "first one's workload gets its least times")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--from", options->from,
                   "Format of the profiles (else it is recognised); see `mansard list formats`")
        ->type_name(one_of(analyzer::importers()));
    app.add_option("--fp16", options->fp16,
                   "What half-precision instructions count: nvidia (packed: FMA 4 FLOP) or nersc (FMA 2)")
        ->check(CLI::IsMember({"nvidia", "nersc"}))
        ->capture_default_str();
    app.add_flag("--per-launch", options->import.per_launch,
                 "Each launch of a kernel a point of its own (else one point for each kernel)");
    app.add_option("--skip-steps", options->import.skip_steps,
                   "Steps at the beginning of a training profile to leave out as warm-up")
        ->type_name("N")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_flag_callback(
        "--no-feeds", [options] { options->import.feeds = false; },
        "Leave an accelerator's in-feed and out-feed out, their time and bytes (XProf)");
    app.add_option("--decimal", options->decimal,
                   "Decimal sign of numbers that a profiler printed by its locale (else the file tells)")
        ->check(CLI::IsMember({"point", "comma"}));
    app.add_option(
           "--map", options->simulation.maps,
           "With a cache simulation beside a timed profile: a function that does a timed point's work, in "
           "place of the one of its name; given again for a point, they add up. Each name whole, or a part "
           "that no other has, FUNCTION also with * and ?")
        ->type_name("TIMED=FUNCTION")
        ->allow_extra_args(false);
    app.add_option(
           "--simulated-calls", options->simulation.calls,
           "How often a timed point's work ran in the simulation, which counts no calls (else 1 is assumed)")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    app.add_option(
           "--filter", options->filters,
           "Only points whose KEY (name, category, step, device, threads) matches PATTERN (with * and ?)")
        ->type_name("KEY=PATTERN")
        ->allow_extra_args(false);
    app.add_option("--scope", options->scope,
                   "Place all points under one core's or the whole device's roofs, whatever they say of "
                   "their threads (else by their threads; the whole device where they say none)")
        ->check(CLI::IsMember({"core", "device"}))
        ->needs("--ceilings");
    app.add_flag("--match-clock", options->match_clock,
                 "Rescale the roofs of arithmetic, L1 and shared memory to the clock that the profile ran at")
        ->needs("--ceilings");
    app.add_flag("--force", options->force, "Place points of another device than the one that was calibrated")
        ->needs("--ceilings");
    app.add_option("--top", options->top, "Points in tables and charts; files of data are complete")
        ->check(count_of_points)
        ->capture_default_str();
    app.add_option(
           "--draw", options->extras,
           "Draw more in charts: roofs (one for each level and number type, not only those that bound a "
           "point), optimizations (the roofs of scalar code, of one chain, without FMA), ridges (what is "
           "reached around them, as measured) or in_flight (what a GPU reaches with few bytes requested at a "
           "time)")
        ->check(CLI::IsMember({"roofs", "optimizations", "ridges", "in_flight"}))
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--chart", options->chart, std::string(chart_help));
    app.add_option("-o,--output", options->output, "Where the output goes; - is standard output")
        ->capture_default_str()
        ->type_name("FILE");
    app.add_option("--report", options->reports, "Another report to a file; see `mansard list reports`")
        ->type_name(one_of(analyzer::reporters()) + "=FILE")
        ->allow_extra_args(false);
    app.add_option("--format", options->format, "Form of the output (text, or by the name of -o FILE)")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}));
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc analyze_command{
    .name = "analyze", .summary = "Place profiled workloads under measured roofs", .define = define};

}  // namespace mansard::cli
