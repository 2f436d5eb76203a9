#include "ceilings/gaps.hpp"

#include <fmt/format.h>

#include <set>

namespace mansard::ceilings {

void note_gaps(Samples& run) {
    for (Series& series : run.series) {
        std::set<int> rounds;
        for (const Block& block : series.blocks)
            if (block.phase == Phase::final && !block.repeated) rounds.insert(block.round);
        if (rounds.empty()) continue;
        const auto missing =
            static_cast<double>(*rounds.rbegin()) - *rounds.begin() + 1 - static_cast<double>(rounds.size());
        if (missing <= 0) continue;
        series.notes.push_back(
            {.severity = Severity::error,
             .code = std::string(gap_code),
             .text = fmt::format("it lacks {} of its rounds, which no measurement does", missing),
             .remedy = "build from the samples as `mansard calibrate` wrote them"});
    }
}

}  // namespace mansard::ceilings
