// Peak multiplication: a ← a × m on independent accumulators.
//
// Work: 1 FLOP per lane and instruction. Pitfall: on cores where additions and multiplications have units of
// their own (Zen), neither alone is the machine's peak; see mix.cpp.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T, int Chains>
double run(const Frame& frame) {
    const Vector<T> constant = broadcast<T>(Recurrence<T>::factor);
    return run_chains<T>(
        std::make_integer_sequence<int, Chains>{},
        frame, [constant](Vector<T> & a) __attribute__((always_inline)) { mul<T>(a, constant); });
}

template <typename T, int Chains>
bool check(const Frame& frame) {
    return check_registers<T>(frame.result, Chains, Op::mul, frame.passes);
}

template <typename T, int Chains>
constexpr KernelDesc kernel = chain_kernel<T, Chains>(
    {.family = "mul",
     .summary = "multiplication on independent accumulators",
     .op = Op::mul,
     .instruction = is_double<T> ? ROW_MUL_INSTRUCTION ROW_PD : ROW_MUL_INSTRUCTION ROW_PS,
     .run = run<T, Chains>,
     .check = check<T, Chains>},
    1);

constinit const KernelDesc kernels[] = {
    kernel<double, 8>, kernel<double, 12>, kernel<double, 15>,
    kernel<float, 8>,  kernel<float, 12>,  kernel<float, 15>,
};

}  // namespace
extern const KernelTable mul_kernels;
constinit const KernelTable mul_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
