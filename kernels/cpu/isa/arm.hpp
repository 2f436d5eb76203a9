// One instruction per atom for the AArch64 rows; see x86.hpp for the idea. A row's header sets ROW_LANES,
// ROW_ENGINE and ROW_SCALAR and includes this file once. Registers have 16 bytes in both rows; the scalar row
// computes in their first lane and moves through general registers.
//
// There are no non-temporal kernels here: STNP is a hint that most cores ignore.
#pragma once

#include "kernels/kernel.hpp"

#define ROW_BYTES 16
#define ROW_REGISTERS 32
#define ROW_HAS_FMA 1
#define ROW_HAS_STREAMS 0
#define ROW_PD ""
#define ROW_PS ""
#define ROW_ADD_INSTRUCTION "fadd"
#define ROW_MUL_INSTRUCTION "fmul"
#define ROW_DIV_INSTRUCTION "fdiv"
#define ROW_SQRT_INSTRUCTION "fsqrt"
#define ROW_HAS_INTEGERS 1
#define ROW_HAS_INTEGER_PRODUCTS 1
#define ROW_INT_ADD_INSTRUCTION "add"
#define ROW_INT_MUL_INSTRUCTION "mul"
#define ROW_HAS_GATHER 0
#define ROW_LOAD_INSTRUCTION "ldr"
#define ROW_MOVE_INSTRUCTION "str"
#define ROW_MOVE_F64_INSTRUCTION "str"
#define ROW_CHASE_INSTRUCTION "ldr"
#if ROW_SCALAR
#define ROW_FMA_INSTRUCTION "fmadd"
#define ROW_F64(n) "%d" #n
#define ROW_F32(n) "%s" #n
#define ROW_WORD "%x0"
#define ROW_XOR "eor %x0,%x0,%x1"
#define ROW_WORD_REGISTER "r"
#else
#define ROW_FMA_INSTRUCTION "fmla"
#define ROW_F64(n) "%" #n ".2d"
#define ROW_F32(n) "%" #n ".4s"
#define ROW_WORD "%q0"
#define ROW_XOR "eor %0.16b,%0.16b,%1.16b"
#define ROW_WORD_REGISTER "w"
#endif

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T>
using Vector [[gnu::vector_size(ROW_BYTES)]] = T;
template <typename T>
using UnalignedVector [[gnu::vector_size(ROW_BYTES), gnu::aligned(8), gnu::may_alias]] = T;

template <typename T>
inline constexpr bool is_double = sizeof(T) == 8;
template <typename T>
inline constexpr bool is_integer = static_cast<T>(0.5F) == 0;

/// a += b
template <typename T>
[[gnu::always_inline]] inline void add(Vector<T>& a, Vector<T> b) {
    if constexpr (is_double<T>)
        asm volatile("fadd " ROW_F64(0) "," ROW_F64(0) "," ROW_F64(1) : "+w"(a) : "w"(b));
    else
        asm volatile("fadd " ROW_F32(0) "," ROW_F32(0) "," ROW_F32(1) : "+w"(a) : "w"(b));
}
/// a *= b
template <typename T>
[[gnu::always_inline]] inline void mul(Vector<T>& a, Vector<T> b) {
    if constexpr (is_double<T>)
        asm volatile("fmul " ROW_F64(0) "," ROW_F64(0) "," ROW_F64(1) : "+w"(a) : "w"(b));
    else
        asm volatile("fmul " ROW_F32(0) "," ROW_F32(0) "," ROW_F32(1) : "+w"(a) : "w"(b));
}
/// a /= b
template <typename T>
[[gnu::always_inline]] inline void div(Vector<T>& a, Vector<T> b) {
    if constexpr (is_double<T>)
        asm volatile("fdiv " ROW_F64(0) "," ROW_F64(0) "," ROW_F64(1) : "+w"(a) : "w"(b));
    else
        asm volatile("fdiv " ROW_F32(0) "," ROW_F32(0) "," ROW_F32(1) : "+w"(a) : "w"(b));
}
/// root = √a
template <typename T>
[[gnu::always_inline]] inline void sqrt(Vector<T>& root, Vector<T> a) {
    if constexpr (is_double<T>)
        asm volatile("fsqrt " ROW_F64(0) "," ROW_F64(1) : "=w"(root) : "w"(a));
    else
        asm volatile("fsqrt " ROW_F32(0) "," ROW_F32(1) : "=w"(root) : "w"(a));
}

// Integers of 32 bits.
#if ROW_SCALAR
using Integers = std::uint32_t;
[[gnu::always_inline]] inline Integers broadcast_integer(std::uint32_t value) {
    return value;
}
[[gnu::always_inline]] inline void int_add(Integers& a, Integers b) {
    asm volatile("add %w0,%w0,%w1" : "+r"(a) : "r"(b));
}
[[gnu::always_inline]] inline void int_mul(Integers& a, Integers b) {
    asm volatile("mul %w0,%w0,%w1" : "+r"(a) : "r"(b));
}
#else
using Integers = Vector<std::uint32_t>;
[[gnu::always_inline]] inline Integers broadcast_integer(std::uint32_t value) {
    return Integers{} + value;
}
[[gnu::always_inline]] inline void int_add(Integers& a, Integers b) {
    asm volatile("add %0.4s,%0.4s,%1.4s" : "+w"(a) : "w"(b));
}
[[gnu::always_inline]] inline void int_mul(Integers& a, Integers b) {
    asm volatile("mul %0.4s,%0.4s,%1.4s" : "+w"(a) : "w"(b));
}
#endif

/// a += m × c
template <typename T>
[[gnu::always_inline]] inline void fma(Vector<T>& a, Vector<T> m, Vector<T> c) {
#if ROW_SCALAR
    if constexpr (is_double<T>)
        asm volatile("fmadd %d0,%d1,%d2,%d0" : "+w"(a) : "w"(m), "w"(c));
    else
        asm volatile("fmadd %s0,%s1,%s2,%s0" : "+w"(a) : "w"(m), "w"(c));
#else
    if constexpr (is_double<T>)
        asm volatile("fmla %0.2d,%1.2d,%2.2d" : "+w"(a) : "w"(m), "w"(c));
    else
        asm volatile("fmla %0.4s,%1.4s,%2.4s" : "+w"(a) : "w"(m), "w"(c));
#endif
}

#if !ROW_SCALAR
/// fma() on each of eight, as one statement: where hundreds follow each other GCC copies registers about.
[[gnu::always_inline]] inline void fma_eight(Vector<double> (&a)[8], Vector<double> m, Vector<double> c) {
#define ROW_ONE(n) "fmla %" #n ".2d,%8.2d,%9.2d\n\t"
    asm volatile(ROW_ONE(0) ROW_ONE(1) ROW_ONE(2) ROW_ONE(3) ROW_ONE(4) ROW_ONE(5) ROW_ONE(6) ROW_ONE(7)
                 : "+w"(a[0]), "+w"(a[1]), "+w"(a[2]), "+w"(a[3]), "+w"(a[4]), "+w"(a[5]), "+w"(a[6]),
                   "+w"(a[7])
                 : "w"(m), "w"(c));
#undef ROW_ONE
}
/// a += m × memory in f64
[[gnu::always_inline]] inline void fma_load(Vector<double>& a, const std::byte* from, Vector<double> m) {
    Vector<double> value;
    asm volatile("ldr %q0,%1" : "=w"(value) : "m"(*reinterpret_cast<const Vector<double>*>(from)));
    fma<double>(a, m, value);
}
#endif

#if ROW_SCALAR
using Word = std::uint64_t;
inline constexpr int word_bytes = 8;
#else
using Word = Vector<std::uint64_t>;
inline constexpr int word_bytes = ROW_BYTES;
#endif
[[gnu::always_inline]] inline Word broadcast_word(std::uint64_t value) {
    return Word{} + value;
}
[[gnu::always_inline]] inline Word load(const std::byte* from) {
    Word value;
    asm volatile("ldr " ROW_WORD ",%1"
                 : "=" ROW_WORD_REGISTER(value)
                 : "m"(*reinterpret_cast<const Word*>(from)));
    return value;
}
/// a ^= memory: a load and an exclusive-or beside it, for want of memory operands.
[[gnu::always_inline]] inline void load_xor(Word& a, const std::byte* from) {
    const Word value = load(from);
    asm volatile(ROW_XOR : "+" ROW_WORD_REGISTER(a) : ROW_WORD_REGISTER(value));
}
[[gnu::always_inline]] inline void store(std::byte* to, Word value) {
    asm volatile("str " ROW_WORD ",%1"
                 :
                 : ROW_WORD_REGISTER(value), "m"(*reinterpret_cast<Word*>(to))
                 : "memory");
}
/// Asks for a line, into all caches.
[[gnu::always_inline]] inline void prefetch(const std::byte* from) {
    asm volatile("prfm pldl1keep,[%0]" : : "r"(from));
}
/// at = *at
[[gnu::always_inline]] inline void chase_step(const std::byte*& at) {
    asm volatile("ldr %0,[%0]" : "+r"(at));
}

/// value = b + s × c in f64, b and c in memory, s in a register.
[[gnu::always_inline]] inline Vector<double> triad(const std::byte* b, const std::byte* c, Vector<double> s) {
    Vector<double> value, factor;
#if ROW_SCALAR
    asm volatile("ldr %d0,%1" : "=w"(value) : "m"(*reinterpret_cast<const double*>(b)));
    asm volatile("ldr %d0,%1" : "=w"(factor) : "m"(*reinterpret_cast<const double*>(c)));
#else
    asm volatile("ldr %q0,%1" : "=w"(value) : "m"(*reinterpret_cast<const Vector<double>*>(b)));
    asm volatile("ldr %q0,%1" : "=w"(factor) : "m"(*reinterpret_cast<const Vector<double>*>(c)));
#endif
    fma<double>(value, s, factor);
    return value;
}
/// value = memory + s in f64
[[gnu::always_inline]] inline Vector<double> add_f64(const std::byte* from, Vector<double> s) {
    Vector<double> value;
#if ROW_SCALAR
    asm volatile("ldr %d0,%1" : "=w"(value) : "m"(*reinterpret_cast<const double*>(from)));
#else
    asm volatile("ldr %q0,%1" : "=w"(value) : "m"(*reinterpret_cast<const Vector<double>*>(from)));
#endif
    add<double>(value, s);
    return value;
}
[[gnu::always_inline]] inline void store_f64(std::byte* to, Vector<double> value) {
#if ROW_SCALAR
    asm volatile("str %d0,%1" : : "w"(value), "m"(*reinterpret_cast<double*>(to)) : "memory");
#else
    asm volatile("str %q0,%1" : : "w"(value), "m"(*reinterpret_cast<Vector<double>*>(to)) : "memory");
#endif
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
