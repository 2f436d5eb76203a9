#include "ceilings/pipelines.hpp"

#include <cmath>
#include <map>
#include <tuple>

namespace mansard::ceilings {
namespace {

/// By intensity.
using Samples = std::map<double, const Roof*>;

std::optional<PipelineRate> between(const Samples& samples, double intensity) {
    const auto above = samples.lower_bound(intensity);
    if (above == samples.end()) return std::nullopt;
    if (above->first == intensity) return PipelineRate{*above->second->value, above->second->id};
    if (above == samples.begin()) return std::nullopt;
    const auto below = std::prev(above);
    const double x0 = std::log(below->first), x1 = std::log(above->first);
    const double weight = (std::log(intensity) - x0) / (x1 - x0);
    const double rate =
        std::exp((1 - weight) * std::log(*below->second->value) + weight * std::log(*above->second->value));
    return PipelineRate{rate, (weight < 0.5 ? below : above)->second->id};
}

}  // namespace

std::optional<PipelineRate> pipeline_rate(const Ceilings& ceilings, std::string_view device, Level level,
                                          int stages, double intensity) {
    std::map<std::tuple<Isa, double>, Samples> ways;
    for (const Roof& roof : ceilings.roofs) {
        const Target& target = roof.target;
        const bool is_sample = target.kind == Kind::pipeline && target.device == device &&
                               target.level == level && target.stages == stages &&
                               target.intensity.value_or(0) > 0 && roof.status == Status::measured &&
                               roof.value.value_or(0) > 0;
        if (is_sample)
            ways[{target.isa.value_or(Isa::simt), target.tile_bytes.value_or(0)}][*target.intensity] = &roof;
    }
    std::optional<PipelineRate> best;
    for (const auto& [way, samples] : ways)
        if (auto rate = between(samples, intensity);
            rate && (!best || rate->bytes_per_second > best->bytes_per_second))
            best = std::move(rate);
    return best;
}

}  // namespace mansard::ceilings
