// Triad bandwidth: a = b + s × c in f64, STREAM's and likwid-bench's pattern.
//
// Work: 16 bytes read, 8 written and 2 FLOP per element; written lines are read first beyond L1 (bus
// estimate: 32).
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <int Streams, int Trip>
double run(const Frame& frame) {
    const std::size_t length = frame.bytes / 3;
    std::byte* const arrays[] = {frame.memory, frame.memory + length, frame.memory + 2 * length};
    const Vector<double> s = Vector<double>{} + triad_scalar;
    walk<Streams, Trip>(
        arrays, length, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int) __attribute__((always_inline)) {
            store_f64(at[0] + displacement, triad(at[1] + displacement, at[2] + displacement, s));
        });
    return elements(frame, 3);
}

template <int Streams, int Trip = usual_trip>
constexpr KernelDesc kernel =
    stream_kernel<Streams, 0, Trip>({.family = "triad",
                                     .summary = "triads",
                                     .pattern = Pattern::triad,
                                     .work = {.flops = 2, .read_bytes = 16, .written_bytes = 8},
                                     .instruction = ROW_MOVE_F64_INSTRUCTION,
                                     .run = run<Streams, Trip>,
                                     .prepare = fill_arrays,
                                     .check = check_triad},
                                    3);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<1, short_trip>};

}  // namespace
extern const KernelTable triad_kernels;
constinit const KernelTable triad_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
