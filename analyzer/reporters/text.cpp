// The terminal report: a table of the longest points, the roofs used, findings with remedies, notes.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "analyzer/point_names.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "analyzer/tables.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"
#include "core/wrap.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t shortest_name = 16;
/// More messages than this are scrolled past; the data files are complete.
constexpr std::size_t most_messages = 12;
/// Of a rule that holds for more points than that.
constexpr std::size_t few_findings = 3;

class Page {
  public:
    Page(std::ostream& out, const ReportOptions& options)
        : out_(out), color_(options.color), width_(std::max<std::size_t>(options.width, 40)) {}

    std::size_t width() const { return width_; }

    void title(std::string_view text) { out_ << '\n' << painted(text, "1") << '\n'; }

    void line(std::string_view text, std::string_view code = "") {
        // Trailing spaces would wrap on a terminal as narrow as the table.
        const std::size_t end = text.find_last_not_of(' ');
        out_ << painted(text.substr(0, end == std::string_view::npos ? 0 : end + 1), code) << '\n';
    }

    void wrapped(std::string_view text, std::string_view first) {
        for (const std::string& row : wrapped_lines(text, first, width_)) line(row);
    }

    /// At most `most_messages` of `lines`, and how many there are besides.
    void list(std::string_view heading, const std::vector<std::string>& lines) {
        if (lines.empty()) return;
        title(heading);
        for (std::size_t i = 0; i < std::min(lines.size(), most_messages); ++i) wrapped(lines[i], "  - ");
        if (lines.size() > most_messages)
            wrapped(fmt::format("and {} more; --report json=FILE writes all", lines.size() - most_messages),
                    "  - ");
    }

  private:
    std::string painted(std::string_view text, std::string_view code) const {
        return color_ && !code.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }

    std::ostream& out_;
    bool color_;
    std::size_t width_;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::size_t widest(const std::vector<std::string>& lines) {
    std::size_t width = 0;
    for (const std::string& line : lines) width = std::max(width, display_width(line));
    return width;
}

/// The points' table in at most `width` columns: first long names are cut, then inner levels' intensities go;
/// these first where cut names would look alike.
std::vector<std::string> fitted_table(const Analysis& analysis, std::size_t top, std::size_t width,
                                      const std::vector<std::string>& keys) {
    PointsTableShape shape{.top = top, .levels = levels_of(analysis, top), .keys = keys};
    const std::size_t key_columns = keys.empty() ? 0 : 2;
    for (;;) {
        shape.name_columns = 60;
        auto lines = lines_of(to_text_table(points_table(analysis, shape)));
        const std::size_t over = widest(lines) > width ? widest(lines) - width : 0;
        if (over == 0) return lines;
        std::size_t longest = 5;
        for (const auto& row : points_table(analysis, shape).rows)
            longest = std::max(longest, display_width(row[0]));
        const std::size_t left = longest > over ? longest - over : 0;
        shape.name_columns = std::max<std::size_t>(left, 5 + key_columns) - key_columns;
        const bool readable = left >= std::min(shortest_name, longest) &&
                              !are_confused(analysis, point_names(analysis, top, shape.name_columns));
        if (readable || shape.levels.size() <= 1)
            return lines_of(to_text_table(points_table(analysis, shape)));
        shape.levels.erase(shape.levels.begin());
    }
}

std::string_view paint_of(RowMark mark) {
    switch (mark) {
        case RowMark::good:
            return "32";
        case RowMark::low:
            return "33";
        case RowMark::wrong:
            return "31";
        case RowMark::none:
            break;
    }
    return "";
}

void write_points(const Analysis& analysis, std::size_t top, const std::vector<std::string>& keys,
                  Page& page) {
    if (analysis.points.empty()) return;
    const std::size_t shown = std::min(top, analysis.points.size());
    page.title(shown < analysis.points.size()
                   ? fmt::format("The {} longest of {} points", shown, analysis.points.size())
                   : "Points, longest first");
    const auto lines = fitted_table(analysis, shown, page.width(), keys);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool point = i >= 1 && i <= shown;
        page.line(lines[i], i == 0 ? "1" : point ? paint_of(mark_of(analysis.points[i - 1])) : "");
    }
    for (const std::string& sentence : legend(analysis)) page.wrapped(sentence, "  ");
}

/// Levels go, from the core outwards, until the table fits.
void write_regions(const Analysis& analysis, std::size_t top, Page& page) {
    if (analysis.regions.empty()) return;
    const std::size_t shown = std::min(top, analysis.regions.size());
    page.title(shown < analysis.regions.size() ? fmt::format("The {} longest of {} regions, which may nest",
                                                             shown, analysis.regions.size())
                                               : "Regions, which may nest, longest first");
    PointsTableShape shape{
        .top = shown, .name_columns = 40, .levels = levels_of(analysis, analysis.points.size())};
    auto lines = lines_of(to_text_table(regions_table(analysis, shape)));
    while (widest(lines) > page.width() && !shape.levels.empty()) {
        shape.levels.erase(shape.levels.begin());
        lines = lines_of(to_text_table(regions_table(analysis, shape)));
    }
    for (std::size_t i = 0; i < lines.size(); ++i) page.line(lines[i], i == 0 ? "1" : "");
}

/// The chart, if there is to be one; what stands for each point in it.
std::vector<std::string> write_chart(const Analysis& analysis, const ReportOptions& options, Page& page) {
    if (!options.chart) return {};
    const chart::TerminalChart chart =
        chart::draw_terminal(analysis, options.top, *options.chart, options.extras);
    page.title("Roofline");
    for (const std::string& line : chart.lines) page.line(line);
    for (const std::string& note : chart.notes) page.wrapped(note, "  ");
    return chart.keys;
}

void write_findings(const Analysis& analysis, Page& page) {
    const auto groups = grouped_findings(analysis, most_messages, few_findings);
    if (!groups.empty()) page.title("Findings");
    for (const FindingGroup& group : groups) {
        page.wrapped(group.title, "  ");
        for (const Finding* finding : group.shown) {
            page.wrapped(
                fmt::format("{}: {}", short_name(finding->point, 60), printable(finding->text, 1000)),
                "  - ");
            if (!group.same_remedy) page.wrapped(finding->remedy, "    → ");
        }
        if (group.more > 0)
            page.wrapped(fmt::format("and {} more; --report json=FILE names all", group.more), "  - ");
        if (group.same_remedy && !group.shown.empty()) page.wrapped(group.shown.front()->remedy, "    → ");
    }
}

void write(const Analysis& analysis, const ReportOptions& options, std::ostream& out) {
    Page page(out, options);
    for (const std::string& sentence : headline(analysis)) page.wrapped(sentence, "");
    write_points(analysis, options.top, write_chart(analysis, options, page), page);
    write_regions(analysis, options.top, page);
    if (!analysis.roofs.empty()) {
        page.title("Roofs used");
        const auto lines = lines_of(to_text_table(roofs_table(analysis)));
        if (widest(lines) <= page.width())
            for (std::size_t i = 0; i < lines.size(); ++i) page.line(lines[i], i == 0 ? "1" : "");
        else
            for (const auto& row : roofs_table(analysis).rows)
                page.wrapped(fmt::format("{}: {} ({}; {} blocks; {}), bounds {}", row[0], row[1],
                                         row[2].empty() ? "no interval" : row[2], row[3], row[4], row[5]),
                             "  ");
    }
    if (!analysis.elsewhere.empty()) {
        page.title("Under other machines' roofs");
        const auto lines = lines_of(to_text_table(elsewhere_table(analysis, options.top)));
        for (std::size_t i = 0; i < lines.size(); ++i) page.line(lines[i], i == 0 ? "1" : "");
        for (const std::string& line : elsewhere_lines(analysis)) page.wrapped(line, "  ");
    }
    write_findings(analysis, page);
    page.list("About single points", remarks(analysis, options.top));
    std::vector<std::string> rejected;
    for (const Rejected& record : analysis.rejected)
        rejected.push_back(
            fmt::format("{}{}: {}", printable(record.record),
                        record.name.empty() ? "" : fmt::format(" ({})", short_name(record.name, 60)),
                        printable(record.reason, 400)));
    page.list(fmt::format("Rejected: {} of {} records", analysis.summary.rejected, analysis.summary.in),
              rejected);
    std::vector<std::string> notes;
    for (const Note& note : analysis.notes)
        notes.push_back(printable(note.text, 1000) +
                        (note.remedy.empty() ? "" : " → " + printable(note.remedy, 2000)));
    page.list("Notes", notes);
}

}  // namespace

extern constinit const ReporterDesc text_reporter{
    .name = "text",
    .extension = ".txt",
    .summary = "a table for the terminal, with findings and notes",
    .write = write};

}  // namespace mansard::analyzer
