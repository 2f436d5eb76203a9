// Which operation's cost stands for a piece of work, so that none is counted with another inside it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analyzer/torch/call.hpp"
#include "analyzer/torch/frames.hpp"

namespace mansard::analyzer::torch {

/// A kernel, or an operation's own time on the host.
struct WorkItem {
    Place op = nowhere;              ///< the innermost operation that it belongs to
    std::uint32_t kernel = no_text;  ///< its name
};

/// For each item the operation whose cost it is a part of, or nowhere: the innermost one with a cost, unless
/// an operation around that one owns work, too. Then all of it belongs to the outermost of these.
std::vector<Place> owners_of(std::span<const WorkItem> items, const Frames& frames, Calls& calls);

}  // namespace mansard::analyzer::torch
