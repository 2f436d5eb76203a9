#include "analyzer/torch/ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/advice.hpp"

namespace mansard::analyzer::torch {
namespace {

/// The profiler's word for a name that it lost.
constexpr std::string_view lost_name = "__missing__";

}  // namespace

void join_ranges(Events& events, Profile& profile) {
    std::vector<DeviceEvent>& work = events.device;
    std::stable_sort(work.begin(), work.end(),
                     [](const DeviceEvent& a, const DeviceEvent& b) { return a.start < b.start; });
    std::vector<std::size_t> kernels, ranges;
    for (std::size_t i = 0; i < work.size(); ++i) {
        if (work[i].work == Work::kernel) kernels.push_back(i);
        if (work[i].work == Work::counters) ranges.push_back(i);
    }
    if (ranges.empty()) return;
    if (kernels.empty()) {
        profile.notes.push_back({.code = "ranges_untimed",
                                 .text = fmt::format("{} of hardware counters: their durations are those of "
                                                     "the counting, not of the kernels, and left out",
                                                     counted(ranges.size(), "range")),
                                 .remedy = "take the times from a trace without counters"});
        return;
    }
    const bool fits =
        kernels.size() == ranges.size() &&
        std::equal(kernels.begin(), kernels.end(), ranges.begin(), [&](std::size_t k, std::size_t r) {
            return work[k].name == work[r].name || events.names.text(work[r].name) == lost_name;
        });
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        if (fits) {
            work[kernels[i]].counters = work[ranges[i]].counters;
            continue;
        }
        ++profile.records;
        profile.rejected.push_back(
            {.record = fmt::format("{}, counter range {}", profile.source, i + 1),
             .name = events.names.text(work[ranges[i]].name),
             .reason = fmt::format("the trace has {} kernels and {} ranges, which do not pair",
                                   kernels.size(), ranges.size())});
    }
    std::erase_if(work, [](const DeviceEvent& e) { return e.work == Work::counters; });
}

}  // namespace mansard::analyzer::torch
