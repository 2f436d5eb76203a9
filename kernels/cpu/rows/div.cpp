// Peak division: a ← a ÷ d on independent accumulators.
//
// Work: 1 FLOP per lane and instruction. The quotient shrinks a little with every step, so no operand is
// trivial and a divider that is faster for some of them sees full mantissas. Pitfall: dividers are hardly
// pipelined, so few chains are enough, and with many a core may fall into an order that starves one of two
// pipes for seconds: Zen 3 divides eight floats in 3.0 cycles with up to 7 chains, in 3.0 to 3.5 with 8 and
// more.
#include "kernels/cpu/operation.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

struct Division {
    static constexpr Op op = Op::div;
    template <typename T>
    static constexpr T constant = Recurrence<T>::factor;
    template <typename T>
    [[gnu::always_inline]] static void step(Vector<T>& a, Vector<T> c) {
        div<T>(a, c);
    }
};

template <typename T, int Chains>
constexpr KernelDesc kernel =
    operation_kernel<Division, T, Chains>({.family = "div",
                                           .summary = "division on independent accumulators",
                                           .instruction = ROW_INSTRUCTION(T, ROW_DIV_INSTRUCTION)});

constinit const KernelDesc kernels[] = {kernel<double, 5>, kernel<double, 8>, kernel<float, 5>,
                                        kernel<float, 8>};

}  // namespace
extern const KernelTable div_kernels;
constinit const KernelTable div_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
