// Work of devices becomes points: operations where a cost model knows them, else kernels, and copies.
#pragma once

#include "analyzer/torch/call.hpp"
#include "analyzer/torch/gatherer.hpp"

namespace mansard::analyzer::torch {

/// What the trace says of its devices: their models' names.
struct DeviceNames {
    std::map<std::int64_t, std::string> by_id{};
    /// Empty where it is not known. Numbers need not fit: processes see devices in an order of their own.
    std::string name(std::int64_t id) const;
};

/// Adds a point for each piece of work that was asked for at `from` (ns) or later, and counts it in
/// `profile.records`. What cannot be placed goes to `profile.rejected`; notes tell what was seen.
void add_device_points(Events& events, const Frames& frames, const DeviceNames& devices,
                       const ImportOptions& options, std::int64_t from, Gatherer& gatherer, Profile& profile);

/// The same for a trace without devices: operations by their own time on the host.
void add_host_points(const Events& events, const Frames& frames, std::int64_t from, Gatherer& gatherer,
                     Profile& profile);

/// Seconds in which each device worked, added up over the devices.
double busy_seconds(const Events& events, std::int64_t from);

}  // namespace mansard::analyzer::torch
