// Non-temporal store bandwidth: the set is overwritten past the caches.
//
// Work: 8 bytes written per element; no line is read first, so this is the DRAM's write rate. Pitfall: in
// sets that fit a cache it measures the cache being bypassed, not the cache: it is planned for DRAM only.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_STREAMS
namespace {

template <int Streams>
double run(const Frame& frame) {
    const Word value = broadcast_word(stored_word);
    std::byte* const arrays[] = {frame.memory};
    walk<Streams>(
        arrays, frame.bytes, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int)
            __attribute__((always_inline)) { stream(at[0] + displacement, value); });
    fence();
    return elements(frame, 1);
}

template <int Streams>
constexpr KernelDesc kernel = stream_kernel<Streams>({.family = "nt_store",
                                                      .summary = "non-temporal stores of one pattern",
                                                      .pattern = Pattern::nt_store,
                                                      .work = {.written_bytes = 8, .nontemporal = true},
                                                      .instruction = ROW_STREAM_INSTRUCTION,
                                                      .run = run<Streams>,
                                                      .prepare = clear_arrays,
                                                      .check = check_stored},
                                                     1);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>, kernel<8>};

}  // namespace
extern const KernelTable nt_store_kernels;
constinit const KernelTable nt_store_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable nt_store_kernels;
constinit const KernelTable nt_store_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
