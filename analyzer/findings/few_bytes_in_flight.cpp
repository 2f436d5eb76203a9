// A GPU kernel that is bound by latency: as fast as the bytes that it has under way allow, well below what
// the level reaches with more of them.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/findings/finding.hpp"
#include "ceilings/in_flight.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"of_curve_from", "of_curve_to", "most_over_curve_from"};
/// Where adding more stops to pay.
constexpr double nearly_all = 0.9;

struct Found {
    Level level{};
    double bytes = 0, rate = 0, curve = 0, most = 0, wanted = 0;
};

std::optional<double> bytes_in_flight(const Point& point) {
    if (!point.details) return std::nullopt;
    const auto& metrics = point.details->metrics;
    const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                     [](const Metric& one) { return one.name == bytes_in_flight_metric; });
    return metric == metrics.end() ? std::nullopt : std::optional(metric->value);
}

std::optional<Found> find(const PlacedPoint& placed, std::span<const double> thresholds,
                          const FindingContext& context) {
    if (placed.status != PlacementStatus::placed || !placed.point.seconds) return std::nullopt;
    const auto bytes = bytes_in_flight(placed.point);
    const Component* bound = placed.bounding();
    if (!bytes || bound == nullptr || !bound->level || !context.analysis.ceilings) return std::nullopt;
    const ceilings::Ceilings& roofs = *context.analysis.ceilings;
    const ceilings::InFlightCurve curve(roofs, *bound->level, roofs.roofs.front().target.device);
    const auto reached = curve.at(*bytes);
    if (!reached || *reached <= 0) return std::nullopt;
    Found found{.level = *bound->level, .bytes = *bytes, .curve = *reached, .most = curve.most()};
    for (const auto& [level, rate] : placed.bandwidth())
        if (level == found.level) found.rate = rate;
    const double part = found.rate / found.curve;
    if (part < thresholds[0] || part > thresholds[1] || found.most < thresholds[2] * found.curve)
        return std::nullopt;
    found.wanted = curve.bytes_for(nearly_all);
    return found;
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return find(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const Found found = *find(placed, thresholds, context);
    return {fmt::format("{} of {} is {:.0f} % of what {} in flight on each SM reach ({}); with more it is {}",
                        si(found.rate, "B/s"), name_of(found.level), 100 * found.rate / found.curve,
                        binary_size(found.bytes), si(found.curve, "B/s"), si(found.most, "B/s")),
            fmt::format(
                "have {} under way on each SM: more resident threads (fewer registers, less shared memory "
                "for each block), more independent loads for each thread (unrolling, wider loads), or "
                "copies that no thread waits for (cp.async, bulk copies)",
                binary_size(found.wanted))};
}

}  // namespace

extern constinit const FindingDesc few_bytes_in_flight_finding{
    .code = "few_bytes_in_flight",
    .summary = "as fast as the bytes it has in flight allow, well below what more of them reach",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .possible = [](const ceilings::Ceilings& ceilings) {
        return std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(), [](const ceilings::Roof& roof) {
            return roof.target.in_flight_bytes.has_value();
        });
    }};

}  // namespace mansard::analyzer
