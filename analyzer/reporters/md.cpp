// The Markdown report: the terminal's tables and words, for a README, an issue or a merge request.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "analyzer/reporters/reporter.hpp"
#include "analyzer/tables.hpp"
#include "core/markdown.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t most_messages = 100;
/// Of a rule, where there are more findings than that.
constexpr std::size_t few_findings = 5;

/// Of a message.
constexpr std::size_t longest = 2000;

std::string escaped(std::string_view text) {
    return escape_markdown(text, longest);
}

void list(std::ostream& out, std::string_view heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    out << "\n## " << heading << "\n\n";
    for (std::size_t i = 0; i < std::min(lines.size(), most_messages); ++i) out << "- " << lines[i] << '\n';
    if (lines.size() > most_messages) out << fmt::format("- and {} more\n", lines.size() - most_messages);
}

std::vector<std::string> escaped_all(std::vector<std::string> lines) {
    for (std::string& line : lines) line = escaped(line);
    return lines;
}

void write_findings(const Analysis& analysis, std::ostream& out) {
    const auto groups = grouped_findings(analysis, most_messages, few_findings);
    if (!groups.empty()) out << "\n## Findings\n";
    for (const FindingGroup& group : groups) {
        out << "\n### " << escaped(group.title) << "\n\n";
        for (const Finding* finding : group.shown) {
            out << fmt::format("- **{}**: {}.", escaped(short_name(finding->point, 80)),
                               escaped(finding->text));
            if (!group.same_remedy) out << fmt::format(" *Remedy:* {}.", escaped(finding->remedy));
            out << '\n';
        }
        if (group.more > 0) out << fmt::format("- and {} more\n", group.more);
        if (group.same_remedy && !group.shown.empty())
            out << fmt::format("\n*Remedy:* {}.\n", escaped(group.shown.front()->remedy));
    }
}

void write(const Analysis& analysis, const ReportOptions& options, std::ostream& out) {
    out << "# Roofline analysis\n\n";
    for (const std::string& sentence : headline(analysis)) out << "- " << escaped(sentence) << '\n';
    const std::size_t shown = std::min(options.top, analysis.points.size());
    if (shown > 0) {
        out << (shown < analysis.points.size()
                    ? fmt::format("\n## The {} longest of {} points\n\n", shown, analysis.points.size())
                    : "\n## Points, longest first\n\n");
        out << to_markdown_table(points_table(analysis, {.top = shown, .levels = levels_of(analysis, shown)}))
            << '\n';
        for (const std::string& sentence : legend(analysis)) out << escaped(sentence) << '\n';
    }
    if (!analysis.regions.empty())
        out << "\n## Regions, which may nest, longest first\n\n"
            << to_markdown_table(regions_table(
                   analysis, {.top = options.top, .levels = levels_of(analysis, analysis.points.size())}));
    if (!analysis.roofs.empty()) out << "\n## Roofs used\n\n" << to_markdown_table(roofs_table(analysis));
    if (!analysis.elsewhere.empty()) {
        out << "\n## Under other machines' roofs\n\n"
            << to_markdown_table(elsewhere_table(analysis, shown)) << '\n';
        for (const std::string& line : elsewhere_lines(analysis)) out << escaped(line) << '\n';
    }
    write_findings(analysis, out);
    list(out, "About single points", escaped_all(remarks(analysis, shown)));
    std::vector<std::string> rejected;
    for (const Rejected& record : analysis.rejected)
        rejected.push_back(
            escaped(fmt::format("{} {}: {}", record.record, short_name(record.name, 60), record.reason)));
    list(out, "Rejected records", rejected);
    std::vector<std::string> notes;
    for (const Note& note : analysis.notes)
        notes.push_back(escaped(note.text) +
                        (note.remedy.empty() ? "" : ". *Remedy:* " + escaped(note.remedy)));
    list(out, "Notes", notes);
}

}  // namespace

extern constinit const ReporterDesc md_reporter{
    .name = "md", .extension = ".md", .summary = "Markdown tables, findings and notes", .write = write};

}  // namespace mansard::analyzer
