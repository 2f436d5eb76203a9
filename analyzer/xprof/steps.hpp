// The steps that a core's timelines mark ("Steps"), those at the beginning left out that are warm-up.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyzer/xprof/core.hpp"

namespace mansard::analyzer::xprof {

class StepWindows {
  public:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// Adds the steps that are not left out, and their times, to `totals`.
    StepWindows(const Plane& plane, const ImportOptions& options, Totals& totals);

    /// Which step a time lies in, or none.
    std::uint32_t at(std::int64_t time) const;
    /// The place of a step in the totals.
    std::size_t place(std::uint32_t step) const { return windows_[step].place; }
    /// Whether what begins then belongs to a step that is left out.
    bool is_skipped(std::int64_t begin) const { return begin < wanted_; }
    /// Where the first begins and the last ends, ps; the first lies behind the last where there is none.
    std::int64_t first() const { return first_; }
    std::int64_t last() const { return last_; }
    std::size_t count() const { return count_; }  ///< with those that are left out
    std::size_t skipped() const { return skipped_; }
    std::size_t damaged() const { return damaged_; }  ///< events that are no steps

  private:
    struct Window {
        std::int64_t begin = 0, end = 0;
        std::string name{};
        std::size_t place = 0;
    };
    std::vector<Window> windows_{};    ///< in order of time
    std::int64_t wanted_ = INT64_MIN;  ///< where the steps begin that are not left out
    std::int64_t first_ = INT64_MAX, last_ = INT64_MIN;
    std::size_t count_ = 0, skipped_ = 0, damaged_ = 0;
};

}  // namespace mansard::analyzer::xprof
