#include "analyzer/region_counts.hpp"

#include <string>

#include "analyzer/program.hpp"

namespace mansard::analyzer {
namespace {

/// The part of a point's work that belongs to some of its calls.
Point share_of(const Point& point, double calls) {
    const double factor = calls / point.calls;
    Point part{.calls = calls};
    for (FlopCount flops : point.flops) {
        flops.count *= factor;
        part.flops.push_back(flops);
    }
    for (ByteCount bytes : point.bytes) {
        bytes.count *= factor;
        if (bytes.read) *bytes.read *= factor;
        if (bytes.written) *bytes.written *= factor;
        part.bytes.push_back(bytes);
    }
    return part;
}

void count(Point& region, const std::vector<RegionPart>& parts, const Profile& profile) {
    ProgramSum sum;
    bool elsewhere = false;
    for (const RegionPart& part : parts) {
        if (part.point >= profile.points.size()) return;
        const Point& point = profile.points[part.point];
        sum.add(share_of(point, part.calls));
        elsewhere = elsewhere || (part.calls != point.calls && !(point.flops.empty() && point.bytes.empty()));
    }
    std::optional<Point> counts = sum.point(region.seconds);
    if (!counts) return;
    region.flops = counts->flops;
    region.bytes = counts->bytes;
    // What was left out when nothing was counted yet no longer holds.
    region.notes = std::move(counts->notes);
    if (elsewhere && !(region.flops.empty() && region.bytes.empty()))
        region.notes.emplace_back("counts of kernels that ran elsewhere, too, are their mean per call");
}

}  // namespace

void count_regions(Profile& profile) {
    for (std::size_t i = 0; i < profile.regions.size() && i < profile.region_parts.size(); ++i)
        if (profile.regions[i].flops.empty() && profile.regions[i].bytes.empty())
            count(profile.regions[i], profile.region_parts[i], profile);
}

}  // namespace mansard::analyzer
