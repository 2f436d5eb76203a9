#include "ceilings/gpu_limits.hpp"

#include <fmt/format.h>

#include "ceilings/checks.hpp"
#include "core/embedded.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::string_view folder = "configs/datasheets/gpu/";

/// sheet[group][row] or sheet[group][row][key], nothing where the guide does not say.
std::optional<double> nested(const Json& sheet, std::string_view group, std::string_view row,
                             std::string_view key) {
    const auto rows = sheet.find(group);
    if (rows == sheet.end()) return std::nullopt;
    const auto found = rows->find(row);
    if (found == rows->end()) return std::nullopt;
    if (found->is_number()) return found->get<double>();
    const auto value = found->find(key);
    return value != found->end() && value->is_number() ? std::optional(value->get<double>()) : std::nullopt;
}

std::optional<double> per_cycle_limit(const Json& sheet, const Target& target) {
    if (target.kind == Kind::compute && target.isa && target.dtype && target.op) {
        const auto fma = nested(sheet, "flop_per_sm", name_of(*target.isa), name_of(*target.dtype));
        // The same units add or multiply as often as they do both at once; integers are added elsewhere too.
        if (target.dtype == Dtype::i32 && target.op == Op::add) return std::nullopt;
        return fma && (target.op == Op::add || target.op == Op::mul) ? std::optional(*fma / 2) : fma;
    }
    if (target.kind == Kind::bandwidth && target.pattern == Pattern::load && target.level)
        return nested(sheet, "bytes_per_sm", name_of(*target.level), "");
    return std::nullopt;
}

std::optional<Limit> limit_of(const Roof& roof, const Gpu& gpu, const Datasheet* datasheet) {
    const Target& target = roof.target;
    if (target.kind == Kind::bandwidth && target.level == Level::DRAM && gpu.memory_clock_hz &&
        gpu.memory_bus_bits)
        return Limit{*gpu.memory_clock_hz * 2 * *gpu.memory_bus_bits / 8,
                     fmt::format("the driver: {} bits at {} × 2", plain(*gpu.memory_bus_bits),
                                 si(*gpu.memory_clock_hz, "Hz"))};
    if (datasheet == nullptr || !roof.clock_hz) return std::nullopt;
    const auto per_cycle = per_cycle_limit(datasheet->content, target);
    if (!per_cycle) return std::nullopt;
    return Limit{*per_cycle * *roof.clock_hz * target.threads,
                 fmt::format("{}: {} {} per cycle and SM", datasheet->name, plain(*per_cycle),
                             target.kind == Kind::compute ? "FLOP" : "B")};
}

}  // namespace

std::optional<Datasheet> find_gpu_datasheet(const Gpu& gpu) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(folder)) continue;
        const std::string path(file.path);
        Json content = parse_json(file.content(), path);
        for (const Json& architecture : member(member(content, "match", path), "architectures", path))
            if (architecture == gpu.architecture)
                return Datasheet{path.substr(folder.size()), std::move(content)};
    }
    return std::nullopt;
}

void apply_gpu_limit(Roof& roof, const Gpu& gpu, const Datasheet* datasheet) {
    if (!roof.value) return;
    roof.limit = limit_of(roof, gpu, datasheet);
    if (!roof.limit) return;
    roof.fraction = *roof.value / roof.limit->value;
    if (*roof.fraction > 1 + limit_tolerance)
        mark_suspect(roof, fmt::format("{} is above the limit of {} ({})", si(*roof.value, roof.unit),
                                       si(roof.limit->value, roof.unit), roof.limit->source));
}

}  // namespace mansard::ceilings
