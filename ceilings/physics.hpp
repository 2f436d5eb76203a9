// What a core can do per cycle at most, from configs/datasheets/cpu/, and what that means for a roof.
#pragma once

#include <optional>
#include <string>

#include "ceilings/roof.hpp"
#include "core/json.hpp"
#include "core/sample.hpp"

namespace mansard::ceilings {

/// A measured rate this much above its limit is no rounding error: the limit or the measurement is wrong.
inline constexpr double limit_tolerance = 0.03;

/// Port limits of one microarchitecture; the format is in configs/datasheets/cpu/README.md.
struct Datasheet {
    std::string name{};  ///< file name: "amd-zen3.json"
    Json content{};
};

/// The embedded datasheet that matches the CPU's vendor, family and model number, nothing if none does.
std::optional<Datasheet> find_datasheet(const Machine& machine);

/// The most that one core can do per cycle, in FLOP or B, and where that is from; nothing where the datasheet
/// states no limit for this kind of roof (latencies, L3, DRAM, stores in L2, types other than f64 and f32).
/// `work` decides how loads and stores mix.
std::optional<Limit> limit_per_cycle(const Datasheet& datasheet, const Target& target, const Work& work);

/// What a core of the family has been seen to reach per cycle with its units to itself, in FLOP or B: loops
/// in L1 and L2 and f64 and f32 arithmetic. Nothing where the datasheet has no such figure ("alone").
std::optional<double> reached_alone(const Datasheet& datasheet, const Target& target, const Work& work);

/// Sets limit (per-cycle limit × measured clock × threads) and fraction; a roof more than limit_tolerance
/// above it per cycle becomes suspect. A roof without a measured clock gets no limit.
void apply_limit(Roof& roof, const Datasheet& datasheet, const Work& work);

}  // namespace mansard::ceilings
