#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::page {
namespace {

using ceilings::Roof;
using chart::markup;
using chart::quantity;

/// A list of terms and values; empty values are left out.
std::string facts(const std::vector<std::pair<std::string_view, std::string>>& pairs) {
    std::string html = "<dl>\n";
    for (const auto& [term, value] : pairs)
        if (!value.empty()) html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", term, markup(value));
    return html + "</dl>\n";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string machine_facts(const Analysis& analysis, const ceilings::Ceilings& ceilings) {
    const Machine& machine = ceilings.machine;
    std::vector<std::string> isas;
    for (const Isa isa : machine.isas) isas.emplace_back(name_of(isa));
    std::string cores =
        machine.cpus_used.empty() ? "number unknown" : fmt::format("{} measured", machine.cpus_used.size());
    if (machine.cores_online > 0) cores += fmt::format(" of {}", machine.cores_online);
    if (machine.quota_cpus) cores += fmt::format(", quota of {} CPUs", plain(*machine.quota_cpus));
    return facts({{"CPU", machine.cpu_model},
                  {"Architecture", machine.architecture + (machine.virtualized ? ", virtual machine" : "")},
                  {"Cores", cores},
                  {"Instruction sets", joined(isas)},
                  {"Memory", machine.memory_bytes > 0 ? binary_size(machine.memory_bytes) : ""},
                  {"Plan", ceilings.plan},
                  {"Measured", ceilings.created},
                  {"Took", ceilings.seconds > 0 ? quantity(ceilings.seconds, "s") : ""},
                  {"File", analysis.ceilings_source},
                  {"Made by", ceilings.tool_version.empty() ? "" : "mansard " + ceilings.tool_version}});
}

std::string value_cell(const Roof& roof) {
    if (!roof.value) return "–";
    std::string text = chart::with_interval(*roof.value, roof.unit, roof.ci95 ? roof.ci95 : roof.range);
    if (!roof.ci95 && roof.range) text += " (range)";
    return markup(text);
}

std::string limit_cell(const Roof& roof) {
    if (!roof.limit) return "–";
    std::string text = quantity(roof.limit->value, roof.unit);
    if (roof.fraction) text = chart::percent(*roof.fraction) + " of " + text;
    return markup(text) +
           (roof.limit->source.empty() ? "" : "<br><small>" + markup(roof.limit->source) + "</small>");
}

std::string per_cycle_cell(const Roof& roof) {
    if (!roof.per_cycle) return "–";
    if (roof.target.kind == Kind::latency) return plain(*roof.per_cycle) + " cycles";
    return markup(plain(*roof.per_cycle) + (roof.target.kind == Kind::bandwidth ? " B" : " FLOP"));
}

std::string remarks(const Roof& roof) {
    std::vector<std::string> parts;
    if (!roof.reason.empty()) parts.push_back(roof.reason);
    if (!roof.flags.empty()) parts.push_back("flags: " + joined(roof.flags));
    for (const Note& note : roof.notes) parts.push_back(note.text);
    std::string html;
    for (const std::string& part : parts) html += (html.empty() ? "" : "<br>") + markup(part);
    return html;
}

std::string roofs_table(const ceilings::Ceilings& ceilings) {
    const bool intervals =
        std::ranges::any_of(ceilings.roofs, [](const Roof& roof) { return roof.ci95.has_value(); });
    Table table("All " + counted(ceilings.roofs.size(), "roof"),
                {{"Roof"},
                 {intervals ? "Value [95 % interval]" : "Value [range]", true},
                 {"Blocks", true},
                 {"Status"},
                 {"Per core and cycle", true},
                 {"Part of its limit", true},
                 {"Remarks"}});
    static constexpr std::array<std::pair<Kind, std::string_view>, 4> kinds{{{Kind::compute, "Compute"},
                                                                             {Kind::bandwidth, "Bandwidth"},
                                                                             {Kind::latency, "Latency"},
                                                                             {Kind::pipeline, "Pipelines"}}};
    for (const auto& [kind, title] : kinds) {
        const auto is_of_kind = [wanted = kind](const Roof& roof) { return roof.target.kind == wanted; };
        if (std::none_of(ceilings.roofs.begin(), ceilings.roofs.end(), is_of_kind)) continue;
        table.add_group(title);
        for (const Roof& roof : ceilings.roofs) {
            if (!is_of_kind(roof)) continue;
            const bool measured = roof.status == ceilings::Status::measured;
            const std::string name = roof.target.device == "cpu" ? "" : roof.target.device + " ";
            table.add({.cells = {markup(name + chart::roof_name(roof.target)), value_cell(roof),
                                 std::to_string(roof.samples), std::string(name_of(roof.status)),
                                 per_cycle_cell(roof), limit_cell(roof), remarks(roof)},
                       .css = measured                                  ? ""
                              : roof.status == ceilings::Status::absent ? "absent"
                                                                        : "warning"});
        }
    }
    return std::move(table).finish();
}

std::string levels_table(const ceilings::Ceilings& ceilings) {
    if (ceilings.levels.empty()) return "";
    Table table("Where the working-set sweep found the levels to end",
                {{"Level"}, {"Found", true}, {"Claimed", true}, {"Claimed by"}});
    for (const ceilings::LevelSize& size : ceilings.levels)
        table.add(
            {.cells = {std::string(name_of(size.level)),
                       size.detected_bytes ? binary_size(*size.detected_bytes) : "–",
                       size.claimed_bytes ? binary_size(*size.claimed_bytes) : "–", markup(size.claimed_by)},
             .css = size.agrees ? "" : "warning"});
    return std::move(table).finish();
}

}  // namespace

std::string calibration_section(const Analysis& analysis) {
    if (!analysis.ceilings)
        return "<section>\n<h2>Calibration</h2>\n<p>No ceilings were given, so nothing here says what the "
               "machine "
               "can do. <code>mansard calibrate -o ceilings.json</code> measures it.</p>\n</section>\n";
    std::string html = "<section>\n<h2>Calibration</h2>\n" + machine_facts(analysis, *analysis.ceilings) +
                       roofs_table(*analysis.ceilings) + levels_table(*analysis.ceilings);
    for (const Note& note : analysis.ceilings->notes)
        html += fmt::format("<p class=\"note\">{} {}</p>\n", markup(note.text), markup(note.remedy));
    return html + "</section>\n";
}

}  // namespace mansard::analyzer::page
