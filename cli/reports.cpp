#include "cli/reports.hpp"

#include <charconv>
#include <filesystem>

#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/words.hpp"

namespace mansard::cli {

std::vector<WantedReport> wanted_reports(std::span<const std::string> texts) {
    std::vector<WantedReport> reports;
    for (const std::string& wanted : texts) {
        const std::size_t equals = wanted.find('=');
        if (equals == std::string::npos || equals + 1 == wanted.size())
            throw Error(Exit::usage, fmt::format("\"{}\" names no file", printable(wanted)),
                        {.where = "--report",
                         .expected = "KIND=FILE",
                         .remedy = "for example --report svg=roofline.svg"});
        const std::string kind = wanted.substr(0, equals);
        reports.push_back({kind, {"--report " + kind, wanted.substr(equals + 1)}});
    }
    return reports;
}

std::string ending_of(const std::string& path) {
    return lower(std::filesystem::path(path).extension().string());
}

void check_chart_form(bool chart, std::string_view format) {
    if (chart && format != "text")
        throw Error(Exit::usage, fmt::format("a {} file has no place for a chart in characters", format),
                    {.where = "--chart",
                     .expected = "the form text",
                     .remedy = "leave --chart out, or ask for a picture: --report svg=FILE"});
}

analyzer::ReportOptions report_options(const std::string& path, std::size_t top, bool chart,
                                       const Globals& globals) {
    const bool to_stdout = path == "-";
    const std::optional<std::size_t> columns = to_stdout ? terminal_columns() : std::nullopt;
    const bool color = to_stdout && use_color(globals);
    analyzer::ReportOptions options{
        .top = top, .color = color, .width = columns.value_or(analyzer::ReportOptions{}.width)};
    if (chart)
        options.chart = {.columns = columns.value_or(analyzer::chart::terminal_columns),
                         .unicode = use_unicode(),
                         .color = color};
    return options;
}

std::string count_of_points(const std::string& text) {
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const bool valid = error == std::errc() && end == text.data() + text.size() && count > 0;
    return valid ? "" : "\"" + text + "\" is no number of points: a whole number from 1";
}

}  // namespace mansard::cli
