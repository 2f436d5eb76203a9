#include "analyzer/torch/owners.hpp"

#include <unordered_map>

namespace mansard::analyzer::torch {
namespace {

Place nearest_with_cost(const WorkItem& item, const Frames& frames, Calls& calls) {
    for (Place op = item.op; op != nowhere && frames.event(op).frame == Frame::op; op = frames.parent(op))
        if (calls.find(frames.event(op).name, frames.event(op).call, item.kernel) != nullptr) return op;
    return nowhere;
}

}  // namespace

std::vector<Place> owners_of(std::span<const WorkItem> items, const Frames& frames, Calls& calls) {
    std::vector<Place> owners;
    owners.reserve(items.size());
    std::unordered_map<Place, Place> outermost;
    for (const WorkItem& item : items) {
        owners.push_back(nearest_with_cost(item, frames, calls));
        if (owners.back() != nowhere) outermost.emplace(owners.back(), owners.back());
    }
    for (auto& [owner, highest] : outermost)
        for (Place op = frames.parent(owner); op != nowhere; op = frames.parent(op))
            if (outermost.contains(op)) highest = op;
    for (Place& owner : owners)
        if (owner != nowhere) owner = outermost.at(owner);
    return owners;
}

}  // namespace mansard::analyzer::torch
