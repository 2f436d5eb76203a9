// --scope against what the points themselves say of their threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/point.hpp"
#include "core/note.hpp"
#include "core/target.hpp"

namespace mansard::analyzer {

/// Collects the points that say another number of threads than the forced scope means. The scope holds all
/// the same: a benchmark may not know of the threads that the code under it starts.
class ScopeOverride {
  public:
    /// `cores`: that the roofs of the whole device are of.
    ScopeOverride(std::optional<Scope> scope, int cores) : scope_(scope), cores_(cores) {}

    void look_at(const Point& point);
    /// Names the first of them; empty if there are none.
    std::vector<Note> notes() const;

  private:
    std::optional<Scope> scope_;
    int cores_;
    std::size_t count_ = 0;
    std::string named_{};
};

}  // namespace mansard::analyzer
