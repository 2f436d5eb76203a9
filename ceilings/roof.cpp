#include "ceilings/roof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ceilings/estimate.hpp"
#include "core/document.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

Json interval_or_null(const std::optional<Interval>& interval) {
    return interval ? Json{interval->low, interval->high} : Json(nullptr);
}

std::optional<Interval> interval_member(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return std::nullopt;
    if (!found->is_array() || found->size() != 2 || !found->at(0).is_number() || !found->at(1).is_number())
        throw Error(Exit::bad_input, fmt::format("\"{}\" is no interval", key),
                    {.where = where, .expected = "[low, high] or null"});
    return Interval{found->at(0).get<double>(), found->at(1).get<double>()};
}

/// A value's interval holds it: the value is one of the blocks it spans, or lies between two of them.
void require_within(const std::optional<Interval>& interval, double value, std::string_view key,
                    const std::string& where) {
    constexpr double rounding = 1e-6;
    if (!interval) return;
    const double slack = rounding * value;
    if (interval->low > 0 && interval->low <= value + slack && interval->high >= value - slack) return;
    throw Error(Exit::bad_input,
                fmt::format("\"{}\" is [{}, {}], which does not hold the value {}", key, exact(interval->low),
                            exact(interval->high), exact(value)),
                {.where = where, .expected = "0 < low <= value <= high"});
}

/// What no calibration writes: a file that was changed by hand must not pass for a measurement.
void require_sound(const Roof& roof, const std::string& where) {
    const bool uncounted = roof.status == Status::imported && roof.target.scope == Scope::device;
    if (roof.target.threads < (uncounted ? 0 : 1))
        throw Error(Exit::bad_input, fmt::format("\"threads\" is {}", roof.target.threads),
                    {.where = where, .expected = "threads >= 1"});
    if (roof.samples < 0)
        throw Error(Exit::bad_input, fmt::format("\"samples\" is {}", roof.samples),
                    {.where = where, .expected = "samples >= 0"});
    if (roof.unit != unit_of(roof.target))
        throw Error(Exit::bad_input, fmt::format("\"unit\" is \"{}\"", printable(roof.unit)),
                    {.where = where,
                     .expected = fmt::format("\"{}\", the unit of a {} roof of this number type",
                                             unit_of(roof.target), name_of(roof.target.kind))});
    if (!roof.value) return;
    require_within(roof.ci95, *roof.value, "ci95", where);
    require_within(roof.range, *roof.value, "range", where);
}

Json to_json(const LevelSize& size) {
    return {{"level", std::string(name_of(size.level))},
            {"detected_bytes", or_null(size.detected_bytes)},
            {"claimed_bytes", or_null(size.claimed_bytes)},
            {"claimed_by", size.claimed_by},
            {"agrees", size.agrees},
            {"bytes", or_null(size.bytes)},
            {"by_claims", size.by_claims},
            {"certain", size.certain}};
}

LevelSize level_size_from_json(const Json& object, const std::string& where) {
    const auto is = [&object](std::string_view key, bool otherwise) {
        const auto found = object.find(key);
        return found != object.end() && found->is_boolean() ? found->get<bool>() : otherwise;
    };
    member(object, "agrees", where);
    LevelSize size{.level = name_member<Level>(object, "level", where),
                   .detected_bytes = optional_number(object, "detected_bytes", where),
                   .claimed_bytes = optional_number(object, "claimed_bytes", where),
                   .claimed_by = optional_string(object, "claimed_by", where),
                   .agrees = is("agrees", false),
                   .bytes = optional_number(object, "bytes", where),
                   .by_claims = is("by_claims", false),
                   .certain = is("certain", true)};
    // Files of before the choice was written down took what the sweep had found.
    if (!size.bytes) size.bytes = size.detected_bytes ? size.detected_bytes : size.claimed_bytes;
    return size;
}

Roof roof_from_json(const Json& object, const std::string& where) {
    Roof roof{.id = string_member(object, "id", where),
              .target = target_from_json(object, where),
              .value = optional_number(object, "value", where),
              .unit = string_member(object, "unit", where),
              .ci95 = interval_member(object, "ci95", where),
              .range = interval_member(object, "range", where),
              .typical = optional_number(object, "typical", where),
              .samples = int_member(object, "samples", where),
              .fraction = optional_number(object, "fraction", where),
              .status = name_member<Status>(object, "status", where),
              .reason = optional_string(object, "reason", where),
              .notes = notes_from_json(member(object, "notes", where), where + ".notes"),
              .kernel = optional_string(object, "kernel", where),
              .working_set_bytes = optional_number(object, "working_set_bytes", where).value_or(0),
              .clock_hz = optional_number(object, "clock_hz", where),
              .per_cycle = optional_number(object, "per_cycle", where),
              .bus_value = optional_number(object, "bus_value", where)};
    // Files of before said [value, value] of a single block.
    if (roof.samples > 0 && roof.samples < blocks_for_range) roof.range.reset();
    if (!roof.value && roof.status != Status::absent)
        throw Error(Exit::bad_input, fmt::format("the roof is {} and has no value", name_of(roof.status)),
                    {.where = where, .expected = "a value, or the status absent"});
    if (roof.value && *roof.value <= 0)
        throw Error(Exit::bad_input, "the roof's value is not positive",
                    {.where = where, .expected = "value > 0"});
    require_sound(roof, where);
    const auto limit = object.find("limit");
    if (limit != object.end() && !limit->is_null())
        roof.limit = Limit{number_member(*limit, "value", where + ".limit"),
                           string_member(*limit, "source", where + ".limit")};
    for (const Json& flag : list_member(object, "flags", where))
        if (flag.is_string()) roof.flags.push_back(flag.get<std::string>());
    return roof;
}

}  // namespace

bool has_flag(const Roof& roof, std::string_view flag) {
    return std::find(roof.flags.begin(), roof.flags.end(), flag) != roof.flags.end();
}

Json to_json(const Roof& roof) {
    Json object{{"id", roof.id}};
    object.update(mansard::to_json(roof.target));
    object["value"] = or_null(roof.value);
    object["unit"] = roof.unit;
    object["ci95"] = interval_or_null(roof.ci95);
    object["range"] = interval_or_null(roof.range);
    object["typical"] = or_null(roof.typical);
    object["samples"] = roof.samples;
    object["limit"] =
        roof.limit ? Json{{"value", roof.limit->value}, {"source", roof.limit->source}} : Json(nullptr);
    object["fraction"] = or_null(roof.fraction);
    object["status"] = std::string(name_of(roof.status));
    object["reason"] = roof.reason.empty() ? Json(nullptr) : Json(roof.reason);
    object["flags"] = roof.flags;
    object["notes"] = mansard::to_json(roof.notes);
    object["kernel"] = roof.kernel.empty() ? Json(nullptr) : Json(roof.kernel);
    object["working_set_bytes"] = roof.working_set_bytes > 0 ? Json(roof.working_set_bytes) : Json(nullptr);
    object["clock_hz"] = or_null(roof.clock_hz);
    object["per_cycle"] = or_null(roof.per_cycle);
    object["bus_value"] = or_null(roof.bus_value);
    return object;
}

Json to_json(const Ceilings& ceilings) {
    Json levels = Json::array();
    for (const LevelSize& size : ceilings.levels) levels.push_back(to_json(size));
    Json roofs = Json::array();
    for (const Roof& roof : ceilings.roofs) roofs.push_back(to_json(roof));
    return {{"schema", std::string(ceilings_schema)},
            {"tool_version", ceilings.tool_version},
            {"created", ceilings.created},
            {"context",
             {{"plan", ceilings.plan},
              {"machine", mansard::to_json(ceilings.machine)},
              {"environment_before", mansard::to_json(ceilings.before)},
              {"environment_after", mansard::to_json(ceilings.after)},
              {"seconds", ceilings.seconds}}},
            {"levels", std::move(levels)},
            {"roofs", std::move(roofs)},
            {"notes", mansard::to_json(ceilings.notes)}};
}

Ceilings ceilings_from_json(const Json& document, const std::string& source) {
    const Json& context = member(document, "context", source);
    const std::string where = source + ", context";
    Ceilings ceilings{.tool_version = string_member(document, "tool_version", source),
                      .created = string_member(document, "created", source),
                      .plan = string_member(context, "plan", where),
                      .machine = machine_from_json(member(context, "machine", where), where + ".machine"),
                      .before = environment_from_json(member(context, "environment_before", where), where),
                      .after = environment_from_json(member(context, "environment_after", where), where),
                      .seconds = number_member(context, "seconds", where),
                      .notes = notes_from_json(member(document, "notes", source), source + ", notes")};
    int index = 0;
    for (const Json& size : list_member(document, "levels", source))
        ceilings.levels.push_back(level_size_from_json(size, fmt::format("{}, levels[{}]", source, index++)));
    // By id a roof is found, drawn and compared: a second one would hide the first.
    std::map<std::string, int> places;
    index = 0;
    for (const Json& roof : list_member(document, "roofs", source)) {
        const std::string place = fmt::format("{}, roofs[{}]", source, index);
        ceilings.roofs.push_back(roof_from_json(roof, place));
        const std::string& id = ceilings.roofs.back().id;
        const auto [first, is_new] = places.try_emplace(id, index++);
        if (!is_new)
            throw Error(Exit::bad_input, fmt::format("the id \"{}\" stands there twice", printable(id)),
                        {.where = place,
                         .expected = fmt::format("an id of its own: roofs[{}] has that one", first->second)});
    }
    return ceilings;
}

Ceilings read_ceilings(const std::filesystem::path& path) {
    constexpr const char* remedy = "make a ceilings file with `mansard calibrate -o ceilings.json`";
    const Json document = read_document(path, ceilings_schema, remedy);
    try {
        Ceilings ceilings = ceilings_from_json(document, path.string());
        // A filter leaves roofs, be they absent: a file without any says nothing of a machine.
        if (ceilings.roofs.empty())
            throw Error(
                Exit::bad_input, "\"roofs\" is empty: no roof was measured",
                {.where = path.string(), .expected = "at least one roof, be it absent with its reason"});
        return ceilings;
    } catch (const Error& error) {
        throw with_remedy(error, remedy);
    }
}

}  // namespace mansard::ceilings
