// Copy bandwidth: the second array becomes the first.
//
// Work: 8 bytes read and 8 written per element; the written lines are read first beyond L1 (bus estimate:
// 24).
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <int Streams, int Prefetch, int Trip>
double run(const Frame& frame) {
    const std::size_t length = frame.bytes / 2;
    std::byte* const arrays[] = {frame.memory, frame.memory + length};
    walk<Streams, Trip>(
        arrays, length, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int) __attribute__((always_inline)) {
            prefetch_ahead<Prefetch>(at[0] + displacement, displacement);
            store(at[1] + displacement, load(at[0] + displacement));
        });
    return elements(frame, 2);
}

template <int Streams, int Prefetch = 0, int Trip = usual_trip>
constexpr KernelDesc kernel = stream_kernel<Streams, Prefetch, Trip>({.family = "copy",
                                                                      .summary = "copies",
                                                                      .pattern = Pattern::copy,
                                                                      .work = {.read_bytes = 8,
                                                                               .written_bytes = 8},
                                                                      .instruction = ROW_MOVE_INSTRUCTION,
                                                                      .run = run<Streams, Prefetch, Trip>,
                                                                      .prepare = fill_arrays,
                                                                      .check = check_copied},
                                                                     2);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>, kernel<4, far_lines>,
                                        kernel<1, 0, short_trip>};

}  // namespace
extern const KernelTable copy_kernels;
constinit const KernelTable copy_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
