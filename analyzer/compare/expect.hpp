// Gates for continuous integration: what a comparison must come to.
//
//   [NAME:]METRIC OP VALUE        time<=0.7   dram_bytes<=0.3x   matmul*:bound==L2   efficiency>=0.8
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

enum class Operator : std::uint8_t { less, at_most, more, at_least, equal, not_equal };

struct Expectation {
    std::string text{};     ///< as it was given
    std::string pattern{};  ///< of names, with * and ?; empty: every pair
    /// time, total_time, flops, rate, efficiency, bound, verdict, or LEVEL_bytes, LEVEL_read_bytes,
    /// LEVEL_written_bytes, LEVEL_intensity.
    std::string metric{};
    Operator compare = Operator::at_most;
    double value = 0;      ///< SI
    std::string word{};    ///< of bound and verdict
    bool relative = true;  ///< of after ÷ before; else of after alone
};

/// Throws Error{usage} that says what is wrong and shows right ones.
Expectation parse_expectation(const std::string& text);

/// One result for each pair that an expectation is about. A time, or what follows from it (rate, efficiency),
/// whose interval reaches across the bound (for == and !=: holds it) is undecided, and so are what a side
/// does not know, and an efficiency that is a lower bound below the value or beyond its roof. Points that it
/// is about and that are no pair, see missing_of(), are undecided unless `allow_missing`. Throws Error{usage}
/// for a name that no point matches.
std::vector<ExpectationResult> judge_expectations(std::span<const std::string> texts,
                                                  const Comparison& comparison, bool allow_missing = false);

}  // namespace mansard::analyzer
