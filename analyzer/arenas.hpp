// Memory that the lists of many points share, given back all at once.
#pragma once

#include <memory>
#include <memory_resource>
#include <vector>

namespace mansard::analyzer {

using Arena = std::pmr::monotonic_buffer_resource;

/// The arenas that an object's points may lie in. A million points' lists freed one by one take longer than
/// placing them. To be declared before the points, so that it outlives them.
class Arenas {
  public:
    Arenas() = default;
    Arenas(const Arenas&) = default;
    Arenas(Arenas&&) = default;
    ~Arenas() = default;
    /// Keeps the old ones, too: the points that lie in them are still there when this member is assigned.
    Arenas& operator=(const Arenas& other) {
        if (this != &other) join(other);
        return *this;
    }

    Arena& add() { return *arenas_.emplace_back(std::make_shared<Arena>()); }
    /// Shares those of `other`, to where its points move.
    void join(const Arenas& other) {
        arenas_.insert(arenas_.end(), other.arenas_.begin(), other.arenas_.end());
    }

  private:
    std::vector<std::shared_ptr<Arena>> arenas_{};
};

}  // namespace mansard::analyzer
