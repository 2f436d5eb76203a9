// Copy bandwidth: the second array becomes the first.
//
// Work: 8 bytes read and 8 written per element; the written lines are read first beyond L1 (bus estimate:
// 24).
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <int Streams>
double run(const Frame& frame) {
    const std::size_t length = frame.bytes / 2;
    std::byte* const to = frame.memory + length;
    walk<Streams>(
        length, frame.passes, [&](std::size_t offset, int) __attribute__((always_inline)) {
            store(to + offset, load(frame.memory + offset));
        });
    return elements(frame, 2);
}

template <int Streams>
constexpr KernelDesc kernel = stream_kernel<Streams>({.family = "copy",
                                                      .summary = "copies",
                                                      .pattern = Pattern::copy,
                                                      .work = {.read_bytes = 8, .written_bytes = 8},
                                                      .instruction = ROW_MOVE_INSTRUCTION,
                                                      .run = run<Streams>,
                                                      .prepare = fill_arrays,
                                                      .check = check_copied},
                                                     2);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<4>};

}  // namespace
extern const KernelTable copy_kernels;
constinit const KernelTable copy_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
