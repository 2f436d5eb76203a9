#include "ceilings/waits.hpp"

#include <algorithm>
#include <numeric>

#include "ceilings/estimate.hpp"

namespace mansard::ceilings {

double waiting_share(const Series& series) {
    double seconds = 0, waited_s = 0;
    for (const Block* block : counted_blocks(series)) {
        seconds += std::accumulate(block->seconds.begin(), block->seconds.end(), 0.0) * series.target.threads;
        waited_s += block->waited_s;
    }
    // Clock readings are no trials, but threads wait in them too.
    return seconds > 0 ? std::min(1.0, waited_s / seconds) : 0;
}

bool is_held_up_here(const Series& series) {
    if (waiting_share(series) > much_waiting) return true;
    const auto blocks = counted_blocks(series);
    return std::any_of(blocks.begin(), blocks.end(),
                       [](const Block* block) { return !is_left_alone(*block); });
}

}  // namespace mansard::ceilings
