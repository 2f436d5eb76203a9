// The ceiling without FMA: multiplications and additions side by side, none of them fused. What a program
// reaches that was compiled for this width and not allowed to contract (-ffp-contract=off, no -mfma).
//
// Work: 1 FLOP per lane and instruction. Rows without FMA export nothing: their mix is the same.
#include "kernels/cpu/mixture.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_FMA
namespace {

template <typename T, Mixture M>
constexpr KernelDesc kernel = mixture_kernel<T, M>({.family = "mul_add",
                                                    .summary = "multiplications and additions, none fused",
                                                    .op = Op::mul_add});

#define ROW_MIXES(T)                                                                         \
    kernel<T, Mixture{.adds = 2, .muls = 2, .add_chains = 6, .mul_chains = 6, .groups = 6}>, \
        kernel<T, Mixture{.adds = 2, .muls = 2, .add_chains = 6, .mul_chains = 8, .groups = 12}>

constinit const KernelDesc kernels[] = {ROW_MIXES(double), ROW_MIXES(float)};

}  // namespace
extern const KernelTable mul_add_kernels;
constinit const KernelTable mul_add_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable mul_add_kernels;
constinit const KernelTable mul_add_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
