#include "analyzer/xprof/steps.hpp"

#include <algorithm>

#include "core/utf8.hpp"

namespace mansard::analyzer::xprof {

StepWindows::StepWindows(const Plane& plane, const ImportOptions& options, Totals& totals) {
    constexpr double pico = 1e-12;
    const Lines lines = lines_of(plane, "Steps");
    for (const Line& line : lines.lines)
        damaged_ += for_each_event(plane, line, lines.base_ns, [&](const Event& event) {
            if (const auto meta = plane.describe(event.metadata))
                windows_.push_back(
                    {.begin = event.begin, .end = event.end(), .name = escape_invalid_utf8(meta->name)});
        });
    std::stable_sort(windows_.begin(), windows_.end(),
                     [](const Window& a, const Window& b) { return a.begin < b.begin; });
    count_ = windows_.size();
    skipped_ = std::min(count_, static_cast<std::size_t>(std::max(0, options.skip_steps)));
    if (skipped_ > 0 && skipped_ < count_) wanted_ = windows_[skipped_].begin;
    windows_.erase(windows_.begin(), windows_.begin() + static_cast<std::ptrdiff_t>(skipped_));
    for (Window& window : windows_) {
        window.place = totals.find_step(window.name);
        totals.add_time(window.place, static_cast<double>(window.end - window.begin) * pico);
        first_ = std::min(first_, window.begin);
        last_ = std::max(last_, window.end);
    }
}

std::uint32_t StepWindows::at(std::int64_t time) const {
    const auto after =
        std::upper_bound(windows_.begin(), windows_.end(), time,
                         [](std::int64_t t, const Window& window) { return t < window.begin; });
    if (after == windows_.begin() || time >= std::prev(after)->end) return none;
    return static_cast<std::uint32_t>(after - windows_.begin() - 1);
}

}  // namespace mansard::analyzer::xprof
