// Matrix instructions of one warp (mma.sync): one struct for each. Operands lie in registers; D ← A × B + D.
#pragma once

#include "kernels/cuda/frame.cuh"

#if MANSARD_DEVICE_CODE
#define MANSARD_ISSUE(...) __VA_ARGS__
#define MANSARD_FACTS(...)
#else
#include "kernels/cuda/instructions/facts.hpp"
#define MANSARD_ISSUE(...)
#define MANSARD_FACTS(...) static constexpr InstructionFacts facts{__VA_ARGS__};
#endif

namespace mansard::kernels::cuda {

/// What lies in an operand's register: that many numbers of that many bits.
enum class Element : unsigned char { f64, tf32, f16, bf16, i8, e4m3 };

MANSARD_BOTH constexpr int bits_of(Element element) {
    return element == Element::f64                               ? 64
           : element == Element::tf32                            ? 32
           : element == Element::f16 || element == Element::bf16 ? 16
                                                                 : 8;
}

/// a, b, d: registers of each thread (of 64 bits for f64).
struct MmaF16 {
    static constexpr Element element = Element::f16;
    static constexpr int m = 16, n = 8, k = 16, a = 4, b = 2, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", .sass = "HMMA",
                  .architecture = 80, .isa = Isa::mma_sync, .dtype = Dtype::f16, .m = 16, .n = 8, .k = 16,
                  .flops = 4096)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[4],
                                                   const Operand (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    })
};
struct MmaBf16 {
    static constexpr Element element = Element::bf16;
    static constexpr int m = 16, n = 8, k = 16, a = 4, b = 2, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", .sass = "HMMA",
                  .architecture = 80, .isa = Isa::mma_sync, .dtype = Dtype::bf16, .m = 16, .n = 8, .k = 16,
                  .flops = 4096)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[4],
                                                   const Operand (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    })
};
struct MmaTf32 {
    static constexpr Element element = Element::tf32;
    static constexpr int m = 16, n = 8, k = 8, a = 4, b = 2, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", .sass = "HMMA",
                  .architecture = 80, .isa = Isa::mma_sync, .dtype = Dtype::tf32, .m = 16, .n = 8, .k = 8,
                  .flops = 2048)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[4],
                                                   const Operand (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    })
};
struct MmaI8 {
    static constexpr Element element = Element::i8;
    static constexpr int m = 16, n = 8, k = 32, a = 4, b = 2, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = std::int32_t;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", .sass = "IMMA",
                  .architecture = 80, .isa = Isa::mma_sync, .dtype = Dtype::i8, .accumulator = Dtype::i32,
                  .m = 16, .n = 8, .k = 32, .flops = 8192)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[4],
                                                   const Operand (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    })
};
/// Native on sm_89 and sm_120. Elsewhere the assembler makes several instructions of it: never a roof there.
struct MmaFp8 {
    static constexpr Element element = Element::e4m3;
    static constexpr int m = 16, n = 8, k = 32, a = 4, b = 2, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", .sass = "QMMA",
                  .architecture = 89, .emulated_from = 90, .emulated_to = 119, .isa = Isa::mma_sync,
                  .dtype = Dtype::fp8, .m = 16, .n = 8, .k = 32, .flops = 8192)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[4],
                                                   const Operand (&b)[2]) {
        asm volatile(
            "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
            "{%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    })
};
struct MmaF64 {
    static constexpr Element element = Element::f64;
    static constexpr int m = 8, n = 8, k = 4, a = 1, b = 1, d = 2;
    using Operand = double;
    using Accumulator = double;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", .sass = "DMMA",
                  .architecture = 80, .isa = Isa::mma_sync, .dtype = Dtype::f64, .accumulator = Dtype::f64,
                  .m = 8, .n = 8, .k = 4, .flops = 512)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[2], const Operand (&a)[1],
                                                   const Operand (&b)[1]) {
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+d"(d[0]), "+d"(d[1])
                     : "d"(a[0]), "d"(b[0]));
    })
};
/// The larger shape of sm_90.
struct MmaF64Wide {
    static constexpr Element element = Element::f64;
    static constexpr int m = 16, n = 8, k = 16, a = 8, b = 4, d = 4;
    using Operand = double;
    using Accumulator = double;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", .sass = "DMMA",
                  .architecture = 90, .emulated_from = 100, .emulated_to = 999, .isa = Isa::mma_sync,
                  .dtype = Dtype::f64, .accumulator = Dtype::f64, .m = 16, .n = 8, .k = 16, .flops = 4096)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[8],
                                                   const Operand (&b)[4]) {
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, "
            "{%12,%13,%14,%15}, {%0,%1,%2,%3};"
            : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
            : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]),
              "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
    })
};
/// Turing's shape: half the depth.
struct MmaF16K8 {
    static constexpr Element element = Element::f16;
    static constexpr int m = 16, n = 8, k = 8, a = 2, b = 1, d = 4;
    using Operand = std::uint32_t;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", .sass = "HMMA",
                  .architecture = 75, .isa = Isa::mma_sync, .dtype = Dtype::f16, .m = 16, .n = 8, .k = 8,
                  .flops = 2048)
    MANSARD_ISSUE(static MANSARD_DEVICE void issue(Accumulator (&d)[4], const Operand (&a)[2],
                                                   const Operand (&b)[1]) {
        asm volatile(
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    })
};

}  // namespace mansard::kernels::cuda
