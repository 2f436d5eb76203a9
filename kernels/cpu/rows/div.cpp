// Peak division: a ← a ÷ d on independent accumulators.
//
// Work: 1 FLOP per lane and instruction. The quotient shrinks a little with every step, so no operand is
// trivial and a divider that is faster for some of them sees full mantissas. Pitfall: dividers are hardly
// pipelined, so few chains are enough, and what counts is the throughput, not the latency.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T, int Chains>
double run(const Frame& frame) {
    const Vector<T> divisor = broadcast<T>(Recurrence<T>::factor);
    return run_chains<T>(
        std::make_integer_sequence<int, Chains>{},
        frame, [divisor](Vector<T> & a) __attribute__((always_inline)) { div<T>(a, divisor); });
}

template <typename T, int Chains>
bool check(const Frame& frame) {
    return check_registers<T>(frame.result, Chains, Op::div, frame.passes);
}

template <typename T, int Chains>
constexpr KernelDesc kernel = chain_kernel<T, Chains>({.family = "div",
                                                       .summary = "division on independent accumulators",
                                                       .op = Op::div,
                                                       .instruction = is_double<T>
                                                                          ? ROW_DIV_INSTRUCTION ROW_PD
                                                                          : ROW_DIV_INSTRUCTION ROW_PS,
                                                       .run = run<T, Chains>,
                                                       .check = check<T, Chains>},
                                                      1);

constinit const KernelDesc kernels[] = {kernel<double, 8>, kernel<float, 8>};

}  // namespace
extern const KernelTable div_kernels;
constinit const KernelTable div_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
