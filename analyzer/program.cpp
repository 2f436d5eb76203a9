#include "analyzer/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mansard::analyzer {

void ProgramSum::add(const Point& point) {
    if (points_++ == 0)
        threads_ = point.threads;
    else
        same_threads_ = same_threads_ && threads_ == point.threads;
    seconds_ += point.seconds.value_or(0);
    if (!point.flops.empty()) ++with_flops_;
    for (const FlopCount& flops : point.flops) {
        const auto same = std::find_if(flops_.begin(), flops_.end(), [&](const FlopCount& sum) {
            return sum.dtype == flops.dtype && sum.engine == flops.engine;
        });
        if (same == flops_.end()) {
            flops_.push_back(flops);
        } else {
            same->count += flops.count;
            // The sum is as good as its weakest part.
            same->how = std::max(same->how, flops.how);
            same->at_least = same->at_least || flops.at_least;
        }
    }
    for (const ByteCount& bytes : point.bytes) {
        auto same = std::find_if(levels_.begin(), levels_.end(), [&](const LevelSum& sum) {
            return sum.bytes.level == bytes.level && sum.bytes.basis == bytes.basis;
        });
        if (same == levels_.end()) {
            same = levels_.insert(
                levels_.end(),
                {.bytes = {
                     .level = bytes.level, .basis = bytes.basis, .how = bytes.how, .read = 0, .written = 0}});
        }
        ++same->points;
        same->bytes.count += bytes.count;
        same->bytes.how = std::max(same->bytes.how, bytes.how);
        same->bytes.at_least = same->bytes.at_least || bytes.at_least;
        // Nothing moved is nothing read and nothing written.
        same->split = same->split && ((bytes.read && bytes.written) || bytes.count == 0);
        *same->bytes.read += bytes.read.value_or(0);
        *same->bytes.written += bytes.written.value_or(0);
    }
}

std::optional<double> ProgramSum::seconds() const {
    return std::isfinite(seconds_) ? std::optional(seconds_) : std::nullopt;
}

std::optional<Point> ProgramSum::point(std::optional<double> wall) const {
    if (points_ == 0 || !seconds()) return std::nullopt;
    Point program{.name = "all points",
                  .granularity = Granularity::region,
                  .threads = same_threads_ ? threads_ : std::nullopt,
                  .seconds = wall ? wall : seconds()};
    if (!wall)
        program.notes.push_back("the profile has no wall time: the sum of the points' times stands for it");
    const bool finite =
        std::all_of(flops_.begin(), flops_.end(), [](const auto& f) { return std::isfinite(f.count); });
    if (with_flops_ == points_ && finite)
        program.flops.assign(flops_.begin(), flops_.end());
    else
        program.notes.push_back(
            finite ? fmt::format("FLOPs left out: only {} of {} points have them", with_flops_, points_)
                   : "FLOPs left out: their sum is beyond the range of numbers");
    for (const LevelSum& sum : levels_) {
        if (sum.points != points_) {
            program.notes.push_back(fmt::format("{} bytes left out: only {} of {} points have them",
                                                name_of(sum.bytes.level), sum.points, points_));
        } else if (!std::isfinite(sum.bytes.count)) {
            program.notes.push_back(fmt::format("{} bytes left out: their sum is beyond the range of numbers",
                                                name_of(sum.bytes.level)));
        } else {
            program.bytes.push_back(sum.bytes);
            if (!sum.split) program.bytes.back().read = program.bytes.back().written = std::nullopt;
        }
    }
    return program;
}

}  // namespace mansard::analyzer
