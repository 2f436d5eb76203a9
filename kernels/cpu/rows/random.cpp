// Random-line bandwidth: whole lines in no order, independent of each other, every line once a pass.
//
// Work: 8 bytes read per element, whole lines. The order is that of linear congruential generators modulo the
// number of lines, which is a power of two: each of them has the full period (Hull and Dobell: an odd
// increment, a multiplier of 1 modulo 4), and they start equal parts of it from each other, so that together
// they visit every line once. Several, since a generator's next line waits five cycles for the one before.
// Pitfall: beyond the reach of the TLBs this measures page walks too, as random accesses do.
#include "kernels/cpu/lines.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// Small enough for an immediate operand.
inline constexpr std::uint64_t multiplier = 0x2c9277b5U, increment = 0x1e3779b9U;
static_assert(multiplier % 4 == 1 && increment % 2 == 1);

/// The state `steps` after `state`, by squaring the step.
inline std::uint64_t jump(std::uint64_t state, std::uint64_t steps) {
    std::uint64_t a = multiplier, c = increment;
    for (; steps > 0; steps /= 2) {
        if (steps % 2 == 1) state = state * a + c;
        c = (a + 1) * c;
        a = a * a;
    }
    return state;
}

template <int Streams, int... S>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, S...>, const Frame& frame) {
    constexpr auto words = std::make_integer_sequence<int, words_per_line>{};
    const std::uint64_t lines = frame.bytes / line_bytes;
    const std::uint64_t each = lines / Streams;
    const std::byte* const memory = frame.memory;
    Word sum[line_sums] = {};
    std::uint64_t state[Streams];
    ((state[S] = jump(1, each * S) & (lines - 1)), ...);
    for (long pass = 0; pass < frame.passes; ++pass)
        for (std::uint64_t step = 0; step < each; ++step) {
            (xor_line<S * words_per_line>(words, sum, memory + state[S] * line_bytes), ...);
            ((state[S] = (state[S] * multiplier + increment) & (lines - 1)), ...);
        }
    leave_sums(std::make_integer_sequence<int, line_sums>{}, frame, sum);
}

template <int Streams>
double run(const Frame& frame) {
    loop<Streams>(std::make_integer_sequence<int, Streams>{}, frame);
    return elements(frame, 1);
}

template <int Streams>
constexpr KernelDesc kernel = {.family = "random",
                               .summary = "independent lines in no order",
                               .measures = Kind::bandwidth,
                               .isa = Isa::MANSARD_ROW,
                               .engine = ROW_ENGINE,
                               .pattern = Pattern::random,
                               .work = {.read_bytes = 8},
                               .instruction = ROW_LOAD_INSTRUCTION,
                               .instructions_per_trip = Streams* words_per_line,
                               .streams = Streams,
                               .arrays = 1,
                               .granule = Streams* line_bytes,
                               .power_of_two = true,
                               .run = run<Streams>,
                               .prepare = fill_arrays,
                               .check = check_loaded};

constinit const KernelDesc kernels[] = {kernel<2>, kernel<4>};

}  // namespace
extern const KernelTable random_kernels;
constinit const KernelTable random_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
