#include "analyzer/page/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "analyzer/beyond_roof.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/json_points.hpp"
#include "analyzer/json_summary.hpp"
#include "analyzer/lower_bounds.hpp"
#include "analyzer/page/ceilings_data.hpp"
#include "analyzer/page/style_data.hpp"
#include "analyzer/point_names.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::page {
namespace {

/// Seven digits: more than anybody reads off a page, and half of what a double takes.
double rounded(double value) {
    const std::string text = fmt::format("{:.7g}", value);
    double out = value;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

void add(Json& object, const char* key, const std::optional<double>& value) {
    if (value) object[key] = rounded(*value);
}
void add(Json& object, const char* key, std::string_view text) {
    if (!text.empty()) object[key] = escape_invalid_utf8(text);
}

Json texts(const std::vector<std::string>& all) {
    Json array = Json::array();
    for (const std::string& text : all) array.push_back(escape_invalid_utf8(text));
    return array;
}

void add_details(Json& object, const Details& details) {
    add(object, "grid", details.grid);
    add(object, "block", details.block);
    add(object, "shapes", details.shapes);
    add(object, "profiler_verdict", details.verdict);
    add(object, "clock_hz", details.clock_hz);
    add(object, "coverage", details.coverage);
    for (const Metric& metric : details.metrics)
        object["metrics"][escape_invalid_utf8(metric.name)] = rounded(metric.value);
    if (details.call_seconds)
        object["call_seconds"] = {{"min", rounded(details.call_seconds->min)},
                                  {"median", rounded(details.call_seconds->median)},
                                  {"max", rounded(details.call_seconds->max)}};
}

void add_utilizations(Json& object, const PlacedPoint& placed) {
    Json levels = Json::object();
    for (const Component& component : placed.components) {
        const auto utilization = placed.utilization(component);
        if (!utilization) continue;
        if (component.level)
            levels[std::string(name_of(*component.level))] = rounded(*utilization);
        else
            object["flop_utilization"] = rounded(*utilization);
    }
    if (!levels.empty()) object["bandwidth_utilization"] = std::move(levels);
}

/// What stands before the numbers of counts that are lower bounds: by number type, level, "rate" and
/// "intensity LEVEL".
Json marks_json(const PlacedPoint& placed) {
    const Point& point = placed.point;
    Json marks = Json::object();
    for (const FlopCount& flops : point.flops)
        if (flops.at_least) marks[flops_key(flops)] = "≥ ";
    if (placed.rate && !rate_mark(point).empty()) marks["rate"] = std::string(rate_mark(point));
    for (const ByteCount& bytes : point.bytes)
        if (bytes.at_least) marks[std::string(name_of(bytes.level))] = "≥ ";
    for (const auto& [level, value] : placed.intensity())
        if (const auto mark = intensity_mark(point, level); !mark.empty())
            marks[fmt::format("intensity {}", name_of(level))] = std::string(mark);
    return marks;
}

Json point_json(const PlacedPoint& placed) {
    const Point& point = placed.point;
    Json object{{"name", escape_invalid_utf8(point.name)},
                {"calls", point.calls},
                {"status", std::string(name_of(placed.status))}};
    add(object, "seconds", point.seconds);
    add(object, "share", placed.share);
    add(object, "category", point.category);
    add(object, "step", point.step);
    add(object, "device", point.device);
    if (point.threads) object["threads"] = *point.threads;
    add(object, "reason", placed.reason);
    for (const FlopCount& flops : point.flops) {
        Json& count = object["flops"][flops_key(flops)];
        count = rounded((count.is_null() ? 0 : count.get<double>()) + flops.count);
    }
    for (const ByteCount& bytes : point.bytes) {
        object["bytes"][std::string(name_of(bytes.level))] = rounded(bytes.count);
        // What is written follows from it.
        if (bytes.read && bytes.written)
            object["read"][std::string(name_of(bytes.level))] = rounded(*bytes.read);
    }
    if (Json marks = marks_json(placed); !marks.empty()) object["marks"] = std::move(marks);
    add(object, "bound", placed.bound);
    add(object, "attainable", placed.attainable);
    if (placed.attainable && placed.flops && *placed.flops == 0) object["attainable_unit"] = "B/s";
    add(object, "efficiency", placed.efficiency);
    if (is_beyond_roof(placed.efficiency)) object["beyond_roof"] = true;
    add_utilizations(object, placed);
    if (point.details) add_details(object, *point.details);
    if (!point.notes.empty()) object["notes"] = texts(point.notes);
    return object;
}

Json points_json(const std::vector<PlacedPoint>& points, std::size_t most) {
    Json array = Json::array();
    for (std::size_t i = 0; i < std::min(most, points.size()); ++i) array.push_back(point_json(points[i]));
    return array;
}

/// What all names on the page end with: charts leave it out before they cut any.
std::string name_end(const Analysis& analysis) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(most_points, analysis.points.size()); ++i)
        names.push_back(escape_invalid_utf8(analysis.points[i].point.name));
    return names.empty() ? "" : names.front().substr(names.front().size() - common_end(names));
}

const ceilings::Roof* find_roof(const Analysis& analysis, const std::string& id) {
    if (!analysis.ceilings) return nullptr;
    for (const ceilings::Roof& roof : analysis.ceilings->roofs)
        if (roof.id == id && roof.value) return &roof;
    return nullptr;
}

void add_limit(Json& line, const ceilings::Roof& roof, double value) {
    // The limit scales as the roof did: T times one core's.
    if (roof.limit) line["limit"] = roof.limit->value * value / *roof.value;
}

/// The roofs that no point stands under, to be drawn on request.
void add_other_lines(const Analysis& analysis, Json& array) {
    if (!analysis.ceilings) return;
    std::set<std::string> taken;
    for (const UsedRoof& used : analysis.roofs) {
        taken.insert(used.name);
        taken.insert(used.ids.begin(), used.ids.end());
    }
    for (const ceilings::Roof& roof : analysis.ceilings->roofs) {
        const bool line = roof.target.kind == Kind::compute || roof.target.kind == Kind::bandwidth;
        if (!line || roof.target.scope != analysis.scope || !roof.value || *roof.value <= 0) continue;
        const std::string name = chart::roof_name(roof.target);
        if (taken.contains(roof.id) || !taken.insert(name).second) continue;
        Json other{{"name", name},       {"ids", {roof.id}},    {"unit", roof.unit},
                   {"low", *roof.value}, {"high", *roof.value}, {"status", std::string(name_of(roof.status))},
                   {"points", 0},        {"bound", 0},          {"text", si(*roof.value, roof.unit)},
                   {"other", true}};
        add_limit(other, roof, *roof.value);
        array.push_back(std::move(other));
    }
}

/// The roofs that points stand under, then the others. `top`: the highest of the arithmetic, drawn whether it
/// bounds or not.
Json lines_json(const Analysis& analysis) {
    Json array = Json::array();
    const UsedRoof* top = nullptr;
    for (const UsedRoof& roof : analysis.roofs)
        if (roof.unit != "B/s" && (top == nullptr || roof.high > top->high)) top = &roof;
    for (const UsedRoof& used : analysis.roofs) {
        Json line{
            {"name", used.name},     {"ids", used.ids},     {"unit", used.unit},
            {"low", used.low},       {"high", used.high},   {"status", std::string(name_of(used.status))},
            {"points", used.points}, {"bound", used.bound}, {"text", si(used.high, used.unit)}};
        if (&used == top) line["top"] = true;
        if (used.bus) line["bus"] = true;
        const ceilings::Roof* roof = used.ids.empty() ? nullptr : find_roof(analysis, used.ids.front());
        if (roof != nullptr) add_limit(line, *roof, used.high);
        array.push_back(std::move(line));
    }
    add_other_lines(analysis, array);
    return array;
}

/// Findings with the places of their point and of their remedy in `remedies`, which many share; those of
/// points that are left out are left out.
Json findings_json(const Analysis& analysis, std::size_t most, Json& remedies) {
    std::map<std::string_view, std::size_t> known;
    std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> places;
    for (std::size_t i = std::min(most, analysis.points.size()); i-- > 0;)
        for (const std::string_view code : analysis.points[i].findings)
            places[{analysis.points[i].point.name, code}].push_back(i);
    Json array = Json::array();
    for (const Finding& finding : analysis.findings) {
        const auto found = places.find({finding.point, finding.code});
        if (found == places.end() || found->second.empty()) continue;
        const auto [place, is_new] = known.try_emplace(finding.remedy, remedies.size());
        if (is_new) remedies.push_back(escape_invalid_utf8(finding.remedy));
        array.push_back({{"code", std::string(finding.code)},
                         {"point", found->second.back()},
                         {"text", escape_invalid_utf8(finding.text)},
                         {"remedy", place->second}});
        found->second.pop_back();  // points of one name come in order
    }
    return array;
}

Json rejected_json(const Analysis& analysis) {
    Json array = Json::array();
    for (std::size_t i = 0; i < std::min(most_rejected, analysis.rejected.size()); ++i) {
        const Rejected& one = analysis.rejected[i];
        array.push_back({{"record", escape_invalid_utf8(one.record)},
                         {"name", escape_invalid_utf8(one.name)},
                         {"reason", escape_invalid_utf8(one.reason)}});
    }
    return array;
}

Json notes_json(const Analysis& analysis) {
    Json notes = to_json(analysis.notes);
    const auto note = [&notes](const char* code, std::size_t all, const char* what) {
        if (all > most_points)
            notes.push_back({{"code", code},
                             {"text", fmt::format("The page holds {} of {} {}", most_points, all, what)},
                             {"remedy", "--report json=FILE writes all"}});
    };
    note("points_left_out", analysis.points.size(), "points, the longest");
    note("step_points_left_out", analysis.step_points.size(), "operations of single steps, the first");
    return notes;
}

}  // namespace

std::string page_data(const Analysis& analysis) {
    Json remedies = Json::array();
    Json findings = findings_json(analysis, most_points, remedies);
    const Json document{{"tool_version", analysis.tool_version},
                        {"created", analysis.created},
                        {"sources", texts(analysis.sources)},
                        {"formats", texts(analysis.formats)},
                        {"summary", summary_json(analysis)},
                        {"ceilings", ceilings_json(analysis)},
                        {"lines", lines_json(analysis)},
                        {"styles", styles_json()},
                        {"name_end", name_end(analysis)},
                        {"points", points_json(analysis.points, most_points)},
                        {"program", points_json(analysis.program, most_points)},
                        {"step_points", points_json(analysis.step_points, most_points)},
                        {"regions", points_json(analysis.regions, most_points)},
                        {"findings", std::move(findings)},
                        {"remedies", std::move(remedies)},
                        {"rejected", rejected_json(analysis)},
                        {"notes", notes_json(analysis)}};
    // Within JSON "<" stands in strings only; escaped it can neither end the element nor open a comment.
    std::string safe;
    for (const char c : document.dump(-1, ' ', false, Json::error_handler_t::replace)) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

}  // namespace mansard::analyzer::page
