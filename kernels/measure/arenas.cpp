#include "kernels/measure/arenas.hpp"

namespace mansard::kernels {

std::vector<std::unique_ptr<Arena>>* TeamArenas::of(const MemoryKind& kind) {
    const auto found = arenas_.find(kind);
    if (found != arenas_.end()) return &found->second;
    std::vector<std::unique_ptr<Arena>> made;
    for (std::size_t i = 0; i < members_; ++i) {
        made.push_back(std::make_unique<Arena>(bytes_, kind.pages));
        if (kind.node && !made.back()->bind(*kind.node)) return nullptr;
    }
    return &arenas_.emplace(kind, std::move(made)).first->second;
}

}  // namespace mansard::kernels
