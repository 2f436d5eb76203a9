#include "analyzer/launches.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mansard::analyzer {
namespace {

const Details& details_of(const Point& point) {
    static const Details none;
    return point.details ? *point.details : none;
}

/// What held for one launch alone, and what differs between them, is not said of all of them.
std::shared_ptr<const Details> common_details(const Details& first, std::vector<double>& times,
                                              std::optional<double> clock_hz) {
    Details details{.grid = first.grid, .block = first.block};
    if (!times.empty()) details.call_seconds = call_times(times);
    details.clock_hz = clock_hz;
    if (details.grid.empty() && details.block.empty() && !details.call_seconds && !clock_hz) return nullptr;
    return std::make_shared<const Details>(std::move(details));
}

}  // namespace

std::size_t Launches::kernel_of(const Point& launch) {
    const Details& details = details_of(launch);
    const auto [found, is_new] = index_.try_emplace(
        Key{launch.name, launch.device.str(), launch.category.str(), details.grid, details.block},
        kernels_.size());
    if (is_new) kernels_.emplace_back();
    return found->second;
}

void Launches::add_to_regions(const Point& launch, std::size_t place) {
    std::string path;
    for (const std::string& name : details_of(launch).regions) {
        path += (path.empty() ? "" : " / ") + name;
        const auto [found, is_new] = region_index_.try_emplace(path, regions_.size());
        if (is_new) regions_.push_back({.name = path});
        Region& region = regions_[found->second];
        region.sum.add(launch);
        region.calls += launch.calls;
        region.parts[place] += launch.calls;
        region.timed = region.timed && launch.seconds;
    }
}

void Launches::add(Point launch) {
    const std::size_t place = per_launch_ ? alone_.size() : kernel_of(launch);
    add_to_regions(launch, place);
    if (per_launch_) return alone_.push_back(std::move(launch));
    Kernel& kernel = kernels_[place];
    kernel.sum.add(launch);
    kernel.calls += launch.calls;
    kernel.records += launch.records;
    kernel.timed = kernel.timed && launch.seconds;
    if (launch.seconds && launch.calls == 1) kernel.times.push_back(*launch.seconds);
    if (const auto& clock = details_of(launch).clock_hz; clock && launch.seconds) {
        kernel.clocked_seconds += *launch.seconds;
        kernel.clocked_cycles += *launch.seconds * *clock;
    }
    for (std::string& note : launch.notes)
        if (std::find(kernel.notes.begin(), kernel.notes.end(), note) == kernel.notes.end())
            kernel.notes.push_back(std::move(note));
    launch.notes.clear();
    if (kernel.records == launch.records) kernel.first = std::move(launch);
}

Point Launches::point_of(Kernel& kernel) {
    Point& first = kernel.first;
    if (kernel.calls == first.calls) {  // it was launched once: all that is known of it stays
        first.notes = std::move(kernel.notes);
        return std::move(first);
    }
    Point point = kernel.sum.point(std::nullopt).value_or(Point{});
    // The sum's own notes say that FLOPs or bytes were left out. That its time is a sum goes without saying,
    // and so does that nothing is left out where no launch has any.
    std::erase_if(point.notes, [](const std::string& note) {
        return note.starts_with("the profile has no") || note.starts_with("FLOPs left out: only 0 of");
    });
    point.notes.insert(point.notes.begin(), kernel.notes.begin(), kernel.notes.end());
    point.name = std::move(first.name);
    point.granularity = first.granularity == Granularity::launch ? Granularity::kernel : first.granularity;
    point.device = std::move(first.device);
    point.category = std::move(first.category);
    point.calls = kernel.calls;
    point.records = kernel.records;
    if (!kernel.timed) {
        point.seconds = std::nullopt;
        point.notes.push_back("time left out: not all of its launches have one");
    }
    std::optional<double> clock;
    if (kernel.clocked_cycles > 0 && std::isfinite(kernel.clocked_cycles))
        clock = kernel.clocked_cycles / kernel.clocked_seconds;
    point.details = common_details(details_of(first), kernel.times, clock);
    return point;
}

void Launches::finish(Profile& profile) {
    const std::size_t before = profile.points.size();
    profile.region_parts.resize(profile.regions.size());
    for (Point& point : alone_) profile.points.push_back(std::move(point));
    for (Kernel& kernel : kernels_) profile.points.push_back(point_of(kernel));
    for (Region& region : regions_) {
        std::optional<Point> point = region.sum.point(std::nullopt);
        if (!point) continue;
        point->name = std::move(region.name);
        point->calls = region.calls;
        if (!region.timed) point->seconds = std::nullopt;
        // A region has no time but that of its kernels.
        std::erase_if(point->notes,
                      [](const std::string& note) { return note.starts_with("the profile has no"); });
        profile.regions.push_back(*std::move(point));
        std::vector<RegionPart>& parts = profile.region_parts.emplace_back();
        for (const auto& [place, calls] : region.parts)
            parts.push_back({.point = before + place, .calls = calls});
    }
}

}  // namespace mansard::analyzer
