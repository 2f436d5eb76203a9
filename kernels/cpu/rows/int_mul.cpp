// Peak products of 32-bit integers on independent accumulators that wrap.
//
// Work: 1 OP per lane and instruction. Rows without the instruction at their width export nothing.
#include "kernels/cpu/integers.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_INTEGER_PRODUCTS
namespace {

template <int Chains>
double run(const Frame& frame) {
    const Integers constant = broadcast_integer(Recurrence<std::int32_t>::factor);
    return run_integers(
        std::make_integer_sequence<int, Chains>{},
        frame, [constant](Integers & a) __attribute__((always_inline)) { int_mul(a, constant); });
}

template <int Chains>
bool check(const Frame& frame) {
    return check_integers<Chains>(frame.result, Op::mul, frame.passes);
}

template <int Chains>
constexpr KernelDesc kernel = integer_kernel<Chains>({.family = "int_mul",
                                                      .summary = "products of 32-bit integers",
                                                      .op = Op::mul,
                                                      .instruction = ROW_INT_MUL_INSTRUCTION,
                                                      .run = run<Chains>,
                                                      .check = check<Chains>});

constinit const KernelDesc kernels[] = {kernel<8>, kernel<10>};

}  // namespace
extern const KernelTable int_mul_kernels;
constinit const KernelTable int_mul_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable int_mul_kernels;
constinit const KernelTable int_mul_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
