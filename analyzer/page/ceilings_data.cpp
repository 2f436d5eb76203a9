#include "analyzer/page/ceilings_data.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::page {
namespace {

void add(Json& object, const char* key, const std::optional<double>& value) {
    if (value) object[key] = *value;
}
void add(Json& object, const char* key, std::string_view text) {
    if (!text.empty()) object[key] = escape_invalid_utf8(text);
}

Json roof_json(const ceilings::Roof& roof) {
    Json object{{"id", roof.id},
                {"unit", roof.unit},
                {"samples", roof.samples},
                {"status", std::string(name_of(roof.status))},
                {"flags", roof.flags}};
    add(object, "value", roof.value);
    add(object, "reason", roof.reason);
    add(object, "per_cycle", roof.per_cycle);
    add(object, "fraction", roof.fraction);
    if (roof.limit) {
        object["limit"] = roof.limit->value;
        add(object, "limit_source", roof.limit->source);
    }
    add(object, "clock_hz", roof.clock_hz);
    std::vector<std::string> notes;
    for (const Note& note : roof.notes) notes.push_back(escape_invalid_utf8(note.text));
    if (!notes.empty()) object["notes"] = notes;
    if (roof.ci95) object["ci95"] = {roof.ci95->low, roof.ci95->high};
    if (roof.range) object["range"] = {roof.range->low, roof.range->high};
    return object;
}

Json gpus_json(const Machine& machine) {
    Json array = Json::array();
    for (const Gpu& gpu : machine.gpus) {
        Json object{{"device", fmt::format("cuda:{}", gpu.index)},
                    {"name", escape_invalid_utf8(gpu.name)},
                    {"sms", gpu.sms},
                    {"memory", binary_size(gpu.memory_bytes)}};
        add(object, "driver", gpu.driver);
        add(object, "clock_hz", gpu.clock_hz);
        add(object, "memory_clock_hz", gpu.memory_clock_hz);
        add(object, "power_limit_w", gpu.power_limit_w);
        array.push_back(std::move(object));
    }
    return array;
}

/// "L1 32 KiB, L2 512 KiB": where the sweep found the levels to end, or what the system claims.
std::string sizes_of(const ceilings::Ceilings& ceilings) {
    std::string text;
    for (const ceilings::LevelSize& size : ceilings.levels)
        if (const auto bytes = size.bytes ? size.bytes : size.detected_bytes)
            text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", name_of(size.level),
                                binary_size(*bytes), size.by_claims ? " (claimed)" : "");
    return text;
}

}  // namespace

Json ceilings_json(const Analysis& analysis) {
    if (!analysis.ceilings) return nullptr;
    const ceilings::Ceilings& ceilings = *analysis.ceilings;
    const Machine& machine = ceilings.machine;
    Json roofs = Json::array();
    for (const ceilings::Roof& roof : ceilings.roofs) roofs.push_back(roof_json(roof));
    Json object{{"source", analysis.ceilings_source},
                {"created", ceilings.created},
                {"plan", ceilings.plan},
                {"tool_version", ceilings.tool_version},
                {"machine",
                 {{"cpu_model", machine.cpu_model},
                  {"cores", machine.cpus_used.empty()
                                ? "number unknown"
                                : fmt::format("{} of {}", machine.cpus_used.size(), machine.cores_online)},
                  {"memory", machine.memory_bytes > 0 ? binary_size(machine.memory_bytes) : ""},
                  {"gpus", gpus_json(machine)}}},
                {"levels", sizes_of(ceilings)},
                {"seconds", ceilings.seconds},
                {"notes", to_json(ceilings.notes)},
                {"roofs", std::move(roofs)}};
    std::vector<std::string> isas;
    for (const Isa isa : machine.isas) isas.emplace_back(name_of(isa));
    object["machine"]["isas"] = isas;
    return object;
}

}  // namespace mansard::analyzer::page
