// Strided load bandwidth: every fourth line, then the ones between, so that a pass still reads the whole set.
//
// Work: 8 bytes read per element, whole lines. What differs from load is the order: the next line is 256
// bytes away, which a prefetcher of adjacent lines fetches for nothing and one that follows strides can
// follow.
#include "kernels/cpu/lines.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr int phases = 4;
inline constexpr std::size_t stride = phases * line_bytes;
inline constexpr int unrolled = 8;

template <int... L>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, L...>, const Frame& frame) {
    constexpr auto words = std::make_integer_sequence<int, words_per_line>{};
    Word sum[line_sums] = {};
    for (long pass = 0; pass < frame.passes; ++pass)
        for (int phase = 0; phase < phases; ++phase) {
            const std::byte* const first = frame.memory + phase * line_bytes;
            for (std::size_t offset = 0; offset < frame.bytes; offset += unrolled * stride) {
                const std::byte* const at = first + offset;
                (xor_line<L * words_per_line>(words, sum, at + L * stride), ...);
            }
        }
    leave_sums(std::make_integer_sequence<int, line_sums>{}, frame, sum);
}

double run(const Frame& frame) {
    loop(std::make_integer_sequence<int, unrolled>{}, frame);
    return elements(frame, 1);
}

constinit const KernelDesc kernels[] = {{.family = "strided",
                                         .summary = "every fourth line, then the ones between",
                                         .measures = Kind::bandwidth,
                                         .isa = Isa::MANSARD_ROW,
                                         .engine = ROW_ENGINE,
                                         .pattern = Pattern::strided,
                                         .work = {.read_bytes = 8},
                                         .instruction = ROW_LOAD_INSTRUCTION,
                                         .instructions_per_trip = unrolled * words_per_line,
                                         .streams = 1,
                                         .arrays = 1,
                                         .granule = unrolled * stride,
                                         .phases = phases,
                                         .run = run,
                                         .prepare = fill_arrays,
                                         .check = check_loaded}};

}  // namespace
extern const KernelTable strided_kernels;
constinit const KernelTable strided_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
