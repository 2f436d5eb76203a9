#include "analyzer/torch/frames.hpp"

#include <algorithm>
#include <tuple>

namespace mansard::analyzer::torch {
namespace {

template <typename Pairs>
Place find_first(const Pairs& pairs, std::int64_t key) {
    const auto found = std::lower_bound(pairs.begin(), pairs.end(), std::pair(key, Place{0}));
    return found != pairs.end() && found->first == key ? found->second : nowhere;
}

}  // namespace

Frames::Frames(Events& events) : events_(events) {
    // Of those that begin together the longer one holds the other; of equals, what annotates holds what runs.
    std::stable_sort(events_.host.begin(), events_.host.end(), [](const HostEvent& a, const HostEvent& b) {
        return std::tuple(a.thread, a.start, -a.end, a.frame == Frame::op) <
               std::tuple(b.thread, b.start, -b.end, b.frame == Frame::op);
    });
    std::sort(events_.launches.begin(), events_.launches.end(),
              [](const LaunchEvent& a, const LaunchEvent& b) { return a.correlation < b.correlation; });
    nest();
    index_links();
    find_steps();
}

void Frames::nest() {
    const std::vector<HostEvent>& host = events_.host;
    parents_.assign(host.size(), nowhere);
    thread_begins_.assign(events_.threads.size() + 1, host.size());
    std::vector<Place> open;
    for (std::size_t i = 0; i < host.size(); ++i) {
        if (i == 0 || host[i].thread != host[i - 1].thread) open.clear();
        thread_begins_[host[i].thread] = std::min(thread_begins_[host[i].thread], i);
        // What ends before this one does cannot hold it, though it may overlap it.
        while (!open.empty() && host[static_cast<std::size_t>(open.back())].end < host[i].end)
            open.pop_back();
        if (!open.empty() && host[static_cast<std::size_t>(open.back())].end > host[i].start)
            parents_[i] = open.back();
        open.push_back(static_cast<Place>(i));
    }
    for (std::size_t thread = events_.threads.size(); thread-- > 0;)
        thread_begins_[thread] = std::min(thread_begins_[thread], thread_begins_[thread + 1]);
}

void Frames::index_links() {
    for (Place i = 0; i < size(); ++i) {
        if (event(i).frame != Frame::op) continue;
        if (event(i).external != no_id) by_external_.emplace_back(event(i).external, i);
        if (event(i).sequence != no_id && !event(i).is_backward)
            by_sequence_.emplace_back(event(i).sequence, i);
    }
    std::sort(by_external_.begin(), by_external_.end());
    std::sort(by_sequence_.begin(), by_sequence_.end());
    // Some versions write the correlation in place of the External id, and it may hit an operation by chance.
    external_links_ = std::any_of(events_.device.begin(), events_.device.end(), [](const DeviceEvent& work) {
        return work.external != no_id && work.correlation != no_id && work.external != work.correlation;
    });
    // Without launches there is no other link; by chance not all of them would hit one that began before.
    if (!external_links_ && events_.launches.empty())
        external_links_ =
            std::all_of(events_.device.begin(), events_.device.end(), [&](const DeviceEvent& work) {
                if (work.work != Work::kernel || work.external == no_id) return true;
                const Place op = find_first(by_external_, work.external);
                return op != nowhere && event(op).start <= work.start;
            });
}

void Frames::find_steps() {
    for (Place i = 0; i < size(); ++i)
        if (event(i).frame == Frame::step)
            steps_.push_back({event(i).start, event(i).end, events_.names.text(event(i).name)});
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.start < b.start; });
}

Place Frames::step_at(std::int64_t time) const {
    const auto after = std::upper_bound(steps_.begin(), steps_.end(), time,
                                        [](std::int64_t t, const Step& step) { return t < step.start; });
    if (after == steps_.begin()) return nowhere;
    const auto step = after - 1;
    return time < step->end ? static_cast<Place>(step - steps_.begin()) : nowhere;
}

Place Frames::innermost_at(std::uint32_t thread, std::int64_t time) const {
    const auto begin = events_.host.begin() + static_cast<std::ptrdiff_t>(thread_begins_[thread]);
    const auto end = events_.host.begin() + static_cast<std::ptrdiff_t>(thread_begins_[thread + 1]);
    const auto after =
        std::upper_bound(begin, end, time, [](std::int64_t t, const HostEvent& e) { return t < e.start; });
    if (after == begin) return nowhere;
    auto place = static_cast<Place>(after - events_.host.begin() - 1);
    while (place != nowhere && event(place).end < time) place = parent(place);
    return place;
}

Origin Frames::origin(const DeviceEvent& work) const {
    Origin origin;
    const auto launch = std::lower_bound(
        events_.launches.begin(), events_.launches.end(), work.correlation,
        [](const LaunchEvent& e, std::int64_t correlation) { return e.correlation < correlation; });
    if (work.correlation != no_id && launch != events_.launches.end() &&
        launch->correlation == work.correlation) {
        origin.launched = launch->start;
        origin.bytes = launch->bytes;
        origin.frame = innermost_at(launch->thread, launch->start);
    }
    if (external_links_ && work.external != no_id) origin.op = find_first(by_external_, work.external);
    if (origin.op == nowhere) {
        origin.op = origin.frame;
        while (origin.op != nowhere && event(origin.op).frame != Frame::op) origin.op = parent(origin.op);
    }
    if (origin.frame == nowhere) origin.frame = origin.op;
    if (origin.launched == INT64_MIN && origin.op != nowhere) origin.launched = event(origin.op).start;
    return origin;
}

std::vector<std::string> Frames::own_regions(Place place) const {
    std::vector<std::string> out;
    for (; place != nowhere; place = parent(place)) {
        const HostEvent& frame = event(place);
        if (frame.frame == Frame::annotation) out.push_back(events_.names.text(frame.name));
        if (frame.frame == Frame::module)
            out.push_back(events_.names.text(frame.name).substr(std::string_view("nn.Module: ").size()));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<std::string> Frames::regions(Place place) const {
    std::vector<std::string> own = own_regions(place);
    if (!own.empty()) return own;
    for (; place != nowhere; place = parent(place)) {
        const HostEvent& op = event(place);
        if (op.frame != Frame::op || !op.is_backward || op.sequence == no_id) continue;
        own = own_regions(find_first(by_sequence_, op.sequence));
        if (!own.empty()) own.emplace_back("backward");
        return own;
    }
    return own;
}

}  // namespace mansard::analyzer::torch
