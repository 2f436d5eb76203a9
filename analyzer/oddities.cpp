#include "analyzer/oddities.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/quantity.hpp"

namespace mansard::analyzer {

void note_oddities(Point& point, const ceilings::Ceilings* ceilings) {
    if (point.calls != std::floor(point.calls))
        point.notes.push_back(
            fmt::format("it has {} calls, which is no whole number: seconds, FLOPs and bytes are taken as "
                        "totals over all of them",
                        plain(point.calls)));
    if (ceilings == nullptr || !point.threads) return;
    const std::size_t cores = ceilings->machine.cpus_used.size();
    if (cores > 0 && static_cast<std::size_t>(*point.threads) > cores)
        point.notes.push_back(
            fmt::format("it has {} threads, and its roofs were measured on {}: threads shared a core, or it "
                        "ran on another machine",
                        *point.threads, cores == 1 ? "1 core" : fmt::format("{} cores", cores)));
}

}  // namespace mansard::analyzer
