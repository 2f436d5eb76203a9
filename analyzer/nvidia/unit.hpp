// The units that NVIDIA's profilers print behind a metric's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mansard::analyzer::nvidia {

struct Unit {
    double scale = 1;       ///< what one of it is in the base unit: 1e-6 for "usecond"
    std::string base = {};  ///< "second", "byte/second"; "" where nothing is said of what is counted
};

/// "usecond": 1e-6 second, "Mbyte/s": 1e6 byte/second, "Ghz": 1e9 cycle/second, "": 1 of anything; nothing
/// for a unit that is not known. Prefixes are decimal: 646,280 sectors of 32 B are printed as 20.68 Mbyte.
std::optional<Unit> parse_unit(std::string_view text);

}  // namespace mansard::analyzer::nvidia
