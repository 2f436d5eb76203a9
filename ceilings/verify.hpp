// Do a file's roofs still hold? A sample of them against the same roofs measured now. Pure: whoever calls
// measures in between.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ceilings/change.hpp"
#include "ceilings/show.hpp"
#include "core/error.hpp"

namespace mansard::ceilings {

/// A few measured roofs that stand for all: the highest compute roof in f64 and f32 for one core and for all,
/// each level's loads by one core, the outermost level's by all cores, and its latency. Where a level has no
/// loads another pattern stands for it.
std::vector<Roof> representatives(const Ceilings& ceilings);

struct VerifiedRoof {
    Roof then{};
    Roof now{};  ///< absent, with the reason, where it could not be measured
    Change change{};
};

struct Verification {
    std::string source{};   ///< the file
    std::string created{};  ///< when its ceilings were measured
    Ceilings now{};         ///< what was built from the new samples
    std::vector<VerifiedRoof> roofs{};
    /// Changed if any roof has; else undecided if any roof is; else same.
    Verdict verdict = Verdict::undecided;
};

/// Each of `chosen` (roofs of a file) against its partner in `now`, by compare().
Verification verify(const Ceilings& file, std::string source, std::span<const Roof> chosen, Ceilings now);

/// "same", "drifted", "undecided".
std::string_view word_for(Verdict verdict);

/// Same: ok. Drifted: gate_failed. Undecided: suspect.
Exit exit_status(const Verification& verification);

/// The verdict, a table of the roofs with ratios, intervals and reasons, and what disturbed the measurement.
std::string show_verification(const Verification& verification, Format format);

}  // namespace mansard::ceilings
