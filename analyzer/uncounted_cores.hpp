// Points under roofs of another tool's file that does not say of how many cores they are.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/point.hpp"
#include "ceilings/unknown_cores.hpp"
#include "core/note.hpp"

namespace mansard::analyzer {

/// Counts the points whose roofs had to be made of those of another number of cores, and says how.
class UncountedCores {
  public:
    /// `ceilings` may be null. `scope` as in Placer.
    UncountedCores(const ceilings::Ceilings* ceilings, std::optional<Scope> scope);

    void look_at(const Point& point);
    /// Empty where every point stands under roofs of its own number of cores.
    std::vector<Note> notes() const;

  private:
    ceilings::CoreRoofs known_;
    std::optional<Scope> scope_;
    std::size_t count_ = 0;
};

}  // namespace mansard::analyzer
