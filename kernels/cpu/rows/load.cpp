// Load bandwidth: every register's worth of the set is XORed into an accumulator.
//
// Work: 8 bytes read per element. The XOR makes the load checkable (an odd number of passes leaves the XOR of
// the set) at no cost: it runs beside the loads. Pitfall: a sum by plain C++ is left scalar or hoisted out of
// the repeat loop.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// XOR has latency 1; four accumulators keep two or three loads per cycle independent, eight do so with room
/// to spare. General registers are half as many and hold the pointers of the streams too.
inline constexpr int accumulators = word_bytes == 8 ? 4 : 8;
template <int Streams, int Prefetch, int Trip, int... A>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, A...>, const Frame& frame) {
    Word sum[accumulators] = {};
    std::byte* const arrays[] = {frame.memory};
    walk<Streams, Trip>(
        arrays, frame.bytes, frame.passes,
        [&](std::byte* const* at, std::size_t displacement, int index) __attribute__((always_inline)) {
            prefetch_ahead<Prefetch>(at[0] + displacement, displacement);
            load_xor(sum[index % accumulators], at[0] + displacement);
        });
    Word all = (sum[A] ^ ...);
    std::uint64_t words[word_bytes / 8];
    __builtin_memcpy(words, &all, sizeof words);
    std::uint64_t folded = 0;
    for (const std::uint64_t word : words) folded ^= word;
    *reinterpret_cast<std::uint64_t*>(frame.result) = folded;
}

template <int Streams, int Prefetch, int Trip>
double run(const Frame& frame) {
    loop<Streams, Prefetch, Trip>(std::make_integer_sequence<int, accumulators>{}, frame);
    return elements(frame, 1);
}

template <int Streams, int Prefetch = 0, int Trip = usual_trip>
constexpr KernelDesc kernel = stream_kernel<Streams, Prefetch, Trip>({.family = "load",
                                                                      .summary = "loads, each checked by XOR",
                                                                      .pattern = Pattern::load,
                                                                      .work = {.read_bytes = 8},
                                                                      .instruction = ROW_LOAD_INSTRUCTION,
                                                                      .run = run<Streams, Prefetch, Trip>,
                                                                      .prepare = fill_arrays,
                                                                      .check = check_loaded},
                                                                     1);

#if ROW_BASELINE
// Eight addresses and eight accumulators are more than the general registers of the scalar row.
constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>, kernel<1, 0, short_trip>};
#else
constinit const KernelDesc kernels[] = {
    kernel<1>, kernel<2>, kernel<4>, kernel<8>, kernel<4, far_lines>, kernel<1, 0, short_trip>};
#endif

}  // namespace
extern const KernelTable load_kernels;
constinit const KernelTable load_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
