// Before against after: what `mansard compare` finds, and what its reporters read.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// When a difference is none: relative thresholds, from configs/analyze/comparison.json.
struct Thresholds {
    double time_unchanged = 0;  ///< a ratio's interval within 1 ± this is no change
    double single_run = 0;      ///< relative uncertainty of a time that was measured once
    double flops_unchanged = 0;
    double bytes_unchanged = 0;
    double levels_alike = 0;  ///< the bytes of several levels fell alike if their ratios differ by less
    double clock_unchanged = 0;
    double likely_pair = 0;  ///< share of two names that must agree for them to be called a likely pair
    double explains =
        0;  ///< share of the speed-up's logarithm that fewer bytes must come to, to be its reason
};

/// Reads the embedded file.
Thresholds comparison_thresholds();

/// One quantity of one call before and after; nothing where a side does not know it.
struct Delta {
    std::optional<double> before{}, after{};

    /// after ÷ before; nothing unless both are known, and before is not 0.
    std::optional<double> ratio() const;
};

/// Memory levels from the core outwards.
inline constexpr std::array outwards{Level::L0, Level::constant, Level::shared,    Level::L1,
                                     Level::UB, Level::VMEM,     Level::L2,        Level::CMEM,
                                     Level::L3, Level::DRAM,     Level::peer_link, Level::host_link};

/// On which sides a quantity is a lower bound: something of it was not counted.
struct AtLeast {
    bool before = false, after = false;

    bool any() const { return before || after; }
};

struct LevelDelta {
    Level level = Level::L1;
    Basis basis = Basis::architectural;
    Delta bytes{}, read{}, written{};  ///< B per call; read and written are exact where they are known
    Delta intensity{};                 ///< FLOP/B
    AtLeast at_least{};                ///< of bytes
    How how = How::counted;            ///< the worse of both sides
    How how_after = How::counted;
};

/// What of two profiles is as much work. Calls that a benchmark's harness chose to fill its time, and
/// profiles of more or fewer steps, say nothing of the program.
struct SameWork {
    bool calls_chosen = false;                 ///< the number of calls of a side is a harness's choice
    double steps_before = 0, steps_after = 0;  ///< that the profiles name; 0: none

    /// Both name their steps, and not as many.
    bool steps_differ() const { return steps_before > 0 && steps_after > 0 && steps_before != steps_after; }
    /// What the totals of after are multiplied by to be those of before's steps.
    double of_steps() const { return steps_differ() ? steps_before / steps_after : 1; }
};

/// A point of before (or several that became one) and the point of after that it became.
struct Pair {
    std::string name{}, name_after{};  ///< equal unless --map says otherwise
    std::string detail{};    ///< what tells it from other pairs of its name, "grid 12,1,1"; may be empty
    std::size_t merged = 1;  ///< points of before that this pair is the sum of
    std::optional<std::size_t> place_after{};  ///< of its point among after's; the whole profile has none
    Delta calls{};
    Delta seconds{};        ///< of one call
    Delta total_seconds{};  ///< over all calls
    /// The same over as much work: before's calls where a harness chose them, before's steps where the sides
    /// have others. Nothing: total_seconds is it.
    std::optional<Delta> total_at_same_work{};
    bool calls_changed = false;                ///< the program itself calls it more or less often than before
    std::optional<Interval> time_ratio{};      ///< interval of the ratio of seconds
    std::optional<Interval> after_interval{};  ///< of seconds after
    bool repeated = false;                     ///< the intervals come from repeats on both sides
    std::string doubt{};                       ///< what the interval rests on where it is not repeats
    Delta flops{};                             ///< of one call
    AtLeast flops_at_least{};
    Delta rate{};  ///< FLOP/s
    Delta efficiency{};
    /// Incomplete: the efficiency is a lower bound. Above its roof: it is an error.
    PlacementStatus status_before = PlacementStatus::placed, status_after = PlacementStatus::placed;
    std::vector<LevelDelta> levels{};  ///< those that both sides know in one basis, from the core outwards
    Delta threads{};                   ///< where both sides know them
    Delta type_bytes{};  ///< B of one number, the mean over the FLOPs; where both sides name all their types
    std::string types_before{}, types_after{};  ///< "f64", "f16, f32"; "" where a side names none
    std::string bound_before{}, bound_after{};  ///< "compute", a level, or "" where it is not known
    std::string_view verdict{};                 ///< a rule's code
    std::string reason{};
    std::vector<std::string> notes{};  ///< what was not compared, and why

    const LevelDelta* at(Level level) const;
    const Delta& compared_total() const { return total_at_same_work ? *total_at_same_work : total_seconds; }
};

/// What an --expect came to.
enum class Outcome : std::uint8_t { holds, fails, undecided };
struct ExpectationResult {
    std::string expression{}, point{};
    Outcome outcome = Outcome::undecided;
    std::string reason{};  ///< the value that was found
    bool missing = false;  ///< it is about points that are no pair
};

/// What should have come out, by a model, beside what did.
struct Predicted {
    std::string model{};     ///< "tile=64x64x64,f64"
    std::string point{};     ///< of after
    std::string quantity{};  ///< "DRAM bytes"
    std::string unit{};
    double predicted = 0;
    std::optional<double> measured{};
    std::string how{};  ///< the formula in words, with its numbers
};

struct Comparison {
    Analysis before{}, after{};
    SameWork work{};
    std::optional<Pair> whole{};  ///< both profiles over as much work, where each has one whole
    /// Both as they were measured, where that says something else: the program did more or less.
    std::optional<Pair> whole_measured{};
    std::vector<Pair> pairs{};                             ///< longest before first
    std::vector<std::string> only_before{}, only_after{};  ///< names without a partner
    std::vector<std::string> ambiguous{};                  ///< names that several points share
    std::vector<ExpectationResult> expectations{};
    std::vector<Predicted> predictions{};
    std::vector<Note> notes{};
};

inline constexpr std::string_view comparison_schema = "mansard.comparison/1";

}  // namespace mansard::analyzer

namespace mansard {
template <>
struct Names<analyzer::Outcome> {
    static constexpr NameTable<analyzer::Outcome, 3> table{{{analyzer::Outcome::holds, "holds"},
                                                            {analyzer::Outcome::fails, "fails"},
                                                            {analyzer::Outcome::undecided, "undecided"}}};
};
}  // namespace mansard
