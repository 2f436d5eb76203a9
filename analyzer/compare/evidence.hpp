// What the verdicts have in common: is it faster, do FLOPs and bytes stay, and the words for it.
#pragma once

#include <optional>
#include <string>

#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

enum class Pace : std::uint8_t { unknown, same, undecided, faster, slower };

/// By the interval of the times' ratio: within 1 ± time_unchanged, across a bound, or outside.
Pace pace_of(const Pair& pair, const Thresholds& thresholds);

/// FLOPs of one call: known on both sides, and within or beyond the threshold, whatever lower bounds lack.
bool flops_same(const Pair& pair, const Thresholds& thresholds);
bool flops_fell(const Pair& pair, const Thresholds& thresholds);
bool flops_rose(const Pair& pair, const Thresholds& thresholds);

/// Whether both sides know the bytes of a level alike: all of them, or the same part. What is a lower bound
/// on one side only can be compared in one direction.
bool is_comparable(const LevelDelta& level);
bool bytes_fell(const LevelDelta& level, const Thresholds& thresholds);
/// Not where the arithmetic outweighs the bytes by far on any machine.
bool bytes_rose(const LevelDelta& level, const Thresholds& thresholds);
/// There are levels, and the bytes of none of them changed.
bool bytes_same(const Pair& pair, const Thresholds& thresholds);

/// Whether the bytes of any level rose.
bool any_bytes_rose(const Pair& pair, const Thresholds& thresholds);

/// The level that was the bound, where its bytes fell; else the one whose bytes fell by the largest factor;
/// null if none fell.
const LevelDelta* most_saved(const Pair& pair, const Thresholds& thresholds);

/// How much of the speed-up something gives that the time is proportional to (the bytes of a level at one
/// bandwidth, the bytes of a number, 1 ÷ threads) and that fell to `fall` of what it was: the logarithm of
/// its fall ÷ that of the time's. A tenth fewer bytes are no reason for half the time. 0 where it did not
/// fall, or is not known.
double explained_by(const std::optional<double>& fall, const Pair& pair);
/// What gives less than this of the speed-up is a part of its reason.
inline constexpr double all_of_it = 0.9;
/// The level whose fewer bytes are the reason of the speed-up, in the order of most_saved(); null where none
/// of them gives enough of it.
const LevelDelta* reason_saved(const Pair& pair, const Thresholds& thresholds);

/// Whether the bound lies nearer to the core than before: from DRAM to L2, from a level to the arithmetic.
bool moved_inwards(const Pair& pair);

/// "4.6 times as fast", "1.2 times as slow".
std::string pace_words(const Pair& pair);
/// "L2 read bytes fell 25 times (21.2 GB → 842 MB)": what changed most of a level.
std::string bytes_words(const LevelDelta& level);
/// The same of all bytes of the level, read and written together.
std::string all_bytes_words(const LevelDelta& level);
/// "FLOPs rose by 12 %".
std::string flops_words(const Pair& pair);
/// "FLOPs and bytes", "FLOPs", "bytes": what is not known on both sides; "" where both are.
std::string unknown_words(const Pair& pair);

}  // namespace mansard::analyzer
