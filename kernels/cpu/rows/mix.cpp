// Peak of FMA, multiplications and additions side by side, in the ratio that suits the core best.
//
// Cores whose additions have units of their own (Zen: two FMA/MUL and two ADD pipes) reach more FLOP per
// cycle this way than with FMA alone: 24 instead of 16 in f64 on 256 bits. On cores with shared units it
// equals the best of its parts, less the FLOPs that plain adds waste. The ratios are variants; the roof takes
// the best and its kernel's name says which.
//
// Work: 2 FLOP per FMA, 1 per addition or multiplication. Pitfalls: the groups of accumulators must fit into
// the registers beside their constants; additions have the shorter latency, so they get fewer accumulators,
// each used more often. And the order matters: two of one kind, then two of the other reach 23.9 of 24 FLOP
// per cycle on Zen 3, strict alternation 21.5.
#include "kernels/cpu/mixture.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T, Mixture M>
constexpr KernelDesc kernel = mixture_kernel<T, M>(
    {.family = "mix", .summary = "multiplications and additions on units of their own", .op = Op::mix});

#if ROW_HAS_FMA
#define ROW_MIXES(T)                                                                              \
    kernel<T, Mixture{.fmas = 2, .adds = 2, .fma_chains = 6, .add_chains = 6, .groups = 6}>,      \
        kernel<T, Mixture{.fmas = 2, .adds = 2, .fma_chains = 8, .add_chains = 6, .groups = 12}>, \
        kernel<T, Mixture{.fmas = 2, .adds = 2, .fma_chains = 8, .add_chains = 6, .groups = 24}>, \
        kernel<T, Mixture{.fmas = 4, .adds = 2, .fma_chains = 8, .add_chains = 6, .groups = 6}>,  \
        kernel<T, Mixture{.fmas = 1,                                                              \
                          .adds = 2,                                                              \
                          .muls = 1,                                                              \
                          .fma_chains = 4,                                                        \
                          .add_chains = 4,                                                        \
                          .mul_chains = 4,                                                        \
                          .groups = 8}>
#else
#define ROW_MIXES(T)                                                                              \
    kernel<T, Mixture{.adds = 2, .muls = 2, .add_chains = 6, .mul_chains = 6, .groups = 6}>,      \
        kernel<T, Mixture{.adds = 2, .muls = 2, .add_chains = 6, .mul_chains = 8, .groups = 12}>, \
        kernel<T, Mixture{.adds = 1, .muls = 2, .add_chains = 4, .mul_chains = 8, .groups = 8}>
#endif

constinit const KernelDesc kernels[] = {ROW_MIXES(double), ROW_MIXES(float)};

}  // namespace
extern const KernelTable mix_kernels;
constinit const KernelTable mix_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
