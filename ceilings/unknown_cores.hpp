// Roofs of another tool's file that does not say of how many cores they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ceilings/bandwidth.hpp"
#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// What such a file knows.
enum class CoreRoofs : std::uint8_t {
    counted,  ///< none of this: the number of cores is known
    one,      ///< only roofs of one core
    all,      ///< only roofs of all cores together
    both,
};
CoreRoofs core_roofs(const Ceilings& ceilings);

/// The line of one family (what a target reaches with any number of threads) for `threads`, all cores without
/// them. With roofs of one core and of all, several threads reach as many times one core's, at most all
/// cores'; what lacks one of the two has no line there, for it would be held against roofs of other threads.
/// Where the whole file knows only one of them, that holds for every number of threads. `what` begins its
/// name.
std::optional<Line> line_of_uncounted(const std::vector<const Roof*>& family, CoreRoofs known,
                                      std::optional<int> threads, const std::string& what);

}  // namespace mansard::ceilings
