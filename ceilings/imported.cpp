#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ceilings/importers/importer.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {

const CeilingsImporterDesc& find_ceilings_importer(std::string_view name) {
    std::string names;
    for (const CeilingsImporterDesc* importer : ceilings_importers()) {
        if (importer->name == name) return *importer;
        names += (names.empty() ? "" : ", ") + std::string(importer->name);
    }
    throw Error(Exit::usage, fmt::format("no roofs can be imported from \"{}\"", printable(name)),
                {.where = "--from", .expected = "one of " + names, .remedy = "see `mansard build --help`"});
}

const CeilingsImporterDesc* recognise_ceilings(std::string_view head) {
    const auto all = ceilings_importers();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto* importer) { return importer->knows(head); });
    return found == all.end() ? nullptr : *found;
}

ImportedRoofs::ImportedRoofs(const std::filesystem::path& path, std::string tool)
    : source_(input_name(path)) {
    ceilings_.tool_version = version();
    ceilings_.created = utc_now();
    ceilings_.plan = "imported from " + tool;
    note("imported", fmt::format("{} measured these roofs, by its own method: {}", tool, printable(source_)),
         "calibrate the machine to have roofs with intervals and checks");
}

Roof* ImportedRoofs::find(const Target& target) {
    for (Roof& roof : ceilings_.roofs)
        if (roof.target == target) return &roof;
    return nullptr;
}

void ImportedRoofs::add(const Target& target, double value, std::optional<Interval> range,
                        std::optional<double> bus_value) {
    if (!std::isfinite(value) || value <= 0) return;
    if (range && !(range->low > 0 && range->low <= range->high && std::isfinite(range->high))) range.reset();
    Roof* roof = find(target);
    if (roof != nullptr && *roof->value >= value) return;
    if (roof == nullptr) roof = &ceilings_.roofs.emplace_back();
    // Without an instruction set the ids of vector and matrix units would be one.
    const bool matrix = target.engine == Engine::matrix && !target.isa;
    *roof = {.id = roof_id(target) + (matrix ? ".matrix" : ""),
             .target = target,
             .value = value,
             .unit = unit_of(target),
             .range = range,
             .status = Status::imported,
             .bus_value = bus_value};
}

void ImportedRoofs::set_limit(const Target& target, double value, const std::string& source) {
    Roof* roof = find(target);
    if (roof == nullptr || !std::isfinite(value) || value <= 0) return;
    roof->limit = Limit{.value = value, .source = source};
    roof->fraction = *roof->value / value;
}

void ImportedRoofs::note(std::string code, std::string text, std::string remedy) {
    ceilings_.notes.push_back(
        {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
}

Ceilings ImportedRoofs::finish(Machine machine, int cpus) {
    if (ceilings_.roofs.empty())
        throw Error(Exit::bad_input, "there is no roof in it",
                    {.where = source_, .expected = "at least one rate or bandwidth above 0"});
    // What these files say of CPUs is how many were measured, not which.
    for (int cpu = 0; cpu < cpus; ++cpu) machine.cpus_used.push_back(cpu);
    machine.cores_online = std::max(machine.cores_online, cpus);
    ceilings_.machine = std::move(machine);
    return std::move(ceilings_);
}

}  // namespace mansard::ceilings
