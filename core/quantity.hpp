// Numbers with their units, and numbers that may be missing with a reason.
//
// Inside, everything is SI without prefixes: s, FLOP, OP, B, Hz, FLOP/s, B/s. Prefixes exist only in text
// made here: decimal for rates and counts (GB/s = 1e9 B/s), binary for capacities (KiB, MiB).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mansard {

/// A value, or the reason why there is none. Never NaN or infinite: see measured().
struct Quantity {
    std::optional<double> value;
    std::string reason;  ///< empty exactly when there is a value
};

/// The finite `value`, or "not a finite number" as the reason.
Quantity measured(double value);
Quantity missing(std::string reason);

/// "47.3 G" style: three significant digits (`digits`) and a decimal prefix, e.g. si(4.731e10, "FLOP/s") is
/// "47.3 GFLOP/s"; zero is "0 FLOP/s".
std::string si(double value, std::string_view unit, int digits = 3);

/// Capacities: "32 KiB", "1.5 MiB", "500 B".
std::string binary_size(double bytes);

/// "0.312" style plain number with `digits` significant digits and no exponent for 1e-3 … 1e6.
std::string plain(double value, int digits = 3);

/// Shortest decimal text that reads back as the same double; independent of the locale.
std::string exact(double value);

}  // namespace mansard
