// Matrix instructions of a warpgroup (wgmma, sm_90a): one struct for each. A and B lie in shared memory and
// are named by descriptors, D lies in registers: 128 of each thread for 64 × 256 numbers.
#pragma once

#include "kernels/cuda/instructions/mma.cuh"

#if defined(__CUDACC__)
// 128 accumulators as one list; the descriptors follow as %128 and %129.
#define MANSARD_WGMMA_LIST                                                                                   \
    "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%"   \
    "27,%28,%29,"                                                                                            \
    "%30,%31,%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,%54,%"  \
    "55,%56,%57,"                                                                                            \
    "%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%"  \
    "83,%84,%85,"                                                                                            \
    "%86,%87,%88,%89,%90,%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,%104,%105,%106,%107,%108,%" \
    "109,%110,"                                                                                              \
    "%111,%112,%113,%114,%115,%116,%117,%118,%119,%120,%121,%122,%123,%124,%125,%126,%127}"
#define MANSARD_W4(c, i) "+" c(d[i]), "+" c(d[i + 1]), "+" c(d[i + 2]), "+" c(d[i + 3])
#define MANSARD_W16(c, i) MANSARD_W4(c, i), MANSARD_W4(c, i + 4), MANSARD_W4(c, i + 8), MANSARD_W4(c, i + 12)
#define MANSARD_W64(c, i) \
    MANSARD_W16(c, i), MANSARD_W16(c, i + 16), MANSARD_W16(c, i + 32), MANSARD_W16(c, i + 48)
#define MANSARD_W128(c) MANSARD_W64(c, 0), MANSARD_W64(c, 64)
#endif

namespace mansard::kernels::cuda {

// `ends`: how the statement ends after the descriptors: scale-d, for floats the signs, for halves the layouts
// too.
#if MANSARD_DEVICE_CODE
#define MANSARD_WGMMA_ISSUE(text, constraint, ends)                                            \
    static MANSARD_DEVICE void issue(Accumulator(&d)[128], std::uint64_t a, std::uint64_t b) { \
        asm volatile(text " " MANSARD_WGMMA_LIST ", %128, %129, " ends ";"                     \
                     : MANSARD_W128(constraint)                                                \
                     : "l"(a), "l"(b));                                                        \
    }
#else
#define MANSARD_WGMMA_ISSUE(text, constraint, ends)
#endif

struct WgmmaF16 {
    static constexpr Element element = Element::f16;
    static constexpr int m = 64, n = 256, k = 16;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16", .sass = "HGMMA",
                  .architecture = 90, .only_that = true, .isa = Isa::wgmma, .dtype = Dtype::f16, .m = 64,
                  .n = 256, .k = 16, .threads = 128, .flops = 524288)
    MANSARD_WGMMA_ISSUE("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16", "f", "1, 1, 1, 0, 0")
};
struct WgmmaBf16 {
    static constexpr Element element = Element::bf16;
    static constexpr int m = 64, n = 256, k = 16;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", .sass = "HGMMA",
                  .architecture = 90, .only_that = true, .isa = Isa::wgmma, .dtype = Dtype::bf16,
                  .accumulator = Dtype::f32, .m = 64, .n = 256, .k = 16, .threads = 128, .flops = 524288)
    MANSARD_WGMMA_ISSUE("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16", "f", "1, 1, 1, 0, 0")
};
struct WgmmaTf32 {
    static constexpr Element element = Element::tf32;
    static constexpr int m = 64, n = 256, k = 8;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32", .sass = "HGMMA",
                  .architecture = 90, .only_that = true, .isa = Isa::wgmma, .dtype = Dtype::tf32,
                  .accumulator = Dtype::f32, .m = 64, .n = 256, .k = 8, .threads = 128, .flops = 262144)
    MANSARD_WGMMA_ISSUE("wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32", "f", "1, 1, 1")
};
struct WgmmaFp8 {
    static constexpr Element element = Element::e4m3;
    static constexpr int m = 64, n = 256, k = 32;
    using Accumulator = float;
    MANSARD_FACTS(.ptx = "wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3", .sass = "QGMMA",
                  .architecture = 90, .only_that = true, .isa = Isa::wgmma, .dtype = Dtype::fp8,
                  .accumulator = Dtype::f32, .m = 64, .n = 256, .k = 32, .threads = 128, .flops = 1048576)
    MANSARD_WGMMA_ISSUE("wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3", "f", "1, 1, 1")
};
struct WgmmaI8 {
    static constexpr Element element = Element::i8;
    static constexpr int m = 64, n = 256, k = 32;
    using Accumulator = std::int32_t;
    MANSARD_FACTS(.ptx = "wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8", .sass = "IGMMA",
                  .architecture = 90, .only_that = true, .isa = Isa::wgmma, .dtype = Dtype::i8,
                  .accumulator = Dtype::i32, .m = 64, .n = 256, .k = 32, .threads = 128, .flops = 1048576)
    MANSARD_WGMMA_ISSUE("wgmma.mma_async.sync.aligned.m64n256k32.s32.s8.s8", "r", "1")
};

}  // namespace mansard::kernels::cuda
