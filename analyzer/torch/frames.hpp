// What ran inside what on the host, and from where devices got their work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/torch/events.hpp"

namespace mansard::analyzer::torch {

using Place = std::int32_t;  ///< in Events::host, which Frames sorts; -1: none
inline constexpr Place nowhere = -1;

/// Where a device's work was asked for.
struct Origin {
    Place op = nowhere;                 ///< the innermost operation
    Place frame = nowhere;              ///< the innermost of operations, annotations and modules
    std::int64_t launched = INT64_MIN;  ///< ns; INT64_MIN: not known
    double bytes = -1;                  ///< of a copy, as the runtime's event has them
};

class Frames {
  public:
    /// Sorts the host's events by thread and time, and finds what each lies in.
    explicit Frames(Events& events);

    Place parent(Place place) const { return parents_[static_cast<std::size_t>(place)]; }
    const HostEvent& event(Place place) const { return events_.host[static_cast<std::size_t>(place)]; }
    Place size() const { return static_cast<Place>(events_.host.size()); }

    /// By External id where the profile joins kernels to operations with it, else by the call of the runtime
    /// that launched the work: the operation that this call lies in.
    Origin origin(const DeviceEvent& work) const;

    /// The annotations and modules around `place`, outermost first; for an operation of a backward pass those
    /// of its forward pass, and "backward".
    std::vector<std::string> regions(Place place) const;

    /// A step's name and the time that it took on the host, by time.
    struct Step {
        std::int64_t start = 0, end = 0;
        std::string name{};
    };
    const std::vector<Step>& steps() const { return steps_; }
    /// The step in which `time` lies; nowhere (-1) where there is none.
    Place step_at(std::int64_t time) const;

  private:
    void nest();
    void index_links();
    void find_steps();
    Place innermost_at(std::uint32_t thread, std::int64_t time) const;
    std::vector<std::string> own_regions(Place place) const;

    Events& events_;
    std::vector<Place> parents_{};
    std::vector<std::pair<std::int64_t, Place>> by_external_{};  ///< operations
    std::vector<std::pair<std::int64_t, Place>> by_sequence_{};  ///< operations of forward passes
    std::vector<std::size_t> thread_begins_{};  ///< by thread, in Events::host; one more for the end
    std::vector<Step> steps_{};
    bool external_links_ = false;
};

}  // namespace mansard::analyzer::torch
