// Buffering: with one buffer, moving and computing take turns; with two or more they overlap, and the longer
// of the two is all that remains, or what loads and arithmetic side by side were measured to take, where the
// ceilings have that (ridges): near the corner of two roofs the machine reaches neither. Where they have copy
// pipelines of as many buffers (of GPUs), those say what N buffers reach. All times are those of the measured
// roofs.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/compare/predict.hpp"
#include "ceilings/pipelines.hpp"
#include "ceilings/ridge.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// Seconds of one call, and FLOP/s, as loads from `level` and FMA together reach them at the point's
/// intensity.
struct SideBySide {
    double seconds = 0, rate = 0;
};

std::optional<SideBySide> side_by_side(const PlacedPoint& placed, Level level, const Analysis& analysis) {
    const auto& flops = placed.point.flops;
    const auto bytes = std::find_if(placed.point.bytes.begin(), placed.point.bytes.end(),
                                    [level](const ByteCount& one) { return one.level == level; });
    if (!analysis.ceilings || flops.size() != 1 || flops[0].engine == Engine::matrix || !placed.flops ||
        bytes == placed.point.bytes.end() || bytes->count <= 0)
        return std::nullopt;
    const Dtype dtype = flops[0].dtype == Dtype::unknown ? Dtype::f64 : flops[0].dtype;
    const auto rate = ceilings::Ridges(*analysis.ceilings, placed.point.threads)
                          .rate(level, dtype, *placed.flops / bytes->count);
    if (!rate) return std::nullopt;
    return SideBySide{*placed.flops / placed.point.calls / *rate, *rate};
}

/// What was measured of as many buffers at the point's intensity; pipelines consume with f32 multiply-adds.
std::optional<ceilings::PipelineRate> pipeline_of(const PlacedPoint& placed, const Component& memory,
                                                  double buffers, const Analysis& analysis) {
    const auto& flops = placed.point.flops;
    const bool alike = flops.size() == 1 && flops[0].engine != Engine::matrix &&
                       (flops[0].dtype == Dtype::f32 || flops[0].dtype == Dtype::unknown);
    if (!analysis.ceilings || !alike || !placed.flops || !memory.roof || !memory.seconds || buffers > 1000)
        return std::nullopt;
    const std::string_view id = memory.roof_id;
    const double bytes = *memory.roof * *memory.seconds;
    return ceilings::pipeline_rate(*analysis.ceilings, id.substr(0, id.find('.')), *memory.level,
                                   static_cast<int>(buffers), *placed.flops / bytes);
}

std::vector<Predicted> predict(const PredictionArguments& arguments, const Pair& pair,
                               const PlacedPoint& after, const Comparison& comparison, std::string& why_not) {
    std::optional<double> compute, memory;
    const Component* slowest = nullptr;
    for (const Component& component : after.components) {
        if (!component.seconds) continue;
        const double seconds = *component.seconds / after.point.calls;
        if (!component.level)
            compute = std::max(compute.value_or(0), seconds);
        else if (seconds > memory.value_or(0))
            memory = seconds, slowest = &component;
    }
    if (!compute || !memory)
        return why_not = "it needs ceilings, and both FLOPs and bytes", std::vector<Predicted>();
    const bool overlaps = arguments.sizes[0] >= 2;
    Predicted found{
        .quantity = "time of one call",
        .unit = "s",
        .predicted = overlaps ? std::max(*compute, *memory) : *compute + *memory,
        .measured = pair.seconds.after,
        .how = fmt::format("{} at the roof of the arithmetic {} {} at that of the memory", si(*compute, "s"),
                           overlaps ? "beside" : "and then", si(*memory, "s"))};
    if (const auto pipeline = pipeline_of(after, *slowest, arguments.sizes[0], comparison.after)) {
        found.predicted = *memory * *slowest->roof / pipeline->bytes_per_second;
        found.how += fmt::format("; a copy pipeline of as many buffers was measured to move {} there ({})",
                                 si(pipeline->bytes_per_second, "B/s"), pipeline->id);
    } else if (const auto both = side_by_side(after, *slowest->level, comparison.after);
               overlaps && both && both->seconds > found.predicted) {
        found.predicted = both->seconds;
        found.how +=
            fmt::format("; side by side they were measured to reach {} there", si(both->rate, "FLOP/s"));
    }
    return {found};
}

}  // namespace

extern constinit const PredictionDesc stages_prediction{
    .name = "stages",
    .summary = "stages=N: time of a copy-and-compute loop with N buffers",
    .arguments = {},
    .fewest_sizes = 1,
    .most_sizes = 1,
    .predict = predict};

}  // namespace mansard::analyzer
