// Whether a roof has changed between two measurements: their ratio with its interval, and a verdict. Pure.
#pragma once

#include <optional>
#include <string>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

enum class Verdict : std::uint8_t { same, changed, undecided };

/// Ratios from 1 − this to 1 + this are no change worth a name.
inline constexpr double unchanged = 0.05;

struct Change {
    std::optional<double> ratio{};       ///< other ÷ one; nothing where one of them has no value
    std::optional<Interval> interval{};  ///< of the ratio
    Verdict verdict = Verdict::undecided;
    std::string reason{};  ///< one phrase: why this verdict
};

/// Same: the ratio's interval lies within 1 ± unchanged. Changed: wholly outside. Undecided: across a bound,
/// or one of the two is absent, suspect, or rests on fewer than three blocks.
/// The interval comes from the two values' own (docs/method.md, "Comparing"): by the square roots of summed
/// squares of the logarithms' distances where both are of 95 %, corner to corner where one is a range.
Change compare(const Roof& one, const Roof& other);

/// "0.94 – 0.98"; empty without an interval.
std::string interval_text(const Change& change);
/// [low, high]; null without an interval.
Json interval_json(const Change& change);

}  // namespace mansard::ceilings

namespace mansard {
template <>
struct Names<ceilings::Verdict> {
    static constexpr NameTable<ceilings::Verdict, 3> table{{{ceilings::Verdict::same, "same"},
                                                            {ceilings::Verdict::changed, "changed"},
                                                            {ceilings::Verdict::undecided, "undecided"}}};
};
}  // namespace mansard
