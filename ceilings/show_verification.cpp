#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ceilings/table.hpp"
#include "ceilings/verify.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

std::string value_text(const Roof& roof) {
    return roof.value ? si(*roof.value, roof.unit) : "–";
}

/// Notes that speak of this measurement. What the file's own calibration has said of the machine's sizes and
/// limits is not repeated.
std::vector<Note> new_notes(const Verification& verification) {
    constexpr std::array old{"no_port_limits", "cache_size_disagreement", "cache_claims_differ",
                             "few_blocks"};
    std::vector<Note> out;
    for (const Note& note : verification.now.notes)
        if (std::find(old.begin(), old.end(), note.code) == old.end()) out.push_back(note);
    return out;
}

std::vector<Section> page(const Verification& verification) {
    Section roofs{.title = fmt::format("{}: {} (measured {}, again for {} s)", verification.source,
                                       word_for(verification.verdict), verification.created,
                                       plain(verification.now.seconds)),
                  .table = {.columns = {{"roof"},
                                        {"then", Align::right},
                                        {"now", Align::right},
                                        {"ratio", Align::right},
                                        {"interval", Align::right},
                                        {"blocks", Align::right},
                                        {"verdict"},
                                        {"because"}}}};
    for (const VerifiedRoof& roof : verification.roofs)
        roofs.table.rows.push_back({roof.then.id, value_text(roof.then), value_text(roof.now),
                                    roof.change.ratio ? plain(*roof.change.ratio, 4) : "–",
                                    interval_text(roof.change), std::to_string(roof.now.samples),
                                    std::string(word_for(roof.change.verdict)), roof.change.reason});
    std::vector<Section> sections{std::move(roofs)};
    Section notes{.title = "Notes"};
    for (const Note& note : new_notes(verification))
        notes.lines.push_back(note.remedy.empty() ? note.text
                                                  : fmt::format("{} ({})", note.text, note.remedy));
    if (!notes.lines.empty()) sections.push_back(std::move(notes));
    return sections;
}

std::string csv(const Verification& verification) {
    Table table;
    for (const char* title : {"id", "unit", "then", "then_low", "then_high", "now", "now_low", "now_high",
                              "blocks", "ratio", "ratio_low", "ratio_high", "verdict", "reason"})
        table.columns.push_back({.title = title});
    const auto number = [](std::optional<double> value) { return value ? exact(*value) : ""; };
    const auto low = [&](const std::optional<Interval>& at) { return at ? exact(at->low) : ""; };
    const auto high = [&](const std::optional<Interval>& at) { return at ? exact(at->high) : ""; };
    for (const VerifiedRoof& roof : verification.roofs) {
        const auto& then = roof.then.ci95 ? roof.then.ci95 : roof.then.range;
        const auto& now = roof.now.ci95 ? roof.now.ci95 : roof.now.range;
        table.rows.push_back({roof.then.id, roof.then.unit, number(roof.then.value), low(then), high(then),
                              number(roof.now.value), low(now), high(now), std::to_string(roof.now.samples),
                              number(roof.change.ratio), low(roof.change.interval),
                              high(roof.change.interval), std::string(word_for(roof.change.verdict)),
                              roof.change.reason});
    }
    return to_csv(table);
}

Json json(const Verification& verification) {
    Json roofs = Json::array();
    for (const VerifiedRoof& roof : verification.roofs) {
        roofs.push_back({{"id", roof.then.id},
                         {"then", to_json(roof.then)},
                         {"now", to_json(roof.now)},
                         {"ratio", or_null(roof.change.ratio)},
                         {"interval", interval_json(roof.change)},
                         {"verdict", std::string(word_for(roof.change.verdict))},
                         {"reason", roof.change.reason}});
    }
    return {{"schema", "mansard.verification/1"},
            {"tool_version", verification.now.tool_version},
            {"created", verification.now.created},
            {"context",
             {{"source", verification.source},
              {"measured", verification.created},
              {"seconds", verification.now.seconds}}},
            {"verdict", std::string(word_for(verification.verdict))},
            {"roofs", std::move(roofs)},
            {"notes", mansard::to_json(new_notes(verification))}};
}

}  // namespace

std::string show_verification(const Verification& verification, Format format) {
    switch (format) {
        case Format::json:
            return to_text(json(verification));
        case Format::csv:
            return csv(verification);
        case Format::md:
            return to_markdown_page(page(verification));
        case Format::text:
            break;
    }
    return to_text_page(page(verification));
}

}  // namespace mansard::ceilings
