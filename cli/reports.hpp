// Options that name reports, in every command that has them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/reporters/reporter.hpp"
#include "cli/command.hpp"
#include "cli/named_files.hpp"
#include "core/error.hpp"
#include "core/output_place.hpp"

namespace mansard::cli {

/// A report that was asked for: its kind, not yet looked up, and where it goes.
struct WantedReport {
    std::string kind{};
    NamedFile file{};
};

/// Those of `--report KIND=FILE`, each as it was typed. Throws Error{usage} for a text without a file.
std::vector<WantedReport> wanted_reports(std::span<const std::string> texts);

/// Throws Error{usage}: of the forms only text has a place for characters.
void check_chart_form(bool chart, std::string_view format);

/// How a report to `path` looks there: colours and width of the terminal if that is where it goes.
analyzer::ReportOptions report_options(const std::string& path, std::size_t top, bool chart,
                                       const Globals& globals);

/// The name's ending in small letters: ".svg" of "A.SVG"; empty if it has none.
std::string ending_of(const std::string& path);

/// The report for `-o FILE` without --format: what FILE's name ends in says it; without an ending, text.
/// Throws Error{usage} for an ending that no report has.
template <typename Descriptors>
std::string format_of(const std::string& format, const std::string& output, const Descriptors& descriptors) {
    if (!format.empty()) return format;
    const std::string ending = ending_of(output);
    if (ending.empty()) return "text";
    std::vector<std::string_view> known;
    for (const auto* reporter : descriptors) {
        if (reporter->extension == ending) return std::string(reporter->name);
        if (std::find(known.begin(), known.end(), reporter->extension) == known.end())
            known.push_back(reporter->extension);
    }
    throw Error(Exit::usage, fmt::format("no report has the ending \"{}\"", printable(ending)),
                {.where = "--output " + printable(output),
                 .expected = fmt::format("one of {}, or none", fmt::join(known, ", ")),
                 .remedy = "say what it should hold: --format text"});
}

/// Writes each; a report whose reader left (`| head`) ends itself and no other. Returns `reader_left` if one
/// did, else Exit::ok.
template <typename Reports, typename Write>
Exit write_each(const Reports& reports, const Write& write) {
    Exit status = Exit::ok;
    for (const auto& report : reports) {
        try {
            write(report);
        } catch (const Error& error) {
            if (error.status() != reader_left) throw;
            status = reader_left;
        }
    }
    return status;
}

/// "{csv,html,json}": help shows it, and completions read it.
template <typename Descriptors>
std::string one_of(const Descriptors& descriptors) {
    std::vector<std::string_view> names;
    for (const auto* descriptor : descriptors) names.push_back(descriptor->name);
    return fmt::format("{{{}}}", fmt::join(names, ","));
}

/// What is wrong with `text` as a number of points, for CLI11; empty if nothing is.
std::string count_of_points(const std::string& text);

inline constexpr std::string_view chart_help =
    "Draw the roofline above the table, in characters: as wide as the terminal (80 columns where "
    "there is none, 160 at most); in ASCII unless the locale is UTF-8";

}  // namespace mansard::cli
