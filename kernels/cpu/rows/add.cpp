// Peak addition: a ← a + c on independent accumulators.
//
// Work: 1 FLOP per lane and instruction. Pitfall: on cores where additions and multiplications have units of
// their own (Zen), neither alone is the machine's peak; see mix.cpp.
#include "kernels/cpu/operation.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

struct Addition {
    static constexpr Op op = Op::add;
    template <typename T>
    static constexpr T constant = Recurrence<T>::term;
    template <typename T>
    [[gnu::always_inline]] static void step(Vector<T>& a, Vector<T> c) {
        add<T>(a, c);
    }
};

template <typename T, int Chains>
constexpr KernelDesc kernel =
    operation_kernel<Addition, T, Chains>({.family = "add",
                                           .summary = "addition on independent accumulators",
                                           .instruction = ROW_INSTRUCTION(T, ROW_ADD_INSTRUCTION)});

constinit const KernelDesc kernels[] = {
    kernel<double, 8>, kernel<double, 12>, kernel<double, 15>,
    kernel<float, 8>,  kernel<float, 12>,  kernel<float, 15>,
};

}  // namespace
extern const KernelTable add_kernels;
constinit const KernelTable add_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
