#include <algorithm>
#include <map>

#include "analyzer/torch/device_points.hpp"

namespace mansard::analyzer::torch {

double busy_seconds(const Events& events, std::int64_t from) {
    // In order of time, as join_ranges() left them; what overlaps counts once.
    std::map<std::int32_t, std::int64_t> until;
    double busy = 0;
    for (const DeviceEvent& work : events.device) {
        std::int64_t& reached = until.try_emplace(work.device, from).first->second;
        const std::int64_t begin = std::max(work.start, reached), end = work.start + work.duration;
        if (end <= begin) continue;
        busy += static_cast<double>(end - begin) * 1e-9;
        reached = end;
    }
    return busy;
}

}  // namespace mansard::analyzer::torch
