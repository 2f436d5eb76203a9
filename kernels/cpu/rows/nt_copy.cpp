// Copy bandwidth with non-temporal stores: the second array becomes the first, past the caches.
//
// Work: 8 bytes read and 8 written per element.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_STREAMS
namespace {

template <int Streams>
double run(const Frame& frame) {
    const std::size_t length = frame.bytes / 2;
    std::byte* const arrays[] = {frame.memory, frame.memory + length};
    walk<Streams>(
        arrays, length, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int)
            __attribute__((always_inline)) { stream(at[1] + displacement, load(at[0] + displacement)); });
    fence();
    return elements(frame, 2);
}

template <int Streams>
constexpr KernelDesc kernel =
    stream_kernel<Streams>({.family = "nt_copy",
                            .summary = "copies by non-temporal stores",
                            .pattern = Pattern::nt_copy,
                            .work = {.read_bytes = 8, .written_bytes = 8, .nontemporal = true},
                            .instruction = ROW_STREAM_INSTRUCTION,
                            .run = run<Streams>,
                            .prepare = fill_arrays,
                            .check = check_copied},
                           2);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace
extern const KernelTable nt_copy_kernels;
constinit const KernelTable nt_copy_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable nt_copy_kernels;
constinit const KernelTable nt_copy_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
