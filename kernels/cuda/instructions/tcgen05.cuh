// Matrix instructions of Blackwell's tensor cores (tcgen05.mma, sm_100a): one struct for each. One thread
// issues them for its block; A and B lie in shared memory and are named by descriptors, D lies in tensor
// memory.
#pragma once

#include "kernels/cuda/instructions/mma.cuh"

namespace mansard::kernels::cuda {

/// What the instruction descriptor says of an operand or the result (PTX ISA, "Instruction descriptor").
struct TensorFormats {
    unsigned result;    ///< bits 4–5: 1 is f32, 2 is s32
    unsigned operands;  ///< of A in bits 7–9, of B in 10–12; its meaning depends on the kind
    bool may_negate;    ///< bit 13 turns the sign of A: not for integers
};

/// The instruction descriptor of D (m × n) ← A × B + D, both operands K-major and dense: n ÷ 8 in bits 17–22,
/// m ÷ 16 in 24–28.
MANSARD_BOTH constexpr std::uint32_t instruction_descriptor(const TensorFormats& formats, unsigned m,
                                                            unsigned n) {
    return formats.result << 4 | formats.operands << 7 | formats.operands << 10 | n / 8 << 17 | m / 16 << 24;
}

/// The bit that turns the sign of A.
inline constexpr std::uint32_t negate_a = 1U << 13;

#if MANSARD_DEVICE_CODE
// `more`: 0 puts the product in place of what D holds.
#define MANSARD_TCGEN05_ISSUE(kind)                                                     \
    static MANSARD_DEVICE void issue(std::uint32_t d, std::uint64_t a, std::uint64_t b, \
                                     std::uint32_t descriptor, std::uint32_t more) {    \
        asm volatile(                                                                   \
            "{ .reg .pred p; setp.ne.u32 p, %4, 0;\n"                                   \
            "tcgen05.mma.cta_group::1.kind::" kind " [%0], %1, %2, %3, p; }" ::"r"(d),  \
            "l"(a), "l"(b), "r"(descriptor), "r"(more)                                  \
            : "memory");                                                                \
    }
#else
#define MANSARD_TCGEN05_ISSUE(kind)
#endif

struct Tcgen05F16 {
    static constexpr Element element = Element::f16;
    static constexpr int m = 128, n = 256, k = 16;
    static constexpr TensorFormats formats{1, 0, true};
    MANSARD_FACTS(.ptx = "tcgen05.mma.cta_group::1.kind::f16", .sass = "UTCHMMA", .architecture = 100,
                  .only_that = true, .isa = Isa::tcgen05, .dtype = Dtype::f16, .m = 128, .n = 256, .k = 16,
                  .threads = 1, .flops = 1048576)
    MANSARD_TCGEN05_ISSUE("f16")
};
struct Tcgen05Bf16 {
    static constexpr Element element = Element::bf16;
    static constexpr int m = 128, n = 256, k = 16;
    static constexpr TensorFormats formats{1, 1, true};
    MANSARD_FACTS(.ptx = "tcgen05.mma.cta_group::1.kind::f16", .sass = "UTCHMMA", .architecture = 100,
                  .only_that = true, .isa = Isa::tcgen05, .dtype = Dtype::bf16, .m = 128, .n = 256, .k = 16,
                  .threads = 1, .flops = 1048576)
    MANSARD_TCGEN05_ISSUE("f16")
};
struct Tcgen05Tf32 {
    static constexpr Element element = Element::tf32;
    static constexpr int m = 128, n = 256, k = 8;
    static constexpr TensorFormats formats{1, 2, true};
    MANSARD_FACTS(.ptx = "tcgen05.mma.cta_group::1.kind::tf32", .sass = "UTCHMMA", .architecture = 100,
                  .only_that = true, .isa = Isa::tcgen05, .dtype = Dtype::tf32, .m = 128, .n = 256, .k = 8,
                  .threads = 1, .flops = 524288)
    MANSARD_TCGEN05_ISSUE("tf32")
};
struct Tcgen05Fp8 {
    static constexpr Element element = Element::e4m3;
    static constexpr int m = 128, n = 256, k = 32;
    static constexpr TensorFormats formats{1, 0, true};
    MANSARD_FACTS(.ptx = "tcgen05.mma.cta_group::1.kind::f8f6f4", .sass = "UTCQMMA", .architecture = 100,
                  .only_that = true, .isa = Isa::tcgen05, .dtype = Dtype::fp8, .m = 128, .n = 256, .k = 32,
                  .threads = 1, .flops = 2097152)
    MANSARD_TCGEN05_ISSUE("f8f6f4")
};
struct Tcgen05I8 {
    static constexpr Element element = Element::i8;
    static constexpr int m = 128, n = 256, k = 32;
    static constexpr TensorFormats formats{2, 1, false};
    MANSARD_FACTS(.ptx = "tcgen05.mma.cta_group::1.kind::i8", .sass = "UTCIMMA", .architecture = 100,
                  .only_that = true, .isa = Isa::tcgen05, .dtype = Dtype::i8, .accumulator = Dtype::i32,
                  .m = 128, .n = 256, .k = 32, .threads = 1, .flops = 2097152)
    MANSARD_TCGEN05_ISSUE("i8")
};

}  // namespace mansard::kernels::cuda
