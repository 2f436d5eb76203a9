// What a kernel must have left behind, checked by code that is compiled for the baseline ISA: the
// row-compiled kernel objects hold nothing but loops and descriptors.
#pragma once

#include "kernels/kernel.hpp"

namespace mansard::kernels {

/// Fills the frame's arrays with numbers in [1, 2) that differ from line to line, the same on every run.
void fill_arrays(const Frame& frame);
/// fill_arrays() for stores: zeroes instead, so that what a store leaves cannot have been there before.
void clear_arrays(const Frame& frame);

/// The XOR of all 8-byte words of the frame's memory: what an odd number of load passes leaves.
std::uint64_t xor_of(const Frame& frame);
/// result holds one 8-byte word: the XOR of the whole set (the passes are odd).
bool check_loaded(const Frame& frame);

/// The pattern that the store kernels write, as an 8-byte word.
inline constexpr std::uint64_t stored_word = 0x3ff123456789abcdU;  // 1.07108… as f64
bool check_stored(const Frame& frame);
/// Second array equals the first.
bool check_copied(const Frame& frame);

/// a = b + triad_scalar × c in f64, exact in any order: b and c have short mantissas (fill_arrays).
inline constexpr double triad_scalar = 3;
bool check_triad(const Frame& frame);

/// What a chase keeps at result: where its last trial began and ended.
struct ChaseTrace {
    const std::byte* start;
    const std::byte* end;
};
/// Makes the lines of the set one random cycle of pointers (Sattolo 1986), the same on every run, and lets
/// the chase begin at the first.
void link_lines(const Frame& frame);
/// `steps` steps from the trace's start end at its end.
bool check_chase(const Frame& frame, long steps);

/// `lanes` numbers of `dtype` at result all equal the recurrence's value.
bool check_recurrence(const std::byte* result, std::size_t lanes, Op op, Dtype dtype, long steps);

}  // namespace mansard::kernels
