// A launch as the profile gives it: a few numbers that have a meaning, and nothing else of its rows.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/nvidia/cell.hpp"
#include "analyzer/nvidia/metric_table.hpp"

namespace mansard::analyzer::nvidia {

/// Texts that many launches share, each held once; 0 is the empty one.
class Texts {
  public:
    Texts() { id(""); }
    std::uint32_t id(std::string_view text) {
        const auto found = ids_.find(text);
        if (found != ids_.end()) return found->second;
        const std::string& kept = texts_.emplace_back(text);
        const auto made = static_cast<std::uint32_t>(texts_.size() - 1);
        ids_.emplace(kept, made);
        return made;
    }
    const std::string& text(std::uint32_t id) const { return texts_[id]; }

  private:
    std::deque<std::string> texts_{};  ///< whose elements do not move
    std::unordered_map<std::string_view, std::uint32_t> ids_{};
};

struct Reading {
    double value = 0;  ///< SI; of an open spelling see CellNumber
    Counter counter = 0;
    Form form = Form::total;
    Spelling spelling = Spelling::certain;
    bool missing = false;  ///< the metric is there and has no value: "n/a"
};

struct RawLaunch {
    std::uint32_t kernel = 0, grid = 0, block = 0, regions = 0, device = 0, verdict = 0;  ///< texts
    std::uint32_t process = 0;  ///< text of its number
    std::int64_t id = -1;       ///< the profiler's, −1 if it gives none
    double compute_capability = 0;
    double calls = 1;  ///< readings are of one call each, on average
    std::uint32_t records = 1;
    bool summary = false;  ///< all launches of a kernel, as the profiler sums them up
    bool rounded = false;  ///< printed with two decimals and a prefix: counts without prefix are better
    std::vector<Reading> readings{};
};

}  // namespace mansard::analyzer::nvidia
