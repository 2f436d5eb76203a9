// How kernels that load whole lines in an order of their own are put together.
// Included by sources that are compiled once per row of the ISA matrix; everything here has internal linkage.
#pragma once

#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr int line_bytes = 64;
inline constexpr int words_per_line = line_bytes / word_bytes;
/// Accumulators: XOR has latency 1, and no core loads more than four words per cycle.
inline constexpr int line_sums = 4;

/// sum ^= the whole line: its bytes are loaded, so that they count as every load's do.
template <int First, int... W>
[[gnu::always_inline]] inline void xor_line(std::integer_sequence<int, W...>, Word (&sum)[line_sums],
                                            const std::byte* line) {
    (load_xor(sum[(First + W) % line_sums], line + W * word_bytes), ...);
}

/// Leaves the XOR of all sums, folded to 8 bytes, at result.
template <int... I>
[[gnu::always_inline]] inline void leave_sums(std::integer_sequence<int, I...>, const Frame& frame,
                                              const Word (&sum)[line_sums]) {
    const Word all = (sum[I] ^ ...);
    std::uint64_t words[word_bytes / 8];
    __builtin_memcpy(words, &all, sizeof words);
    std::uint64_t folded = 0;
    for (const std::uint64_t word : words) folded ^= word;
    *reinterpret_cast<std::uint64_t*>(frame.result) = folded;
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
