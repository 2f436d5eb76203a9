#include "analyzer/slower_roof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/advice.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {

std::optional<SlowerRoof> slower_roof(const PlacedPoint& placed, std::span<const double> thresholds,
                                      const FindingContext& context,
                                      const ceilings::Line* (*roof_for)(const ceilings::View& view,
                                                                        Dtype dtype, Isa isa)) {
    if (placed.status != PlacementStatus::placed && placed.status != PlacementStatus::incomplete)
        return std::nullopt;
    const auto& flops = placed.point.flops;
    if (flops.size() != 1 || flops[0].dtype == Dtype::unknown || flops[0].engine == Engine::matrix ||
        flops[0].at_least || !placed.rate)
        return std::nullopt;
    const ceilings::View& view = context.view(placed.point);
    const ceilings::Line* top = view.compute(flops[0].dtype, flops[0].engine);
    if (top == nullptr || *placed.rate * thresholds[2] > top->value * thresholds[1]) return std::nullopt;
    for (const auto& [isa, name] : Names<Isa>::table) {
        const ceilings::Line* slower = roof_for(view, flops[0].dtype, isa);
        if (slower == nullptr || slower->value * thresholds[2] > top->value) continue;
        const double part = *placed.rate / slower->value;
        if (part < thresholds[0] || part > thresholds[1]) continue;
        if (memory_utilization(placed) >= thresholds[0]) return std::nullopt;
        return SlowerRoof{isa, slower, top};
    }
    return std::nullopt;
}

bool has_compute_roof(const ceilings::Ceilings& ceilings, Op op) {
    return std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(), [op](const ceilings::Roof& roof) {
        return roof.target.kind == Kind::compute && roof.target.op == op && roof.value;
    });
}

std::string slower_roof_text(const PlacedPoint& placed, const SlowerRoof& found, std::string_view what) {
    return fmt::format("{} is {} of what {} reach ({}); this machine reaches {} ×",
                       si(*placed.rate, "FLOP/s"), percent(*placed.rate / found.slower->value), what,
                       si(found.slower->value, "FLOP/s"), plain(found.top->value / found.slower->value, 2));
}

}  // namespace mansard::analyzer
