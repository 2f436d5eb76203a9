// A point beyond the roof of its mix, but not beyond the highest one: that roof does not bound it.
#include <fmt/format.h>

#include "analyzer/advice.hpp"
#include "analyzer/beyond_roof.hpp"
#include "analyzer/convention.hpp"
#include "analyzer/findings/finding.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext& context) {
    return placed.status == PlacementStatus::placed && is_beyond_roof(placed.efficiency) &&
           has_higher_roof(placed, context.view(placed.point));
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext& context) {
    const ByteCount* bytes = bounding_bytes(placed);
    Advice advice{
        .text = bound_text(placed) + ": it is beyond the roof of its mix, though not beyond the highest one",
        .remedy = {}};
    if (bytes == nullptr) {
        advice.remedy =
            "its operations are no FMAs: compare it with the roof of their own mix (mansard show)";
        return advice;
    }
    const bool reads_only = bytes->written && *bytes->written <= 0;
    const bool stores = bytes->written && *bytes->written > 0;
    advice.remedy =
        reads_only
            ? "it only reads, and no roof of reads is so high: check its bytes, a part of which a nearer "
              "cache may serve, and its number of threads"
        : stores ? "its stores seem to bypass the caches already: compare it with the roof of such stores "
                   "(nt_store, nt_copy), not with that of ordinary ones"
                 : "give reads and writes apart: then it stands under the roof of its own mix";
    const ceilings::View& view = context.view(placed.point);
    if (const ceilings::Line* line = view.highest_bandwidth(bytes->level, convention_of(*bytes)))
        advice.remedy +=
            fmt::format("; the highest roof there is {}: {}, {} reached", line->name, si(line->value, "B/s"),
                        percent(bytes->count / *placed.point.seconds / line->value));
    return advice;
}

}  // namespace

extern constinit const FindingDesc beyond_roof_finding{
    .code = "beyond_roof",
    .summary = "faster than the roof of its mix, though not than the highest one",
    .parameters = {},
    .applies = applies,
    .advise = advise};

}  // namespace mansard::analyzer
