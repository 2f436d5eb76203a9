// Update bandwidth: a ← a + s in place, in f64: every line is read and written back, none is read for
// nothing.
//
// Work: 8 bytes read and 8 written per element, 1 FLOP. Checked by value: s is small enough for every pass to
// show in the last bits, and the passes are counted beside the set.
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <int Streams>
double run(const Frame& frame) {
    std::byte* const arrays[] = {frame.memory};
    const Vector<double> s = Vector<double>{} + update_term;
    walk<Streams>(
        arrays, frame.bytes, frame.passes,
        [=](std::byte* const* at, std::size_t displacement, int) __attribute__((always_inline)) {
            store_f64(at[0] + displacement, add_f64(at[0] + displacement, s));
        });
    *reinterpret_cast<std::uint64_t*>(frame.result) += static_cast<std::uint64_t>(frame.passes);
    return elements(frame, 1);
}

template <int Streams>
constexpr KernelDesc kernel =
    stream_kernel<Streams>({.family = "update",
                            .summary = "numbers changed in place",
                            .pattern = Pattern::update,
                            .work = {.flops = 1, .read_bytes = 8, .written_bytes = 8},
                            .instruction = ROW_MOVE_F64_INSTRUCTION,
                            .run = run<Streams>,
                            .prepare = start_updates,
                            .check = check_updated},
                           1);

constinit const KernelDesc kernels[] = {kernel<1>, kernel<2>, kernel<4>};

}  // namespace
extern const KernelTable update_kernels;
constinit const KernelTable update_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
