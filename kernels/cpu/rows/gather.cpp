// Gather bandwidth: one number of each of several lines by one instruction, as sparse and structure-of-arrays
// code does.
//
// Work: 8 bytes read per element. A trip covers one line per lane and gathers its eight numbers one after
// another. Pitfall: the mask is used up by every gather and has to be set again. Rows without gathers export
// nothing.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_GATHER
namespace {

inline constexpr int lanes = ROW_BYTES / 8;
inline constexpr int line_bytes = 64;
inline constexpr int numbers_per_line = line_bytes / 8;

template <int... N>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, N...>, const Frame& frame) {
    Word index;
    for (int lane = 0; lane < lanes; ++lane) index[lane] = static_cast<std::uint64_t>(lane) * line_bytes;
    Word sum[4] = {};
    for (long pass = 0; pass < frame.passes; ++pass)
        for (std::size_t offset = 0; offset < frame.bytes; offset += lanes * line_bytes)
            (gather_xor<N * 8>(sum[N % 4], frame.memory + offset, index), ...);
    const Word all = sum[0] ^ sum[1] ^ sum[2] ^ sum[3];
    std::uint64_t folded = 0;
    for (int lane = 0; lane < lanes; ++lane) folded ^= all[lane];
    *reinterpret_cast<std::uint64_t*>(frame.result) = folded;
}

double run(const Frame& frame) {
    loop(std::make_integer_sequence<int, numbers_per_line>{}, frame);
    return elements(frame, 1);
}

constinit const KernelDesc kernels[] = {{.family = "gather",
                                         .summary = "numbers of several lines by an index vector",
                                         .measures = Kind::bandwidth,
                                         .isa = Isa::MANSARD_ROW,
                                         .engine = ROW_ENGINE,
                                         .pattern = Pattern::gather,
                                         .work = {.read_bytes = 8},
                                         .instruction = ROW_GATHER_INSTRUCTION,
                                         .instructions_per_trip = numbers_per_line,
                                         .streams = 1,
                                         .arrays = 1,
                                         .granule = lanes * line_bytes,
                                         .run = run,
                                         .prepare = fill_arrays,
                                         .check = check_loaded}};

}  // namespace
extern const KernelTable gather_kernels;
constinit const KernelTable gather_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable gather_kernels;
constinit const KernelTable gather_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
