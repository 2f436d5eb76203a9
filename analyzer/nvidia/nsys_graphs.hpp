// Launches of whole CUDA graphs in an nsys export. By default nsys records a graph as one piece of work, and
// none of the kernels in it: serving a language model can be graphs for nearly all of its time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "analyzer/nvidia/sqlite.hpp"

namespace mansard::analyzer::nvidia {

struct GraphLaunch {
    std::string name{};                          ///< "CUDA graph 109"
    std::optional<std::int64_t> start{}, end{};  ///< ns
    std::int64_t device = 0, process = 0, correlation = 0;
};

/// Each launch of `file`, in order of time; returns how many there are.
std::size_t read_graph_launches(SqliteFile& file, const std::function<void(const GraphLaunch&)>& sink);

}  // namespace mansard::analyzer::nvidia
