#include "analyzer/nvidia/nsys_graphs.hpp"

#include <fmt/format.h>

namespace mansard::analyzer::nvidia {
namespace {

constexpr const char* graphs = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";

}  // namespace

std::size_t read_graph_launches(SqliteFile& file, const std::function<void(const GraphLaunch&)>& sink) {
    if (!file.has(graphs, {"start", "end"})) return 0;
    const auto column = [&](const char* name) { return file.column_or_null(graphs, name); };
    SqliteQuery query(
        file, fmt::format("SELECT start, \"end\", {}, {}, {}, {} FROM {} ORDER BY 1", column("graphId"),
                          column("deviceId"), column("globalPid"), column("correlationId"), graphs));
    std::size_t count = 0;
    while (query.next()) {
        ++count;
        GraphLaunch launch{
            .name = query.is_null(2) ? "CUDA graph" : fmt::format("CUDA graph {}", query.integer(2)),
            .device = query.integer(3),
            .process = query.integer(4),
            .correlation = query.integer(5)};
        if (!query.is_null(0)) launch.start = query.integer(0);
        if (!query.is_null(1)) launch.end = query.integer(1);
        sink(launch);
    }
    return count;
}

}  // namespace mansard::analyzer::nvidia
