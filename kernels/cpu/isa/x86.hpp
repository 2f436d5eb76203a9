// One instruction per atom for the x86 rows. A row's header sets the macros below and includes this file
// once.
//
// Every atom is `asm volatile`: the compiler can allocate registers and build the loop around it, but can
// neither drop, merge, reorder nor widen it. Vector types are attributes, not <immintrin.h>, which costs a
// second an object.
//
//   ROW_BYTES       register width: 16, 32, 64
//   ROW_LANES(T)    numbers that one instruction works on: 1 for the scalar row
//   ROW_V           "v" for VEX and EVEX rows (three operands), "" for legacy SSE
//   ROW_REG         asm constraint: "x", or "v" where registers 16–31 exist
//   ROW_PD, ROW_PS  "pd"/"ps" packed, "sd"/"ss" scalar
#pragma once

#include "kernels/kernel.hpp"

#define ROW_SCALAR ROW_GENERAL_MOVES

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

#define ROW_ATOM(mnemonic, operands, ...)                             \
    if constexpr (is_double<T>)                                       \
        asm volatile(ROW_V mnemonic ROW_PD " " operands __VA_ARGS__); \
    else                                                              \
        asm volatile(ROW_V mnemonic ROW_PS " " operands __VA_ARGS__)

#define ROW_FMA_INSTRUCTION "vfmadd231"
#define ROW_ADD_INSTRUCTION ROW_V "add"
#define ROW_DIV_INSTRUCTION ROW_V "div"
#define ROW_SQRT_INSTRUCTION ROW_V "sqrt"
#define ROW_MUL_INSTRUCTION ROW_V "mul"
#if ROW_THREE_OPERANDS
#define ROW_INTO_FIRST "%1,%0,%0"
#else
#define ROW_INTO_FIRST "%1,%0"
#endif

/// a += b
template <typename T>
[[gnu::always_inline]] inline void add(Vector<T>& a, Vector<T> b) {
    ROW_ATOM("add", ROW_INTO_FIRST, : "+" ROW_REG(a) : ROW_REG(b));
}
/// a *= b
template <typename T>
[[gnu::always_inline]] inline void mul(Vector<T>& a, Vector<T> b) {
    ROW_ATOM("mul", ROW_INTO_FIRST, : "+" ROW_REG(a) : ROW_REG(b));
}
/// a /= b
template <typename T>
[[gnu::always_inline]] inline void div(Vector<T>& a, Vector<T> b) {
#if ROW_THREE_OPERANDS
    ROW_ATOM("div", "%1,%0,%0", : "+" ROW_REG(a) : ROW_REG(b));
#else
    ROW_ATOM("div", "%1,%0", : "+" ROW_REG(a) : ROW_REG(b));
#endif
}
/// root = √a
template <typename T>
[[gnu::always_inline]] inline void sqrt(Vector<T>& root, Vector<T> a) {
#if ROW_GENERAL_MOVES
    // Into the register that it reads: a scalar root keeps the other lanes of its target, and would wait for
    // it.
    root = a;
    ROW_ATOM("sqrt", "%0,%0", : "+" ROW_REG(root));
#else
    ROW_ATOM("sqrt", "%1,%0", : "=" ROW_REG(root) : ROW_REG(a));
#endif
}

// Integers of 32 bits. SSE2 has no such product (PMULLD came with SSE4.1), and AVX no integers of 256 bits.
#if ROW_GENERAL_MOVES
#define ROW_HAS_INTEGERS 1
#define ROW_HAS_INTEGER_PRODUCTS 1
#define ROW_INT_ADD_INSTRUCTION "add"
#define ROW_INT_MUL_INSTRUCTION "imul"
#else
#define ROW_HAS_INTEGERS (ROW_BYTES == 16 || ROW_HAS_FMA)
#define ROW_HAS_INTEGER_PRODUCTS ROW_HAS_FMA
#define ROW_INT_ADD_INSTRUCTION ROW_V "paddd"
#define ROW_INT_MUL_INSTRUCTION ROW_V "pmulld"
#endif
#if ROW_GENERAL_MOVES
using Integers = std::uint32_t;
[[gnu::always_inline]] inline Integers broadcast_integer(std::uint32_t value) {
    return value;
}
[[gnu::always_inline]] inline void int_add(Integers& a, Integers b) {
    asm volatile("addl %1,%0" : "+r"(a) : "r"(b));
}
[[gnu::always_inline]] inline void int_mul(Integers& a, Integers b) {
    asm volatile("imull %1,%0" : "+r"(a) : "r"(b));
}
#elif ROW_HAS_INTEGERS
using Integers = Vector<std::uint32_t>;
[[gnu::always_inline]] inline Integers broadcast_integer(std::uint32_t value) {
    return Integers{} + value;
}
[[gnu::always_inline]] inline void int_add(Integers& a, Integers b) {
    asm volatile(ROW_V "paddd " ROW_INTO_FIRST : "+" ROW_REG(a) : ROW_REG(b));
}
#if ROW_HAS_INTEGER_PRODUCTS
[[gnu::always_inline]] inline void int_mul(Integers& a, Integers b) {
    asm volatile(ROW_V "pmulld " ROW_INTO_FIRST : "+" ROW_REG(a) : ROW_REG(b));
}
#endif
#endif

#if ROW_HAS_FMA
/// a += m × c
template <typename T>
[[gnu::always_inline]] inline void fma(Vector<T>& a, Vector<T> m, Vector<T> c) {
    ROW_ATOM("fmadd231", "%2,%1,%0", : "+" ROW_REG(a) : ROW_REG(m), ROW_REG(c));
}
/// fma() on each of eight, as one statement: where hundreds follow each other GCC copies registers about.
[[gnu::always_inline]] inline void fma_eight(Vector<double> (&a)[8], Vector<double> m, Vector<double> c) {
#define ROW_ONE(n) "vfmadd231pd %9,%8,%" #n "\n\t"
    asm volatile(ROW_ONE(0) ROW_ONE(1) ROW_ONE(2) ROW_ONE(3) ROW_ONE(4) ROW_ONE(5) ROW_ONE(6) ROW_ONE(7)
                 : "+" ROW_REG(a[0]), "+" ROW_REG(a[1]), "+" ROW_REG(a[2]), "+" ROW_REG(a[3]),
                   "+" ROW_REG(a[4]), "+" ROW_REG(a[5]), "+" ROW_REG(a[6]), "+" ROW_REG(a[7])
                 : ROW_REG(m), ROW_REG(c));
#undef ROW_ONE
}
/// a += m × memory in f64
[[gnu::always_inline]] inline void fma_load(Vector<double>& a, const std::byte* from, Vector<double> m) {
    asm volatile("vfmadd231pd %1,%2,%0"
                 : "+" ROW_REG(a)
                 : "m"(*reinterpret_cast<const Vector<double>*>(from)), ROW_REG(m));
}
#endif

// Moves. Packed single-precision forms throughout: the same work as any other type, and the shortest
// encoding. The scalar row moves 8 bytes through a general register.
#if ROW_GENERAL_MOVES
using Word = std::uint64_t;
inline constexpr int word_bytes = 8;
#define ROW_LOAD_INSTRUCTION "xor"
#define ROW_MOVE_INSTRUCTION "mov"
#define ROW_MOVE_F64_INSTRUCTION "movsd"
#define ROW_HAS_STREAMS 0
[[gnu::always_inline]] inline Word broadcast_word(std::uint64_t value) {
    return value;
}
[[gnu::always_inline]] inline void load_xor(Word& a, const std::byte* from) {
    asm volatile("xorq %1,%0" : "+r"(a) : "m"(*reinterpret_cast<const Word*>(from)));
}
[[gnu::always_inline]] inline Word load(const std::byte* from) {
    Word value;
    asm volatile("movq %1,%0" : "=r"(value) : "m"(*reinterpret_cast<const Word*>(from)));
    return value;
}
[[gnu::always_inline]] inline void store(std::byte* to, Word value) {
    asm volatile("movq %1,%0" : "=m"(*reinterpret_cast<Word*>(to)) : "r"(value));
}
#else
using Word = Vector<std::uint64_t>;
inline constexpr int word_bytes = ROW_BYTES;
#define ROW_LOAD_INSTRUCTION ROW_V "xorps"
#define ROW_MOVE_INSTRUCTION ROW_V "movaps"
#define ROW_STREAM_INSTRUCTION ROW_V "movntps"
#define ROW_MOVE_F64_INSTRUCTION ROW_V "movapd"
#define ROW_STREAM_F64_INSTRUCTION ROW_V "movntpd"
#define ROW_HAS_STREAMS 1
[[gnu::always_inline]] inline Word broadcast_word(std::uint64_t value) {
    return Word{} + value;
}
/// a ^= memory: a load whose value can be checked afterwards; on all x86 cores with AVX it costs one load
/// port and one of at least three vector ports, so the loads stay the bottleneck.
[[gnu::always_inline]] inline void load_xor(Word& a, const std::byte* from) {
    asm volatile(ROW_LOAD_INSTRUCTION " " ROW_INTO_FIRST
                 : "+" ROW_REG(a)
                 : "m"(*reinterpret_cast<const Word*>(from)));
}
[[gnu::always_inline]] inline Word load(const std::byte* from) {
    Word value;
    asm volatile(ROW_MOVE_INSTRUCTION " %1,%0"
                 : "=" ROW_REG(value)
                 : "m"(*reinterpret_cast<const Word*>(from)));
    return value;
}
[[gnu::always_inline]] inline void store(std::byte* to, Word value) {
    asm volatile(ROW_MOVE_INSTRUCTION " %1,%0" : "=m"(*reinterpret_cast<Word*>(to)) : ROW_REG(value));
}
/// A non-temporal store: past the caches, no line is read first.
[[gnu::always_inline]] inline void stream(std::byte* to, Word value) {
    asm volatile(ROW_STREAM_INSTRUCTION " %1,%0" : "=m"(*reinterpret_cast<Word*>(to)) : ROW_REG(value));
}
#endif

#if ROW_HAS_FMA && !ROW_GENERAL_MOVES
#define ROW_HAS_GATHER 1
#define ROW_GATHER_INSTRUCTION "vpgatherqq"
/// sum ^= the 8-byte words at address + Displacement + index[lane]
template <int Displacement>
[[gnu::always_inline]] inline void gather_xor(Word& sum, const std::byte* address, Word index) {
    Word words;
#if ROW_BYTES == 64
    unsigned short mask;
    asm volatile("kxnorw %1,%1,%1\n\tvpgatherqq %c4(%3,%2,1),%0%{%1%}"
                 : "=&v"(words), "=&Yk"(mask)
                 : "v"(index), "r"(address), "i"(Displacement));
#else
    Word mask;
    asm volatile("vpcmpeqd %1,%1,%1\n\tvpgatherqq %1,%c4(%3,%2,1),%0"
                 : "=&x"(words), "=&x"(mask)
                 : "x"(index), "r"(address), "i"(Displacement));
#endif
    asm volatile("vxorps " ROW_INTO_FIRST : "+" ROW_REG(sum) : ROW_REG(words));
}
#else
#define ROW_HAS_GATHER 0
#endif

#define ROW_CHASE_INSTRUCTION "mov"
/// at = *at
[[gnu::always_inline]] inline void chase_step(const std::byte*& at) {
    asm volatile("movq (%0),%0" : "+r"(at));
}

/// Asks for a line, into all caches.
[[gnu::always_inline]] inline void prefetch(const std::byte* from) {
    asm volatile("prefetcht0 %0" : : "m"(*from));
}

/// Non-temporal stores of this thread become visible.
[[gnu::always_inline]] inline void fence() {
    asm volatile("sfence" ::: "memory");
}

/// value = b + s × c in f64, b and c in memory, s in a register. By multiplication and addition even where
/// there is FMA: with a memory operand FMA holds Zen 3 at two of the three memory accesses per cycle (64
/// instead of 95 B in L1).
[[gnu::always_inline]] inline Vector<double> triad(const std::byte* b, const std::byte* c, Vector<double> s) {
    Vector<double> value;
    using Memory [[maybe_unused]] = const Vector<double>;
#if ROW_GENERAL_MOVES
    asm volatile("movsd %1,%0" : "=" ROW_REG(value) : "m"(*reinterpret_cast<const double*>(c)));
    asm volatile("mulsd %1,%0" : "+" ROW_REG(value) : ROW_REG(s));
    asm volatile("addsd %1,%0" : "+" ROW_REG(value) : "m"(*reinterpret_cast<const double*>(b)));
#else
    asm volatile(ROW_V "movapd %1,%0" : "=" ROW_REG(value) : "m"(*reinterpret_cast<Memory*>(c)));
    asm volatile(ROW_V "mulpd " ROW_INTO_FIRST : "+" ROW_REG(value) : ROW_REG(s));
    asm volatile(ROW_V "addpd " ROW_INTO_FIRST : "+" ROW_REG(value) : "m"(*reinterpret_cast<Memory*>(b)));
#endif
    return value;
}
/// value = memory + s in f64
[[gnu::always_inline]] inline Vector<double> add_f64(const std::byte* from, Vector<double> s) {
    Vector<double> value;
#if ROW_GENERAL_MOVES
    asm volatile("movsd %1,%0" : "=" ROW_REG(value) : "m"(*reinterpret_cast<const double*>(from)));
    asm volatile("addsd %1,%0" : "+" ROW_REG(value) : ROW_REG(s));
#else
    using Memory = const Vector<double>;
#if ROW_THREE_OPERANDS
    asm volatile(ROW_V "addpd %1,%2,%0"
                 : "=" ROW_REG(value)
                 : "m"(*reinterpret_cast<Memory*>(from)), ROW_REG(s));
#else
    asm volatile("movapd %1,%0" : "=" ROW_REG(value) : "m"(*reinterpret_cast<Memory*>(from)));
    asm volatile("addpd %1,%0" : "+" ROW_REG(value) : ROW_REG(s));
#endif
#endif
    return value;
}
[[gnu::always_inline]] inline void store_f64(std::byte* to, Vector<double> value) {
#if ROW_GENERAL_MOVES
    asm volatile("movsd %1,%0" : "=m"(*reinterpret_cast<double*>(to)) : ROW_REG(value));
#else
    asm volatile(ROW_V "movapd %1,%0" : "=m"(*reinterpret_cast<Vector<double>*>(to)) : ROW_REG(value));
#endif
}
#if !ROW_GENERAL_MOVES
[[gnu::always_inline]] inline void stream_f64(std::byte* to, Vector<double> value) {
    asm volatile(ROW_V "movntpd %1,%0" : "=m"(*reinterpret_cast<Vector<double>*>(to)) : ROW_REG(value));
}
#endif

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
