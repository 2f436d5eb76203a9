// An amount as people write it on a command line.
#pragma once

#include <string_view>

namespace mansard::analyzer {

struct Amount {
    double value = 0;             ///< in the base unit: s, B, FLOP/s; "80%" is 0.8
    std::string_view unit{};      ///< as it is written; "" where there is none
    const char* fault = nullptr;  ///< why it is none ("is no number")
};

/// Units that parse_amount() knows, for people.
inline constexpr std::string_view amount_units =
    "ns us ms s, B kB MB GB TB KiB MiB GiB, FLOP/s MFLOP/s GFLOP/s TFLOP/s, %";

/// "5ms", "0.3x" (a factor, of unit "x"), "80%", "12GB", "0.7".
Amount parse_amount(std::string_view text);

}  // namespace mansard::analyzer
