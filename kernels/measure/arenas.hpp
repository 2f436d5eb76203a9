// The memory of a team: for each member an arena of every kind that its experiments ask for.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "kernels/measure/arena.hpp"

namespace mansard::kernels {

/// Where a set lies.
struct MemoryKind {
    Pages pages = Pages::huge;
    std::optional<int> node{};  ///< nothing: near the thread that touches it first
    bool operator<(const MemoryKind& other) const {
        return std::tie(pages, node) < std::tie(other.pages, other.node);
    }
};

class TeamArenas {
  public:
    /// Each arena can hold `bytes`: one member alone can be given the whole set, or all of them a share.
    TeamArenas(std::size_t members, std::size_t bytes) : members_(members), bytes_(bytes) {}

    /// One arena per member, reserved at the first call and kept; null where the system does not bind memory
    /// to the node.
    std::vector<std::unique_ptr<Arena>>* of(const MemoryKind& kind);

    std::size_t bytes() const { return bytes_; }

  private:
    std::size_t members_, bytes_;
    std::map<MemoryKind, std::vector<std::unique_ptr<Arena>>> arenas_{};
};

}  // namespace mansard::kernels
