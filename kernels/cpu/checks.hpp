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

/// fill_arrays() with a count of passes, 0, at result: what an update kernel starts from.
void start_updates(const Frame& frame);
/// What every pass of an update adds to every number: the last bit that fill_arrays leaves, so that sums are
/// exact for 2⁴⁰ passes.
inline constexpr double update_term = 0x1p-40;
/// Every number is what start_updates() left plus update_term for each of the passes counted at result.
bool check_updated(const Frame& frame);

/// Fills the frame's array with whole numbers from 1 to 8, whose sums are exact in any order.
void fill_whole_numbers(const Frame& frame);
/// The array, filled so, was walked in `streams` equal parts. Those whose number is a multiple of
/// `loads_per_fma` were added lane by lane to the register at result, the others XORed into the next.
bool check_sums(const Frame& frame, int register_bytes, int streams, int loads_per_fma);

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
/// `count` integers of 32 bits at result all equal start + steps × term, wrapped.
bool check_wrapping_sum(const std::byte* result, std::size_t count, std::uint32_t start, std::uint32_t term,
                        long steps);
/// `count` numbers of f32 at result all equal steps × term, exactly.
bool check_float_sum(const std::byte* result, std::size_t count, float term, long steps);
/// Steps that half.hpp's sums climb, and then fall.
inline constexpr long half_slope = 512;
/// `count` numbers of half precision at result all stand where `steps` steps of climbing and falling lead.
bool check_half_slopes(const std::byte* result, std::size_t count, long steps);
/// They equal the square root of what `steps` additions give.
bool check_roots(const std::byte* result, std::size_t lanes, Dtype dtype, long steps);

}  // namespace mansard::kernels
