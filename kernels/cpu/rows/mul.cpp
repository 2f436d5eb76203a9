// Peak multiplication: a ← a × m on independent accumulators.
//
// Work: 1 FLOP per lane and instruction. Pitfall: on cores where additions and multiplications have units of
// their own (Zen), neither alone is the machine's peak; see mix.cpp.
#include "kernels/cpu/operation.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

struct Multiplication {
    static constexpr Op op = Op::mul;
    template <typename T>
    static constexpr T constant = Recurrence<T>::factor;
    template <typename T>
    [[gnu::always_inline]] static void step(Vector<T>& a, Vector<T> c) {
        mul<T>(a, c);
    }
};

template <typename T, int Chains>
constexpr KernelDesc kernel =
    operation_kernel<Multiplication, T, Chains>({.family = "mul",
                                                 .summary = "multiplication on independent accumulators",
                                                 .instruction = ROW_INSTRUCTION(T, ROW_MUL_INSTRUCTION)});

constinit const KernelDesc kernels[] = {
    kernel<double, 8>, kernel<double, 12>, kernel<double, 15>,
    kernel<float, 8>,  kernel<float, 12>,  kernel<float, 15>,
};

}  // namespace
extern const KernelTable mul_kernels;
constinit const KernelTable mul_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
