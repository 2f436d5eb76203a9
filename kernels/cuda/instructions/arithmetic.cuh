// Arithmetic of the CUDA cores: one struct for each instruction. A step changes an accumulator in place;
// `odd` says which of the alternating constants it takes. Halves are counted as the packed instruction does
// them: two for each thread.
#pragma once

#include "kernels/cuda/numbers.cuh"

#if MANSARD_DEVICE_CODE
#define MANSARD_ISSUE(...) __VA_ARGS__
#define MANSARD_FACTS(...)
#else
#include "kernels/cuda/instructions/facts.hpp"
#define MANSARD_ISSUE(...)
#define MANSARD_FACTS(...) static constexpr InstructionFacts facts{__VA_ARGS__};
#endif

namespace mansard::kernels::cuda {

#if MANSARD_DEVICE_CODE
template <typename V>
struct StepConstants {
    V factor, term, minus_term, two, half;
};
#endif

struct FmaF64 {
    static constexpr Storage storage = Storage::f64;
    using Value = double;
    MANSARD_FACTS(.ptx = "fma.rn.f64", .sass = "DFMA", .dtype = Dtype::f64, .accumulator = Dtype::f64,
                  .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool, const StepConstants<Value>& k) {
        asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x) : "d"(k.factor), "d"(k.term));
    })
};
struct AddF64 {
    static constexpr Storage storage = Storage::f64;
    using Value = double;
    MANSARD_FACTS(.ptx = "add.rn.f64", .sass = "DADD", .dtype = Dtype::f64, .accumulator = Dtype::f64,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(odd ? k.minus_term : k.term));
    })
};
struct MulF64 {
    static constexpr Storage storage = Storage::f64;
    using Value = double;
    MANSARD_FACTS(.ptx = "mul.rn.f64", .sass = "DMUL", .dtype = Dtype::f64, .accumulator = Dtype::f64,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("mul.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(odd ? k.half : k.two));
    })
};
struct FmaF32 {
    static constexpr Storage storage = Storage::f32;
    using Value = float;
    MANSARD_FACTS(.ptx = "fma.rn.f32", .sass = "FFMA", .dtype = Dtype::f32, .accumulator = Dtype::f32,
                  .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool, const StepConstants<Value>& k) {
        asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(k.factor), "f"(k.term));
    })
};
struct AddF32 {
    static constexpr Storage storage = Storage::f32;
    using Value = float;
    MANSARD_FACTS(.ptx = "add.rn.f32", .sass = "FADD", .dtype = Dtype::f32, .accumulator = Dtype::f32,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(odd ? k.minus_term : k.term));
    })
};
struct MulF32 {
    static constexpr Storage storage = Storage::f32;
    using Value = float;
    MANSARD_FACTS(.ptx = "mul.rn.f32", .sass = "FMUL", .dtype = Dtype::f32, .accumulator = Dtype::f32,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("mul.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(odd ? k.half : k.two));
    })
};
struct FmaF16 {
    static constexpr Storage storage = Storage::f16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "fma.rn.f16x2", .sass = "HFMA2", .dtype = Dtype::f16, .accumulator = Dtype::f16,
                  .flops = 128)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool, const StepConstants<Value>& k) {
        asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(k.factor), "r"(k.term));
    })
};
struct AddF16 {
    static constexpr Storage storage = Storage::f16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "add.rn.f16x2", .sass = "HADD2", .dtype = Dtype::f16, .accumulator = Dtype::f16,
                  .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("add.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(odd ? k.minus_term : k.term));
    })
};
struct MulF16 {
    static constexpr Storage storage = Storage::f16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "mul.rn.f16x2", .sass = "HMUL2", .dtype = Dtype::f16, .accumulator = Dtype::f16,
                  .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("mul.rn.f16x2 %0, %0, %1;" : "+r"(x) : "r"(odd ? k.half : k.two));
    })
};
struct FmaBf16 {
    static constexpr Storage storage = Storage::bf16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "fma.rn.bf16x2", .sass = "HFMA2", .architecture = 80, .dtype = Dtype::bf16,
                  .accumulator = Dtype::bf16, .flops = 128)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool, const StepConstants<Value>& k) {
        asm volatile("fma.rn.bf16x2 %0, %0, %1, %2;" : "+r"(x) : "r"(k.factor), "r"(k.term));
    })
};
struct AddBf16 {
    static constexpr Storage storage = Storage::bf16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "add.rn.bf16x2", .sass = "HADD2", .architecture = 90, .dtype = Dtype::bf16,
                  .accumulator = Dtype::bf16, .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("add.rn.bf16x2 %0, %0, %1;" : "+r"(x) : "r"(odd ? k.minus_term : k.term));
    })
};
struct MulBf16 {
    static constexpr Storage storage = Storage::bf16x2;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "mul.rn.bf16x2", .sass = "HMUL2", .architecture = 90, .dtype = Dtype::bf16,
                  .accumulator = Dtype::bf16, .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("mul.rn.bf16x2 %0, %0, %1;" : "+r"(x) : "r"(odd ? k.half : k.two));
    })
};
struct FmaI32 {
    static constexpr Storage storage = Storage::i32;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "mad.lo.u32", .sass = "IMAD", .dtype = Dtype::i32, .accumulator = Dtype::i32,
                  .flops = 64)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool, const StepConstants<Value>& k) {
        asm volatile("mad.lo.u32 %0, %0, %1, %2;" : "+r"(x) : "r"(k.factor), "r"(k.term));
    })
};
/// Adds its neighbour: two additions of constants would become one instruction with three operands.
struct AddI32 {
    static constexpr Storage storage = Storage::i32;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "add.u32", .sass = "IADD3", .dtype = Dtype::i32, .accumulator = Dtype::i32,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value neighbour, bool,
                                                  const StepConstants<Value>&) {
        asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(neighbour));
    })
};
struct MulI32 {
    static constexpr Storage storage = Storage::i32;
    using Value = std::uint32_t;
    MANSARD_FACTS(.ptx = "mul.lo.u32", .sass = "IMAD", .dtype = Dtype::i32, .accumulator = Dtype::i32,
                  .flops = 32)
    MANSARD_ISSUE(static MANSARD_DEVICE void step(Value& x, Value, bool odd, const StepConstants<Value>& k) {
        asm volatile("mul.lo.u32 %0, %0, %1;" : "+r"(x) : "r"(odd ? k.half : k.two));
    })
};

}  // namespace mansard::kernels::cuda
