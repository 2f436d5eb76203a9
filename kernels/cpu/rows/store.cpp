// Store bandwidth: the set is overwritten with one pattern.
//
// Work: 8 bytes written per element. Beyond L1 each line is also read before it is written (write-allocate):
// the architectural rate counts the stores only, the bus estimate both.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <int Streams, int Trip>
double run(const Frame& frame) {
    const Word value = broadcast_word(stored_word);
    std::byte* const arrays[] = {frame.memory};
    walk<Streams, Trip>(
        arrays, frame.bytes, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int)
            __attribute__((always_inline)) { store(at[0] + displacement, value); });
    return elements(frame, 1);
}

template <int Streams, int Trip = usual_trip>
constexpr KernelDesc kernel = stream_kernel<Streams, 0, Trip>({.family = "store",
                                                               .summary = "stores of one pattern",
                                                               .pattern = Pattern::store,
                                                               .work = {.written_bytes = 8},
                                                               .instruction = ROW_MOVE_INSTRUCTION,
                                                               .run = run<Streams, Trip>,
                                                               .prepare = clear_arrays,
                                                               .check = check_stored},
                                                              1);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>, kernel<8>, kernel<1, short_trip>};

}  // namespace
extern const KernelTable store_kernels;
constinit const KernelTable store_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
