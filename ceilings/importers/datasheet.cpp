// Roofs that a vendor declares, from configs/datasheets/npu/ or a file of that format: for devices that
// cannot be measured here. They are promises: status `declared`, never `measured`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ceilings/importers/importer.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::string_view folder = "configs/datasheets/npu/", ending = ".json";
constexpr int most_cores = 100'000;

/// Names that stand for a file of the folder.
std::string known_names() {
    std::string names;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with(folder) && file.path.ends_with(ending))
            names += (names.empty() ? "" : ", ") +
                     std::string(
                         file.path.substr(folder.size(), file.path.size() - folder.size() - ending.size()));
    return names;
}

/// The keys of configs/datasheets/npu/ in their order; a file of ceilings begins with its schema.
bool knows(std::string_view head) {
    return head.starts_with('{') && head.find("\"roofs\"") != std::string_view::npos &&
           head.find("\"per_cycle\"") != std::string_view::npos &&
           head.find("\"schema\"") == std::string_view::npos;
}

struct Sheet {
    std::string where{};
    Json content{};
};

Sheet read_sheet(const std::filesystem::path& path) {
    const std::string inside = std::string(folder) + path.string() + std::string(ending);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        for (const EmbeddedFile& file : embedded_files())
            if (file.path == inside) return {inside, parse_json(file.content(), inside)};
        throw Error(Exit::bad_input, "there is no such datasheet",
                    {.where = path.string(), .expected = "a file, or one of " + known_names()});
    }
    return {path.string(), parse_json(read_file(path), path.string())};
}

/// A number above 0 that the range of numbers holds.
double positive(std::optional<double> value, std::string_view key, const std::string& where) {
    if (value && std::isfinite(*value) && *value > 0) return *value;
    throw Error(Exit::bad_input, fmt::format("\"{}\" is missing or no number above 0", key),
                {.where = where});
}

Target target_of(const Json& object, int cores, const std::string& where) {
    Target target{.device = "npu:0",
                  .kind = name_member<Kind>(object, "kind", where),
                  .scope = Scope::device,
                  .threads = cores};
    if (target.kind == Kind::compute) {
        target.dtype = name_member<Dtype>(object, "dtype", where);
        target.engine = name_member<Engine>(object, "engine", where);
        // A peak is of multiply-adds.
        target.op = Op::fma;
    } else if (target.kind == Kind::bandwidth) {
        target.level = name_member<Level>(object, "level", where);
        target.pattern = optional_name<Pattern>(object, "pattern", where).value_or(Pattern::load);
    } else {
        throw Error(Exit::bad_input, "\"kind\" is neither compute nor bandwidth", {.where = where});
    }
    return target;
}

Roof roof_of(const Json& object, int cores, const std::string& where) {
    if (!object.is_object())
        throw Error(Exit::bad_input, "the roof is no object", {.where = where, .expected = "an object"});
    const Target target = target_of(object, cores, where);
    Roof roof{.id = roof_id(target) + (target.engine == Engine::matrix ? ".matrix" : ""),
              .target = target,
              .unit = unit_of(target),
              .status = Status::declared};
    double value = 0;
    if (const auto given = optional_number(object, "value", where)) {
        value = positive(given, "value", where);
    } else {
        const double per_cycle = positive(optional_number(object, "per_cycle", where), "per_cycle", where);
        roof.clock_hz = positive(optional_number(object, "clock_hz", where), "clock_hz", where);
        value =
            positive(optional_number(object, "cores", where), "cores", where) * per_cycle * *roof.clock_hz;
        roof.per_cycle = per_cycle;
    }
    roof.value = positive(value, "value", where);
    // What is declared of a memory is what its bus moves.
    if (target.kind == Kind::bandwidth) roof.bus_value = roof.value;
    const std::string source = optional_string(object, "source", where);
    if (!source.empty())
        roof.notes.push_back({.code = "source", .text = escape_invalid_utf8(source), .remedy = ""});
    return roof;
}

Ceilings import(const std::filesystem::path& path) {
    const Sheet sheet = read_sheet(path);
    if (!sheet.content.is_object())
        throw Error(Exit::bad_input, "the datasheet is no object",
                    {.where = sheet.where, .expected = "\"name\", \"source\", \"cores\" and \"roofs\""});
    const double cores = positive(optional_number(sheet.content, "cores", sheet.where), "cores", sheet.where);
    if (cores > most_cores)
        throw Error(Exit::bad_input, "\"cores\" is beyond any device", {.where = sheet.where});
    Ceilings ceilings{.tool_version = std::string(version()),
                      .created = utc_now(),
                      .plan = "declared by " + printable(sheet.where)};
    ceilings.machine.cpu_model = escape_invalid_utf8(string_member(sheet.content, "name", sheet.where));
    ceilings.machine.cores_online = static_cast<int>(cores);
    for (int core = 0; core < ceilings.machine.cores_online; ++core)
        ceilings.machine.cpus_used.push_back(core);
    const Json& roofs = member(sheet.content, "roofs", sheet.where);
    for (std::size_t i = 0; roofs.is_array() && i < roofs.size(); ++i) {
        const std::string where = fmt::format("{}, roofs[{}]", sheet.where, i);
        Roof roof = roof_of(roofs[i], ceilings.machine.cores_online, where);
        if (std::ranges::any_of(ceilings.roofs, [&](const Roof& other) { return other.id == roof.id; }))
            throw Error(Exit::bad_input, fmt::format("the roof {} stands there twice", roof.id),
                        {.where = where});
        ceilings.roofs.push_back(std::move(roof));
    }
    if (ceilings.roofs.empty())
        throw Error(Exit::bad_input, "there is no roof in it",
                    {.where = sheet.where, .expected = "\"roofs\", a list with at least one"});
    ceilings.notes.push_back(
        {.code = "declared",
         .text = fmt::format("These roofs are declared, not measured: {}",
                             printable(string_member(sheet.content, "source", sheet.where), 400)),
         .remedy = "read an efficiency under them as a share of what is promised"});
    return ceilings;
}

}  // namespace

extern constinit const CeilingsImporterDesc datasheet_ceilings{
    .name = "datasheet",
    .summary = "what a vendor declares of an NPU: ascend-910b2, … or a file of that format",
    .knows = knows,
    .import = import};

}  // namespace mansard::ceilings
