#include "analyzer/device_kinds.hpp"

namespace mansard::analyzer {

bool is_device_kind(std::string_view device) {
    using namespace device_kind;
    return device == nvidia_gpu || device == amd_gpu || device == gpu || device == gpu_or_tpu;
}

void state_device_kind(Profile& profile, std::string_view kind) {
    if (kind.empty() || !profile.device.empty()) return;
    for (const Point& point : profile.points)
        if (!point.device.empty()) return;
    profile.device = kind;
    const Label label{profile.device};
    const auto state = [&](auto& points) {
        for (Point& point : points)
            if (point.device.empty()) point.device = label;
    };
    state(profile.points);
    state(profile.program);
    state(profile.steps);
    state(profile.step_points);
    state(profile.regions);
}

}  // namespace mansard::analyzer
