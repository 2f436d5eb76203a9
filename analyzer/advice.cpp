#include "analyzer/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

std::optional<Level> level_above(Level level) {
    switch (level) {
        case Level::DRAM:
            return Level::L3;
        case Level::L3:
            return Level::L2;
        case Level::L2:
            return Level::L1;
        default:
            return std::nullopt;
    }
}

/// As the calibration took it, else as the system claims it.
std::optional<double> size_of(Level level, const ceilings::Ceilings& ceilings) {
    for (const ceilings::LevelSize& size : ceilings.levels)
        if (size.level == level && size.bytes) return size.bytes;
    const auto claim = ceilings.machine.cache(level);
    return claim ? std::optional(claim->bytes) : std::nullopt;
}

/// The innermost machine level that exists above `level`, with its size: "L3 (32 MiB)".
std::string place_above(Level level, const Analysis& analysis) {
    for (auto above = level_above(level); above; above = level_above(*above)) {
        if (!analysis.ceilings) return std::string(name_of(*above));
        if (const auto bytes = size_of(*above, *analysis.ceilings))
            return fmt::format("{} ({})", name_of(*above), binary_size(*bytes));
    }
    return {};
}

/// What would bound the point if its bound were gone: ", for up to 2.3 × (then L3 bounds it)".
std::string gain(const PlacedPoint& placed) {
    const Component* bound = placed.bounding();
    const Component* next = nullptr;
    for (const Component& component : placed.components)
        if (&component != bound && component.seconds &&
            (next == nullptr || *component.seconds > *next->seconds))
            next = &component;
    if (next == nullptr || *next->seconds <= 0) return {};
    const double factor = *bound->seconds / *next->seconds;
    if (!(factor >= 1.05 && factor < 1e6)) return {};
    // Far below its roof a point gains more by coming nearer than by a higher one.
    if (placed.efficiency && *placed.efficiency > 0 && *placed.efficiency * factor < 1 &&
        *placed.efficiency < 0.75)
        return fmt::format(
            "; it runs {} × below this roof, and that alone gives {} × at most, until {} bounds it",
            plain(1 / *placed.efficiency, 2), plain(factor, 2), next->name());
    return fmt::format("; up to {} × until {} bounds it", plain(factor, 2), next->name());
}

/// " (the mix of f64 and f32)" where the roof of several types is this point's alone.
std::string mixed_types(const PlacedPoint& placed, const Component& bound) {
    if (bound.level || !bound.roof_id.empty()) return {};
    std::vector<std::string_view> types;
    for (const FlopCount& flops : placed.point.flops)
        if (const auto name = name_of(flops.dtype);
            flops.count > 0 && std::find(types.begin(), types.end(), name) == types.end())
            types.push_back(name);
    return types.size() < 2 ? "" : fmt::format(" (the mix of {})", fmt::join(types, " and "));
}

}  // namespace

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string percent(double fraction) {
    if (fraction == 0) return "0 %";
    if (fraction > 0 && fraction < 0.0005) return "< 0.1 %";
    return fmt::format("{:.{}f} %", fraction * 100, fraction < 0.1 ? 1 : 0);
}

std::string bound_text(const PlacedPoint& placed) {
    const Component& bound = *placed.bounding();
    const std::string_view unit = bound.level ? "B/s" : "FLOP/s";
    return fmt::format("{} bounds it: {} of {}{}, {}", bound.name(),
                       si(*bound.roof * *placed.efficiency, unit), si(*bound.roof, unit),
                       mixed_types(placed, bound), percent(*placed.efficiency));
}

std::string fewer_bytes(const PlacedPoint& placed, const Analysis& analysis) {
    const Level level = *placed.bounding()->level;
    if (level == Level::L1)
        return "load each operand into a register once and use it several times (unroll and jam), and use "
               "the widest "
               "loads" +
               gain(placed);
    const std::string above = place_above(level, analysis);
    const bool stores = std::ranges::any_of(placed.point.bytes, [&](const ByteCount& bytes) {
        return bytes.level == level && bytes.written.value_or(1) > 0;
    });
    const std::string nontemporal = level == Level::DRAM && stores
                                        ? "; write results that are not read again with non-temporal stores"
                                        : "";
    if (above.empty()) return fmt::format("move fewer bytes through {}{}", name_of(level), gain(placed));
    return fmt::format(
        "move fewer bytes through {}: tile so that what is used again stays in {}, and fuse passes over "
        "the same data{}{}",
        name_of(level), above, nontemporal, gain(placed));
}

double memory_utilization(const PlacedPoint& placed) {
    double most = 0;
    for (const Component& component : placed.components)
        if (component.level) most = std::max(most, placed.utilization(component).value_or(0));
    return most;
}

}  // namespace mansard::analyzer
