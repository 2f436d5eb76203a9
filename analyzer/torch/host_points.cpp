#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analyzer/advice.hpp"
#include "analyzer/torch/device_points.hpp"
#include "analyzer/torch/owners.hpp"

namespace mansard::analyzer::torch {
namespace {

/// The nearest operation around `place`, annotations between them or not.
Place op_around(const Frames& frames, Place place) {
    do place = frames.parent(place);
    while (place != nowhere && frames.event(place).frame != Frame::op);
    return place;
}

/// ns that each operation spent outside the operations within it; 0 for other frames.
std::vector<std::int64_t> own_times(const Frames& frames) {
    std::vector<std::int64_t> own(static_cast<std::size_t>(frames.size()), 0);
    for (Place i = 0; i < frames.size(); ++i) {
        if (frames.event(i).frame != Frame::op) continue;
        const std::int64_t duration = frames.event(i).end - frames.event(i).start;
        own[static_cast<std::size_t>(i)] += duration;
        if (const Place around = op_around(frames, i); around != nowhere)
            own[static_cast<std::size_t>(around)] -= duration;
    }
    return own;
}

struct Group {
    Place owner = nowhere, first = nowhere;
    double seconds = 0;
    std::uint32_t records = 0;
};

}  // namespace

void add_host_points(const Events& events, const Frames& frames, std::int64_t from, Gatherer& gatherer,
                     Profile& profile) {
    Calls calls(events);
    const std::vector<std::int64_t> own = own_times(frames);
    std::vector<WorkItem> items;
    for (Place i = 0; i < frames.size(); ++i)
        if (frames.event(i).frame == Frame::op && frames.event(i).start >= from) items.push_back({.op = i});
    const std::vector<Place> owners = owners_of(items, frames, calls);
    std::vector<Group> groups;
    std::unordered_map<Place, std::size_t> group_of;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Place key = owners[i] != nowhere ? owners[i] : items[i].op;
        const auto [found, is_new] = group_of.try_emplace(key, groups.size());
        if (is_new) groups.push_back({.owner = owners[i], .first = key});
        groups[found->second].seconds +=
            static_cast<double>(std::max<std::int64_t>(0, own[static_cast<std::size_t>(items[i].op)])) * 1e-9;
        ++groups[found->second].records;
    }
    const Label device("cpu");
    std::size_t modelled = 0;
    for (const Group& group : groups) {
        const HostEvent& op = frames.event(group.first);
        Point point{.name = events.names.text(op.name),
                    .granularity = Granularity::op,
                    .records = group.records,
                    .device = device,
                    .category = "cpu_op",
                    .seconds = group.seconds};
        Details details{.regions = frames.regions(group.first)};
        if (const Calls::Known* known =
                group.owner != nowhere ? calls.find(op.name, op.call, no_text) : nullptr) {
            point.name = calls.point_name(op.name, *known);
            point.category = known->family;
            details.shapes = known->shapes;
            cost::apply(known->cost, point);
            ++modelled;
        }
        if (point.name.empty()) point.name = "(unnamed)";
        point.details = std::make_shared<const Details>(std::move(details));
        gatherer.add(std::move(point), frames.step_at(op.start));
    }
    profile.records += items.size();
    profile.notes.push_back({.code = "host_only",
                             .text = "The trace has no work of devices: operations stand with their own time "
                                     "on the CPU, without the operations within them",
                             .remedy = "for GPUs profile with ProfilerActivity.CUDA"});
    if (modelled > 0)
        profile.notes.push_back(
            {.code = "modelled",
             .text = fmt::format("FLOPs and bytes of {} are modelled from the shapes of their tensors; bytes "
                                 "are the least that must move",
                                 counted(modelled, "call")),
             .remedy = ""});
}

}  // namespace mansard::analyzer::torch
