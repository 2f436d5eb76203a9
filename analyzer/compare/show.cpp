#include "analyzer/compare/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analyzer/beyond_roof.hpp"
#include "analyzer/compare/names.hpp"
#include "analyzer/lower_bounds.hpp"
#include "analyzer/tables.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using ceilings::Align;
using ceilings::Section;
using ceilings::Table;

constexpr std::size_t name_columns = 40;

/// "0.22 ×", and nothing for an unknown ratio.
std::string times(const Delta& delta, const AtLeast& at_least = {}) {
    const auto ratio = delta.ratio();
    return ratio ? fmt::format("{}{} ×", quotient_mark(at_least.after, at_least.before), plain(*ratio)) : "";
}

/// As in the tables of analyze: ≥ where something is unknown that may need longer, ! beyond a roof.
std::string percentage(const std::optional<double>& value, PlacementStatus status) {
    if (!value) return "";
    return fmt::format("{}{} %{}", status == PlacementStatus::incomplete ? "≥ " : "", plain(100 * *value),
                       status == PlacementStatus::above_roof || is_beyond_roof(value) ? "!" : "");
}

std::string name_cell(const Pair& pair) {
    const std::string name = pair_name(pair.name, pair.name_after, name_columns);
    return pair.detail.empty() ? name : fmt::format("{} ({})", name, short_name(pair.detail, name_columns));
}

/// From and to; one of them where they are equal.
std::string arrow(std::string_view before, std::string_view after) {
    if (before.empty() && after.empty()) return "";
    const auto or_unknown = [](std::string_view text) { return text.empty() ? std::string_view("?") : text; };
    return before == after ? std::string(after)
                           : fmt::format("{} → {}", or_unknown(before), or_unknown(after));
}

std::vector<Level> levels_of(const std::vector<Pair>& pairs) {
    std::vector<Level> levels;
    for (const Level level : outwards)
        if (std::any_of(pairs.begin(), pairs.end(),
                        [level](const Pair& pair) { return pair.at(level) != nullptr; }))
            levels.push_back(level);
    return levels;
}

/// Whether the program calls some of them more or less often than before.
bool calls_changed(const std::vector<Pair>& pairs) {
    return std::any_of(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.calls_changed; });
}

std::string calls_cell(const Pair& pair) {
    const auto text = [](const std::optional<double>& calls) {
        return calls ? fmt::format("{:g}", *calls) : "";
    };
    return pair.calls_changed ? arrow(text(pair.calls.before), text(pair.calls.after)) : "";
}

std::vector<std::string> row_of(const Pair& pair, const std::vector<Level>& levels, bool with_calls) {
    std::vector<std::string> row{name_cell(pair)};
    if (with_calls) row.push_back(calls_cell(pair));
    row.insert(row.end(), {pair.seconds.before ? si(*pair.seconds.before, "s") : "",
                           pair.seconds.after ? si(*pair.seconds.after, "s") : "", times(pair.seconds),
                           pair.time_ratio ? fmt::format("{} – {}", plain(pair.time_ratio->low),
                                                         plain(pair.time_ratio->high))
                                           : "",
                           times(pair.flops, pair.flops_at_least)});
    for (const Level level : levels) {
        const LevelDelta* const delta = pair.at(level);
        row.push_back(delta != nullptr ? times(delta->bytes, delta->at_least) : "");
    }
    row.insert(row.end(), {arrow(pair.bound_before, pair.bound_after),
                           arrow(percentage(pair.efficiency.before, pair.status_before),
                                 percentage(pair.efficiency.after, pair.status_after)),
                           std::string(pair.verdict)});
    return row;
}

Table table_of(const std::vector<Pair>& pairs) {
    const std::vector<Level> levels = levels_of(pairs);
    const bool with_calls = calls_changed(pairs);
    Table table{.columns = {{"point"}}};
    if (with_calls) table.columns.push_back({"calls", Align::right});
    table.columns.insert(table.columns.end(), {{"before", Align::right},
                                               {"after", Align::right},
                                               {"time", Align::right},
                                               {"95 %"},
                                               {"FLOP", Align::right}});
    for (const Level level : levels)
        table.columns.push_back({fmt::format("{} B", name_of(level)), Align::right});
    table.columns.insert(table.columns.end(), {{"bound"}, {"efficiency"}, {"verdict"}});
    for (const Pair& pair : pairs) table.rows.push_back(row_of(pair, levels, with_calls));
    return table;
}

std::string outcome_mark(Outcome outcome) {
    return outcome == Outcome::holds ? "holds" : outcome == Outcome::fails ? "FAILS" : "undecided";
}

Section expectations_of(const Comparison& comparison) {
    Section section{.title = "Expectations",
                    .table = {.columns = {{"expected"}, {"point"}, {"outcome"}, {"found"}}}};
    for (const ExpectationResult& one : comparison.expectations)
        section.table.rows.push_back({printable(one.expression), short_name(one.point, name_columns),
                                      outcome_mark(one.outcome), one.reason});
    return section;
}

Section predictions_of(const Comparison& comparison) {
    Section section{.title = "Predicted and measured",
                    .table = {.columns = {{"model"},
                                          {"point"},
                                          {"quantity"},
                                          {"predicted", Align::right},
                                          {"measured", Align::right},
                                          {"measured ÷ predicted", Align::right}}}};
    for (const Predicted& one : comparison.predictions) {
        const bool both = one.measured && one.predicted > 0;
        section.table.rows.push_back({printable(one.model), short_name(one.point, name_columns), one.quantity,
                                      si(one.predicted, one.unit),
                                      one.measured ? si(*one.measured, one.unit) : "",
                                      both ? plain(*one.measured / one.predicted) : ""});
        section.lines.push_back(fmt::format("{}: {}", printable(one.model), one.how));
    }
    const auto last = std::unique(section.lines.begin(), section.lines.end());
    section.lines.erase(last, section.lines.end());
    return section;
}

void add_lines(std::string title, const std::vector<std::string>& names, std::vector<Section>& sections) {
    if (names.empty()) return;
    Section section{.title = std::move(title)};
    for (const std::string& name : names) section.lines.push_back(short_name(name, 2 * name_columns));
    sections.push_back(std::move(section));
}

/// Intensities, with the marks of what was counted in part: more bytes are less, more FLOPs are more.
std::string from_to(const Delta& intensity, const AtLeast& flops, const AtLeast& bytes) {
    const auto text = [](const std::optional<double>& value, bool more_flops, bool more_bytes) {
        return value ? fmt::format("{}{}", quotient_mark(more_flops, more_bytes), plain(*value)) : "?";
    };
    return intensity.before || intensity.after ? arrow(text(intensity.before, flops.before, bytes.before),
                                                       text(intensity.after, flops.after, bytes.after))
                                               : "";
}

std::string bytes_cell(const std::optional<double>& bytes, bool at_least) {
    return bytes ? (at_least ? "≥ " : "") + si(*bytes, "B") : "";
}

/// One row for each pair and level: where bytes went, and how that moved the point.
Section levels_section(const std::vector<Pair>& pairs) {
    Section section{.title = "Bytes of one call, after ÷ before",
                    .table = {.columns = {{"point"},
                                          {"level"},
                                          {"before", Align::right},
                                          {"after", Align::right},
                                          {"bytes", Align::right},
                                          {"read", Align::right},
                                          {"written", Align::right},
                                          {"FLOP/B", Align::right}}}};
    for (const Pair& pair : pairs)
        for (const LevelDelta& level : pair.levels)
            section.table.rows.push_back({name_cell(pair), std::string(name_of(level.level)),
                                          bytes_cell(level.bytes.before, level.at_least.before),
                                          bytes_cell(level.bytes.after, level.at_least.after),
                                          times(level.bytes, level.at_least), times(level.read),
                                          times(level.written),
                                          from_to(level.intensity, pair.flops_at_least, level.at_least)});
    return section;
}

/// Before each pair's name what stands for it on a chart; `wholes` rows are no pairs.
void mark_names(Table& table, std::size_t wholes, std::span<const std::string> keys) {
    for (std::size_t i = 0; i < table.rows.size() && !keys.empty(); ++i) {
        std::string& name = table.rows[i].front();
        const bool has_key = i >= wholes && i - wholes < keys.size();
        name = fmt::format("{} {}", has_key ? keys[i - wholes] : "-", name);
    }
}

}  // namespace

std::vector<Section> comparison_sections(const Comparison& comparison, std::size_t top,
                                         std::span<const std::string> keys) {
    std::vector<Pair> shown;
    // One pair alone is the whole, unless calls or steps make them two things.
    if (comparison.whole && (comparison.pairs.size() > 1 || comparison.whole_measured))
        shown.push_back(*comparison.whole);
    if (comparison.whole_measured) shown.push_back(*comparison.whole_measured);
    const auto pairs = static_cast<std::ptrdiff_t>(std::min(top, comparison.pairs.size()));
    shown.insert(shown.end(), comparison.pairs.begin(), comparison.pairs.begin() + pairs);
    std::vector<Section> sections{{.title = comparison.pairs.size() > top
                                                ? fmt::format("After ÷ before, the {} longest of {} pairs",
                                                              top, comparison.pairs.size())
                                                : "After ÷ before",
                                   .table = table_of(shown)}};
    mark_names(sections.front().table, shown.size() - static_cast<std::size_t>(pairs), keys);
    if (Section levels = levels_section(shown); !levels.table.rows.empty())
        sections.push_back(std::move(levels));
    Section verdicts{.title = "Verdicts"};
    for (const Pair& pair : shown) {
        verdicts.lines.push_back(fmt::format("{}: {}: {}", name_cell(pair), pair.verdict, pair.reason));
        for (const std::string& note : pair.notes) verdicts.lines.push_back("  " + note);
    }
    sections.push_back(std::move(verdicts));
    if (!comparison.expectations.empty()) sections.push_back(expectations_of(comparison));
    if (!comparison.predictions.empty()) sections.push_back(predictions_of(comparison));
    add_lines("Only before", comparison.only_before, sections);
    add_lines("Only after", comparison.only_after, sections);
    Section notes{.title = "Notes"};
    for (const Note& note : comparison.notes)
        notes.lines.push_back(note.text + (note.remedy.empty() ? "" : " → " + note.remedy));
    if (!notes.lines.empty()) sections.push_back(std::move(notes));
    return sections;
}

}  // namespace mansard::analyzer
