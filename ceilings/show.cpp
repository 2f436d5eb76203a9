#include "ceilings/show.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

#include "ceilings/grouped_lines.hpp"
#include "ceilings/lacking.hpp"
#include "ceilings/table.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

std::string exact_or_empty(std::optional<double> value) {
    return value ? exact(*value) : "";
}

/// "f64 avx2 fma" or "L2 load": what tells a roof from the others of its group.
std::string label(const Roof& roof) {
    std::vector<std::string_view> parts;
    const Target& target = roof.target;
    if (target.dtype) parts.push_back(name_of(*target.dtype));
    if (target.isa && (target.kind == Kind::compute || target.kind == Kind::pipeline))
        parts.push_back(name_of(*target.isa));
    if (!target.isa && target.engine == Engine::matrix) parts.push_back(name_of(Engine::matrix));
    if (target.op) parts.push_back(name_of(*target.op));
    if (target.level) parts.push_back(name_of(*target.level));
    if (target.pattern) parts.push_back(name_of(*target.pattern));
    if (target.condition) parts.push_back(name_of(*target.condition));
    std::string text = fmt::format("{}", fmt::join(parts, " "));
    if (target.intensity && target.kind == Kind::pipeline)
        text += fmt::format(" {:g} FLOP/B", *target.intensity);
    if (target.in_flight_bytes) text += fmt::format(" {} in flight", binary_size(*target.in_flight_bytes));
    if (target.stages)
        text += fmt::format(" {} × {}", *target.stages, binary_size(target.tile_bytes.value_or(0)));
    return text;
}

std::string group_of(const Roof& roof) {
    const Target& target = roof.target;
    // What is imported of a GPU does not say how many units it has.
    if (target.device != "cpu" && target.scope == Scope::device && target.threads == 1)
        return fmt::format("{} {}", target.device, name_of(target.kind));
    if (target.threads == 0) return fmt::format("{} {}, all cores", target.device, name_of(target.kind));
    const std::string_view core = target.device == "cpu" ? "core" : "SM";
    return fmt::format(
        "{} {}, {}", target.device, name_of(target.kind),
        target.threads == 1 ? fmt::format("one {}", core) : fmt::format("{} {}s", target.threads, core));
}

std::string interval_text(const Roof& roof) {
    const auto& interval = roof.ci95 ? roof.ci95 : roof.range;
    if (!interval) return "";
    // A range is no interval of confidence: brackets tell them apart.
    const std::string text =
        fmt::format("{} – {}", si(interval->low, roof.unit), si(interval->high, roof.unit));
    return roof.ci95 ? text : "(" + text + ")";
}

Table roof_table(const std::vector<const Roof*>& roofs) {
    Table table{.columns = {{"roof"},
                            {"value", Align::right},
                            {"95 % (range)", Align::right},
                            {"typical", Align::right, 5},
                            {"per cycle", Align::right, 1},
                            {"with write-allocate", Align::right, 3},
                            {"blocks", Align::right, 2},
                            {"of limit", Align::right},
                            {"status"},
                            {"flags"},
                            {"kernel", Align::left, 4}}};
    for (const Roof* roof : roofs)
        table.rows.push_back(
            {label(*roof), roof->value ? si(*roof->value, roof->unit) : "–", interval_text(*roof),
             roof->typical ? si(*roof->typical, roof->unit) : "",
             roof->per_cycle ? plain(*roof->per_cycle) : "",
             roof->bus_value && roof->bus_value != roof->value ? si(*roof->bus_value, roof->unit) : "",
             roof->samples > 0 ? std::to_string(roof->samples) : "",
             roof->fraction ? fmt::format("{:.1f} %", 100 * *roof->fraction) : "",
             std::string(name_of(roof->status)), fmt::format("{}", fmt::join(roof->flags, " ")),
             roof->kernel});
    return table;
}

std::vector<Section> roof_sections(const Ceilings& ceilings) {
    std::vector<std::pair<std::string, std::vector<const Roof*>>> groups;
    for (const Roof& roof : ceilings.roofs) {
        if (lacks_isa(roof)) continue;  // a line among the absent ones
        const std::string name = group_of(roof);
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&](const auto& entry) { return entry.first == name; });
        if (group == groups.end()) group = groups.insert(groups.end(), {name, {}});
        group->second.push_back(&roof);
    }
    std::vector<Section> sections;
    sections.reserve(groups.size());
    for (auto& [name, roofs] : groups) {
        // What there is before what there is not.
        std::stable_partition(roofs.begin(), roofs.end(),
                              [](const Roof* roof) { return roof->status != Status::absent; });
        sections.push_back({.title = name, .table = roof_table(roofs)});
    }
    return sections;
}

Section level_section(const Ceilings& ceilings) {
    Section section{.title = "Levels",
                    .table = {.columns = {{"level"},
                                          {"by the sweep", Align::right},
                                          {"claimed", Align::right},
                                          {"by"},
                                          {"taken", Align::right},
                                          {"within a factor of two"}}}};
    for (const LevelSize& level : ceilings.levels)
        section.table.rows.push_back(
            {std::string(name_of(level.level)),
             level.detected_bytes ? binary_size(*level.detected_bytes) : "–",
             level.claimed_bytes ? binary_size(*level.claimed_bytes) : "–", level.claimed_by,
             !level.bytes    ? "–"
             : level.certain ? binary_size(*level.bytes)
                             : binary_size(*level.bytes) + ", not certain",
             level.detected_bytes && level.claimed_bytes ? (level.agrees ? "yes" : "no") : ""});
    return section;
}

void add_reasons(std::vector<Section>& sections, const Ceilings& ceilings, Status status,
                 const std::string& title) {
    Section section{.title = title};
    std::vector<const Roof*> lacking;
    std::vector<Said> reasons;
    for (const Roof& roof : ceilings.roofs)
        if (roof.status == status && lacks_isa(roof))
            lacking.push_back(&roof);
        else if (roof.status == status)
            reasons.push_back({roof.id, roof.reason});
    section.lines = grouped_lines(reasons);
    for (std::string& line : lacking_lines(lacking)) section.lines.push_back(std::move(line));
    if (!section.lines.empty()) sections.push_back(std::move(section));
}

std::string note_line(const Note& note) {
    return note.remedy.empty() ? note.text : fmt::format("{} ({})", note.text, note.remedy);
}

/// What was measured: the CPU, the GPUs, or both.
std::string subject(const Ceilings& ceilings) {
    const Machine& machine = ceilings.machine;
    std::vector<std::string> parts;
    const bool cpu =
        machine.gpus.empty() || std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(),
                                            [](const Roof& roof) { return roof.target.device == "cpu"; });
    // Another tool's file of GPUs alone names them as its roofs do.
    std::set<std::string> devices;
    for (const Roof& roof : ceilings.roofs) devices.insert(roof.target.device);
    if (cpu && machine.cpu_model.empty() && !devices.empty() && !devices.contains("cpu"))
        return fmt::format("{} of an unnamed machine", fmt::join(devices, ", "));
    if (cpu)
        parts.push_back(
            fmt::format("{}: {}", machine.cpu_model.empty() ? "an unnamed CPU" : machine.cpu_model,
                        machine.cpus_used.empty()
                            ? "an unknown number of cores"
                            : fmt::format("{} of {} cores", machine.cpus_used.size(), machine.cores_online)));
    for (const Gpu& gpu : machine.gpus)
        parts.push_back(fmt::format("cuda:{}, {} ({}): {} SMs", gpu.index, gpu.name, gpu.uuid, gpu.sms));
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<Section> page(const Ceilings& ceilings) {
    std::vector<Section> sections{
        {.title = fmt::format("Ceilings of {}, plan {}, {}, {} s", subject(ceilings), ceilings.plan,
                              ceilings.created, plain(ceilings.seconds))}};
    for (Section& section : roof_sections(ceilings)) sections.push_back(std::move(section));
    if (!ceilings.levels.empty()) sections.push_back(level_section(ceilings));
    add_reasons(sections, ceilings, Status::suspect, "Suspect");
    add_reasons(sections, ceilings, Status::absent, "Absent");
    Section notes{.title = "Notes"};
    for (const Note& note : ceilings.notes) notes.lines.push_back(note_line(note));
    // A curve is no doubt about a roof: it has a place of its own.
    Section streams{.title = "Bandwidth by streams, in the search"};
    std::vector<Said> of_roofs;
    for (const Roof& roof : ceilings.roofs)
        for (const Note& note : roof.notes)
            if (note.code == "by_streams")
                streams.lines.push_back(roof.id + ": " + note_line(note));
            else
                of_roofs.push_back({roof.id, note_line(note)});
    for (std::string& line : grouped_lines(of_roofs)) notes.lines.push_back(std::move(line));
    if (!streams.lines.empty()) sections.push_back(std::move(streams));
    if (!notes.lines.empty()) sections.push_back(std::move(notes));
    return sections;
}

Table csv_table(const Ceilings& ceilings) {
    Table table;
    for (const char* title : {"id", "value", "unit", "low", "high", "interval", "typical", "per_cycle",
                              "bus_value", "samples", "limit", "fraction", "status", "flags", "reason",
                              "kernel", "working_set_bytes", "clock_hz", "threads"})
        table.columns.push_back({.title = title});
    for (const Roof& roof : ceilings.roofs) {
        const auto& interval = roof.ci95 ? roof.ci95 : roof.range;
        table.rows.push_back(
            {roof.id, exact_or_empty(roof.value), roof.unit, interval ? exact(interval->low) : "",
             interval ? exact(interval->high) : "",
             roof.ci95    ? "ci95"
             : roof.range ? "range"
                          : "",
             exact_or_empty(roof.typical), exact_or_empty(roof.per_cycle), exact_or_empty(roof.bus_value),
             std::to_string(roof.samples), roof.limit ? exact(roof.limit->value) : "",
             exact_or_empty(roof.fraction), std::string(name_of(roof.status)),
             fmt::format("{}", fmt::join(roof.flags, " ")), roof.reason, roof.kernel,
             roof.working_set_bytes > 0 ? exact(roof.working_set_bytes) : "", exact_or_empty(roof.clock_hz),
             roof.target.threads > 0 ? std::to_string(roof.target.threads) : ""});
    }
    return table;
}

}  // namespace

std::string show(const Ceilings& ceilings, Format format, std::optional<std::size_t> width) {
    switch (format) {
        case Format::json:
            return to_text(to_json(ceilings));
        case Format::csv:
            return to_csv(csv_table(ceilings));
        case Format::md:
            return to_markdown_page(page(ceilings));
        case Format::text:
            break;
    }
    return to_text_page(page(ceilings), width);
}

}  // namespace mansard::ceilings
