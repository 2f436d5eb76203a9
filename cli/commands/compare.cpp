// mansard compare: did the change help, and why?
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/analyze.hpp"
#include "analyzer/compare/compare.hpp"
#include "analyzer/compare/expect.hpp"
#include "analyzer/compare/machines.hpp"
#include "analyzer/compare/predict.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/idle_options.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/read_profile.hpp"
#include "cli/command.hpp"
#include "cli/reports.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::cli {
namespace {

struct Options {
    std::string before{}, after{}, ceilings{}, from{}, format{}, output = "-";
    std::vector<std::string> filters{}, reports{};
    std::size_t top = 20;
    analyzer::CompareOptions compare{};
    bool per_launch = false, chart = false;
};

analyzer::ImportOptions import_options(const Options& options) {
    return {.per_launch = options.per_launch};
}

analyzer::Profile profile_of(const std::string& path, const Options& options) {
    try {
        return analyzer::read_profile(path, options.from, import_options(options));
    } catch (Error& error) {
        throw error.while_doing(fmt::format("importing {}", printable(path)));
    }
}

analyzer::Analysis analysis_of(analyzer::Profile profile, const Options& options) {
    analyzer::AnalyzeOptions analyze_options{.force = options.compare.force,
                                             .ceilings_source = options.ceilings};
    for (const std::string& filter : options.filters)
        analyze_options.filters.push_back(analyzer::parse_filter(filter));
    std::optional<ceilings::Ceilings> ceilings;
    if (!options.ceilings.empty()) ceilings = ceilings::read_ceilings(options.ceilings);
    std::vector<analyzer::Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::move(ceilings), analyze_options);
}

Exit status_of(const analyzer::Comparison& comparison) {
    const auto any = [&](analyzer::Outcome outcome) {
        return std::any_of(comparison.expectations.begin(), comparison.expectations.end(),
                           [outcome](const auto& one) { return one.outcome == outcome; });
    };
    if (any(analyzer::Outcome::fails)) return Exit::gate_failed;
    return any(analyzer::Outcome::undecided) ? Exit::suspect : Exit::ok;
}

/// A gate that says nothing of a point must not be silent about it.
void warn_of_missing(const analyzer::Comparison& comparison) {
    std::set<std::string> names, gates;
    for (const analyzer::ExpectationResult& one : comparison.expectations) {
        if (!one.missing) continue;
        names.insert(one.point.empty() ? "(no name)" : printable(one.point));
        gates.insert(one.expression);
    }
    if (names.empty()) return;
    constexpr std::size_t most = 5;
    std::string list;
    std::size_t listed = 0;
    for (const std::string& name : names)
        if (listed++ < most) list += (list.empty() ? "" : ", ") + name;
    warn(fmt::format(
        "{} without a partner or rejected ({}{}): {} undecided; --allow-missing if that is meant",
        analyzer::counted(names.size(), "point"), list, listed > most ? ", …" : "",
        gates.size() == 1 ? "1 expectation is" : fmt::format("{} expectations are", gates.size())));
}

struct Report {
    const analyzer::ComparisonReporterDesc* reporter = nullptr;
    NamedFile file{};
};

/// All reports that were asked for, and that none would be lost or replace what it is made of.
std::vector<Report> reports_of(const Options& options) {
    std::vector<Report> reports;
    for (WantedReport& wanted : wanted_reports(options.reports))
        reports.push_back({&analyzer::find_comparison_reporter(wanted.kind), std::move(wanted.file)});
    const std::string format = format_of(options.format, options.output, analyzer::comparison_reporters());
    check_chart_form(options.chart, format);
    reports.push_back({&analyzer::find_comparison_reporter(format), {"--output", options.output}});
    std::vector<NamedFile> inputs{{"BEFORE", options.before}, {"AFTER", options.after}}, outputs;
    if (!options.ceilings.empty()) inputs.push_back({"--ceilings", options.ceilings});
    for (const Report& report : reports) outputs.push_back(report.file);
    check_files(inputs, outputs);
    return reports;
}

void write_report(const Report& report, const analyzer::Comparison& comparison, const Options& options,
                  const Globals& globals) {
    const bool chart = options.chart && report.file.path == options.output;
    try {
        write_file(report.file.path, [&](std::ostream& out) {
            report.reporter->write(comparison, report_options(report.file.path, options.top, chart, globals),
                                   out);
        });
    } catch (Error& error) {
        throw error.while_doing(fmt::format("writing the {} report", report.reporter->name));
    }
    if (report.file.path != "-") say(globals, fmt::format("Wrote {}", printable(report.file.path)));
}

Exit run(const Options& options, const Globals& globals) {
    // Wrong expectations and reports are found before anything is imported.
    const std::vector<Report> reports = reports_of(options);
    for (const std::string& text : options.compare.expectations) analyzer::parse_expectation(text);
    analyzer::Profile before = profile_of(options.before, options),
                      after = profile_of(options.after, options);
    const auto idle = [&](const analyzer::Profile& profile) {
        return analyzer::idle_options({&profile, 1}, import_options(options));
    };
    if (!idle(before).empty())
        for (const std::string& one : idle(after)) say(globals, one);
    std::vector<Note> machines = machine_differences(before, after, options.compare.force);
    analyzer::Comparison comparison = compare(analysis_of(std::move(before), options),
                                              analysis_of(std::move(after), options), options.compare);
    comparison.notes.insert(comparison.notes.begin(), machines.begin(), machines.end());
    const Exit written = write_each(
        reports, [&](const Report& report) { write_report(report, comparison, options, globals); });
    warn_of_missing(comparison);
    const Exit judged = status_of(comparison);
    return judged != Exit::ok ? judged : written;
}

std::function<Exit()> define(CLI::App& app, const Globals& globals) {
    auto options = std::make_shared<Options>();
    app.add_option("before", options->before, "A profile from before the change")
        ->required()
        ->type_name("BEFORE");
    app.add_option("after", options->after, "A profile from after it")->required()->type_name("AFTER");
    app.add_option("--ceilings", options->ceilings,
                   "Measured roofs of the machine of both, for bounds and efficiencies")
        ->type_name("FILE");
    app.add_option("--from", options->from,
                   "Format of the profiles (else it is recognised); see `mansard list formats`")
        ->type_name(one_of(analyzer::importers()));
    app.add_option("--map", options->compare.maps,
                   "What a point of before is called after; each name whole, or a part that no other has")
        ->type_name("OLD=NEW")
        ->allow_extra_args(false);
    app.add_option("--expect", options->compare.expectations,
                   "A gate: [NAME:]METRIC OP VALUE, such as 'time<=0.7', 'dram_bytes<=0.3x', 'bound==L2', "
                   "'efficiency>=0.8'")
        ->type_name("EXPR")
        ->allow_extra_args(false);
    app.add_flag("--allow-missing", options->compare.allow_missing,
                 "Expectations are about what has a partner alone (else points without one, or rejected, "
                 "leave them undecided)")
        ->needs("--expect");
    std::string models;
    for (const analyzer::PredictionDesc* model : analyzer::prediction_models())
        models += (models.empty() ? "" : "; ") + std::string(model->summary);
    app.add_option("--predict", options->compare.predictions,
                   "What a model says should have come out, beside what did: " + models)
        ->type_name("SPEC")
        ->allow_extra_args(false);
    app.add_option_function<double>(
           "--single-run", [options](double percent) { options->compare.single_run = percent / 100; },
           "How far a time that was measured once may be off, instead of 5 percent")
        // Not CLI::Range, which lets "nan" pass.
        ->check([](const std::string& text) {
            const analyzer::ReadNumber number = analyzer::read_number(std::string_view(text));
            return number.fault == nullptr && number.value <= 100 ? std::string() : "0 to 100 percent";
        })
        ->type_name("PERCENT");
    app.add_option("--filter", options->filters, "Only points whose KEY matches PATTERN, as in analyze")
        ->type_name("KEY=PATTERN")
        ->allow_extra_args(false);
    app.add_flag("--per-launch", options->per_launch, "Each launch of a kernel a point of its own");
    app.add_flag("--force", options->compare.force, "Compare profiles of different devices all the same");
    app.add_option("--top", options->top, "Pairs in tables and charts, the longest before; data are complete")
        ->check(count_of_points)
        ->capture_default_str();
    app.add_flag("--chart", options->chart, std::string(chart_help));
    app.add_option("-o,--output", options->output, "Where the output goes; - is standard output")
        ->capture_default_str()
        ->type_name("FILE");
    app.add_option("--report", options->reports, "Another report to a file; see `mansard list reports`")
        ->type_name(one_of(analyzer::comparison_reporters()) + "=FILE")
        ->allow_extra_args(false);
    app.add_option("--format", options->format, "Form of the output (text, or by the name of -o FILE)")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}));
    app.footer(
        "Exit status: 0 done, and every expectation holds; 1 an expectation fails; 3 the profiles cannot be "
        "compared; 4 an expectation is undecided.");
    return [options, &globals] { return run(*options, globals); };
}

}  // namespace

extern constinit const CommandDesc compare_command{
    .name = "compare",
    .summary = "Compare a workload before and after a change, and say why it differs",
    .define = define};

}  // namespace mansard::cli
