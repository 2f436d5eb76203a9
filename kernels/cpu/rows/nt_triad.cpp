// Triad bandwidth with non-temporal stores: a = b + s × c in f64.
//
// Work: 16 bytes read, 8 written and 2 FLOP per element.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_STREAMS
namespace {

template <int Streams>
double run(const Frame& frame) {
    const std::size_t length = frame.bytes / 3;
    std::byte* const arrays[] = {frame.memory, frame.memory + length, frame.memory + 2 * length};
    const Vector<double> s = Vector<double>{} + triad_scalar;
    walk<Streams>(
        arrays, length, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int) __attribute__((always_inline)) {
            stream_f64(at[0] + displacement, triad(at[1] + displacement, at[2] + displacement, s));
        });
    fence();
    return elements(frame, 3);
}

template <int Streams>
constexpr KernelDesc kernel =
    stream_kernel<Streams>({.family = "nt_triad",
                            .summary = "triads by non-temporal stores",
                            .pattern = Pattern::nt_triad,
                            .work = {.flops = 2, .read_bytes = 16, .written_bytes = 8, .nontemporal = true},
                            .instruction = ROW_STREAM_F64_INSTRUCTION,
                            .run = run<Streams>,
                            .prepare = fill_arrays,
                            .check = check_triad},
                           3);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>};

}  // namespace
extern const KernelTable nt_triad_kernels;
constinit const KernelTable nt_triad_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable nt_triad_kernels;
constinit const KernelTable nt_triad_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
