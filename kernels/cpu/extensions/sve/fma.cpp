// Peak fused multiply-add of SVE: a ← a + m × c on sixteen accumulators, whatever the length of a vector.
//
// Work: 2 FLOP per lane and instruction. The machine decides the lanes, so an element is a trip on 128 bits:
// a machine with vectors of 256 bits does two of them at once. Each accumulator's first 128 bits are left for
// the check.
#include <iterator>

#include MANSARD_ROW_HEADER
#include "kernels/cpu/recurrence.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr int chains = 16;

#define ROW_CHAIN(register, type) "fmla z" #register "." type ",p0/m,z30." type ",z31." type "\n\t"
#define ROW_START(register, type) "mov z" #register ".d,z29.d\n\t"
#define ROW_LEAVE(register) "str q" #register ",[%[out],#(16*" #register ")]\n\t"
#define ROW_ALL(each, type)                                                                           \
    each(0, type) each(1, type) each(2, type) each(3, type) each(4, type) each(5, type) each(6, type) \
        each(7, type) each(8, type) each(9, type) each(10, type) each(11, type) each(12, type)        \
            each(13, type) each(14, type) each(15, type)
#define ROW_LEAVE_ONE(register, type) ROW_LEAVE(register)

#define ROW_LOOP(type, broadcast) \
    asm volatile("ptrue p0." type "\n\t"                                                                      \
                 "mov z29." type "," broadcast "[start]\n\t"                                                  \
                 "mov z30." type "," broadcast "[factor]\n\t"                                                 \
                 "mov z31." type "," broadcast "[term]\n\t" ROW_ALL(ROW_START, type)                          \
                 "1:\n\t" ROW_ALL(ROW_CHAIN, type)                                                            \
                 "subs %[trips],%[trips],#1\n\t"                                                              \
                 "b.ne 1b\n\t" ROW_ALL(ROW_LEAVE_ONE, type)                                                   \
                 "rdvl %[bytes],#1"                                                                           \
                 : [trips] "+r"(trips), [bytes] "=r"(bytes)                                                   \
                 : [start] "w"(start), [factor] "w"(factor), [term] "w"(term), [out] "r"(frame.result)        \
                 : "memory", "cc", "p0", "z0", "z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8", "z9", "z10",   \
                   "z11", "z12", "z13", "z14", "z15", "z29", "z30", "z31")

template <typename T>
double run(const Frame& frame) {
    const T start = Recurrence<T>::start, factor = Recurrence<T>::fma_factor, term = Recurrence<T>::term;
    long trips = frame.passes;
    long bytes = 0;
    if constexpr (sizeof(T) == 8)
        ROW_LOOP("d", "%d");
    else
        ROW_LOOP("s", "%s");
    return static_cast<double>(frame.passes) * static_cast<double>(bytes / 16);
}

template <typename T>
bool check(const Frame& frame) {
    return check_recurrence(frame.result, chains * 16 / sizeof(T), Op::fma,
                            sizeof(T) == 8 ? Dtype::f64 : Dtype::f32, frame.passes);
}

template <typename T>
constexpr KernelDesc kernel = {.family = "fma",
                               .summary = "fused multiply-add on independent accumulators",
                               .measures = Kind::compute,
                               .isa = Isa::MANSARD_ROW,
                               .engine = Engine::vector,
                               .dtype = sizeof(T) == 8 ? Dtype::f64 : Dtype::f32,
                               .op = Op::fma,
                               .work = {.flops = 2.0 * (16 / sizeof(T)) * chains},
                               .instruction = "fmla",
                               .instructions_per_trip = chains,
                               .chains = chains,
                               .run = run<T>,
                               .check = check<T>};

constinit const KernelDesc kernels[] = {kernel<double>, kernel<float>};

}  // namespace
extern const KernelTable fma_kernels;
constinit const KernelTable fma_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
