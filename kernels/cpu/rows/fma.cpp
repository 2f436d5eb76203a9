// Peak fused multiply-add: a ← a + m × c on independent accumulators.
//
// Work: 2 FLOP per lane and instruction. Pitfalls: fewer chains than latency × units (8 on most cores with
// two units of latency 4) leave units idle; more than the free registers spill. Both ends are variants; the
// roof takes the best. Rows without FMA export nothing.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_FMA
namespace {

template <typename T, int Chains>
double run(const Frame& frame) {
    using R = Recurrence<T>;
    const Vector<T> m = broadcast<T>(R::fma_factor);
    const Vector<T> c = broadcast<T>(R::term);
    return run_chains<T>(
        std::make_integer_sequence<int, Chains>{}, frame, broadcast<T>(R::start),
        [ m, c ](Vector<T> & a) __attribute__((always_inline)) { fma<T>(a, m, c); });
}

template <typename T, int Chains>
bool check(const Frame& frame) {
    return check_registers<T>(frame.result, Chains, Op::fma, frame.passes);
}

template <typename T, int Chains>
constexpr KernelDesc kernel = chain_kernel<T, Chains>(
    {.family = "fma",
     .summary = "fused multiply-add on independent accumulators",
     .op = Op::fma,
     .instruction = is_double<T> ? ROW_FMA_INSTRUCTION ROW_PD : ROW_FMA_INSTRUCTION ROW_PS,
     .run = run<T, Chains>,
     .check = check<T, Chains>},
    2);

constinit const KernelDesc kernels[] = {
    kernel<double, 10>, kernel<double, 12>, kernel<double, 14>,
    kernel<float, 10>,  kernel<float, 12>,  kernel<float, 14>,
};

}  // namespace
extern const KernelTable fma_kernels;
constinit const KernelTable fma_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable fma_kernels;
constinit const KernelTable fma_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
