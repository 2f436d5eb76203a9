// A loop of SVE on sixteen accumulators, whatever the length of a vector: what the extension's kernels are
// made of.
//
// Work: the machine decides the lanes, so an element is a trip on 128 bits: a machine with vectors of 256
// bits does two of them at once. Each accumulator's first 128 bits are left for the check.
#pragma once

#include <iterator>

#include MANSARD_ROW_HEADER
#include "kernels/cpu/recurrence.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr int chains = 16;

#define ROW_FMA(register, type) "fmla z" #register "." type ",p0/m,z30." type ",z31." type "\n\t"
#define ROW_ADD(register, type) "fadd z" #register "." type ",z" #register "." type ",z31." type "\n\t"
#define ROW_MUL(register, type) "fmul z" #register "." type ",z" #register "." type ",z30." type "\n\t"
#define ROW_START(register, type) "mov z" #register ".d,z29.d\n\t"
#define ROW_LEAVE(register, type) "str q" #register ",[%[out],#(16*" #register ")]\n\t"
/// The registers of `first` and of `other` in pairs: two of one kind, then two of the other.
#define ROW_MIXED(first, other, type)                                                                 \
    first(0, type) first(1, type) other(8, type) other(9, type) first(2, type) first(3, type)         \
        other(10, type) other(11, type) first(4, type) first(5, type) other(12, type) other(13, type) \
            first(6, type) first(7, type) other(14, type) other(15, type)

#define ROW_LOOP(first, other, type, broadcast, multiplicand) \
    asm volatile("ptrue p0." type "\n\t"                                                                      \
                 "mov z29." type "," broadcast "[start]\n\t"                                                  \
                 "mov z30." type "," broadcast "[factor]\n\t"                                                 \
                 "mov z31." type "," broadcast "[term]\n\t" ROW_MIXED(ROW_START, ROW_START, type)             \
                 "1:\n\t" ROW_MIXED(first, other, type)                                                       \
                 "subs %[trips],%[trips],#1\n\t"                                                              \
                 "b.ne 1b\n\t" ROW_MIXED(ROW_LEAVE, ROW_LEAVE, type)                                          \
                 "rdvl %[bytes],#1"                                                                           \
                 : [trips] "+r"(trips), [bytes] "=r"(bytes)                                                   \
                 : [start] "w"(start), [factor] "w"(multiplicand), [term] "w"(term), [out] "r"(frame.result)  \
                 : "memory", "cc", "p0", "z0", "z1", "z2", "z3", "z4", "z5", "z6", "z7", "z8", "z9", "z10",   \
                   "z11", "z12", "z13", "z14", "z15", "z29", "z30", "z31")

template <typename T, Op O>
double run(const Frame& frame) {
    using R = Recurrence<T>;
    const T start = R::start, fma_factor = R::fma_factor, factor = R::factor, term = R::term;
    long trips = frame.passes;
    long bytes = 0;
#define ROW_OF(first, other, multiplicand)               \
    if constexpr (sizeof(T) == 8)                        \
        ROW_LOOP(first, other, "d", "%d", multiplicand); \
    else                                                 \
        ROW_LOOP(first, other, "s", "%s", multiplicand)
    if constexpr (O == Op::fma) {
        ROW_OF(ROW_FMA, ROW_FMA, fma_factor);
    } else if constexpr (O == Op::add) {
        ROW_OF(ROW_ADD, ROW_ADD, factor);
    } else if constexpr (O == Op::mul) {
        ROW_OF(ROW_MUL, ROW_MUL, factor);
    } else {
        ROW_OF(ROW_FMA, ROW_ADD, fma_factor);
    }
#undef ROW_OF
    return static_cast<double>(frame.passes) * static_cast<double>(bytes / 16);
}

template <typename T, Op O>
bool check(const Frame& frame) {
    constexpr auto dtype = sizeof(T) == 8 ? Dtype::f64 : Dtype::f32;
    constexpr std::size_t half = chains / 2 * 16;  // bytes of the first eight registers
    const Op first = O == Op::mix ? Op::fma : O, other = O == Op::mix ? Op::add : O;
    return check_recurrence(frame.result, half / sizeof(T), first, dtype, frame.passes) &&
           check_recurrence(frame.result + half, half / sizeof(T), other, dtype, frame.passes);
}

template <typename T, Op O>
constexpr KernelDesc kernel = {.family = name_of(O),
                               .summary = "SVE on independent accumulators",
                               .measures = Kind::compute,
                               .isa = Isa::MANSARD_ROW,
                               .engine = Engine::vector,
                               .dtype = sizeof(T) == 8 ? Dtype::f64 : Dtype::f32,
                               .op = O,
                               .work = {.flops = (O == Op::mix   ? 1.5
                                                  : O == Op::fma ? 2.0
                                                                 : 1.0) *
                                                 (16 / sizeof(T)) * chains},
                               .instruction = O == Op::add   ? "fadd"
                                              : O == Op::mul ? "fmul"
                                                             : "fmla",
                               .instructions_per_trip = O == Op::mix ? chains / 2 : chains,
                               .other_instructions_per_trip = O == Op::mix ? chains / 2 : 0,
                               .chains = chains,
                               .run = run<T, O>,
                               .check = check<T, O>};

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW

/// The kernels of one operation and their table; `family` is the file's name.
#define ROW_SVE_KERNELS(family)                                                                     \
    namespace mansard::kernels::MANSARD_ROW {                                                       \
    namespace {                                                                                     \
    constinit const KernelDesc kernels[] = {kernel<double, Op::family>, kernel<float, Op::family>}; \
    }                                                                                               \
    extern const KernelTable family##_kernels;                                                      \
    constinit const KernelTable family##_kernels{kernels, std::size(kernels)};                      \
    }
