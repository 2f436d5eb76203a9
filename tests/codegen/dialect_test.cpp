// What single instructions do, in each notation, and the checks on loops written out here.
#include "tests/codegen/dialect.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/codegen/checks.hpp"

namespace mansard::codegen {
namespace {

Instruction parsed(const std::string& text) {
    return parse_functions(
               fmt::format("Disassembly of section .text:\n\n0000000000000000 <f>:\n   0:\t{}\n", text))
        .at(0)
        .body.at(0);
}

/// flops, loads, stores, width of the vector registers.
struct Expected {
    const char* text;
    int flops, loads, stores, vector_bytes;
};

void expect_effects(const Dialect& dialect, const std::vector<Expected>& all) {
    for (const Expected& expected : all) {
        const Effect effect = dialect.effect_of(parsed(expected.text));
        EXPECT_EQ(effect.flops, expected.flops) << expected.text;
        EXPECT_EQ(effect.loads, expected.loads) << expected.text;
        EXPECT_EQ(effect.stores, expected.stores) << expected.text;
        EXPECT_EQ(effect.vector_bytes, expected.vector_bytes) << expected.text;
    }
}

TEST(X86, KnowsWhatAnInstructionDoes) {
    expect_effects(x86(), {{"vfmadd231pd %ymm0,%ymm1,%ymm11", 8, 0, 0, 32},
                           {"vfnmadd213ps %zmm0,%zmm1,%zmm11", 32, 0, 0, 64},
                           {"vaddps %ymm0,%ymm1,%ymm11", 8, 0, 0, 32},
                           {"mulsd  %xmm1,%xmm0", 1, 0, 0, 16},
                           {"addsd  (%rsi,%rax,1),%xmm1", 1, 8, 0, 16},
                           {"vaddpd 0x20(%rsi),%ymm1,%ymm1", 4, 32, 0, 32},
                           {"vmovapd %ymm1,0x20(%rax,%rdx,1)", 0, 0, 32, 32},
                           {"movss  %xmm1,(%rax)", 0, 0, 4, 16},
                           {"vxorps (%rdi),%zmm1,%zmm1", 0, 64, 0, 64},
                           {"xor    0x8(%rsi,%rax,1),%rdx", 0, 8, 0, 0},
                           {"mov    (%rax),%rax", 0, 8, 0, 0},
                           {"mov    %r8d,(%rax)", 0, 0, 4, 0},
                           {"movq   $0x2a0,0x40(%rsp)", 0, 0, 8, 0},
                           {"addq   $0x1,(%rax)", 0, 8, 8, 0},
                           {"cmp    %rax,(%rdx)", 0, 8, 0, 0},
                           {"lea    (%rdx,%rax,1),%rsi", 0, 0, 0, 0},
                           {"vmovntps %ymm0,(%rax)", 0, 0, 32, 32},
                           {"nopw   0x0(%rax,%rax,1)", 0, 0, 0, 0}});
    EXPECT_TRUE(x86().effect_of(parsed("faddp  %st,%st(1)")).x87);
    EXPECT_TRUE(x86().effect_of(parsed("vmovapd %ymm1,-0x40(%rsp)")).stack);
    EXPECT_TRUE(x86().effect_of(parsed("vmovapd %ymm1,-0x40(%rbp)")).frame);
    EXPECT_EQ(x86().effect_of(parsed("jmp    *%rax")).flow, Effect::Flow::away);
    EXPECT_EQ(x86().effect_of(parsed("jne    0 <f>")).flow, Effect::Flow::jump);
}

TEST(X86, KnowsWhichRowAnInstructionBelongsTo) {
    const auto foreign = [](Isa row, const char* text) { return x86().foreign_to(row, parsed(text)); };
    EXPECT_EQ(foreign(Isa::sse2, "addpd  %xmm1,%xmm0"), "");
    EXPECT_NE(foreign(Isa::sse2, "vaddpd %xmm1,%xmm0,%xmm0"), "");
    EXPECT_NE(foreign(Isa::scalar, "vaddpd %ymm1,%ymm0,%ymm0"), "");
    EXPECT_EQ(foreign(Isa::avx, "vaddpd %ymm1,%ymm0,%ymm0"), "");
    EXPECT_NE(foreign(Isa::avx, "vfmadd231pd %ymm1,%ymm0,%ymm0"), "");
    EXPECT_NE(foreign(Isa::avx, "vpxor  %ymm1,%ymm0,%ymm0"), "");
    EXPECT_EQ(foreign(Isa::avx2, "vpxor  %ymm1,%ymm0,%ymm0"), "");
    EXPECT_NE(foreign(Isa::avx2, "vaddpd %zmm1,%zmm0,%zmm0"), "");
    EXPECT_NE(foreign(Isa::avx2, "vaddpd %ymm17,%ymm0,%ymm0"), "");
    EXPECT_EQ(foreign(Isa::avx512, "vaddpd %zmm17,%zmm0,%zmm0"), "");
}

TEST(Aarch64, KnowsWhatAnInstructionDoes) {
    expect_effects(aarch64(), {{"fmla\tv3.2d, v1.2d, v0.2d", 4, 0, 0, 16},
                               {"fmadd\ts3, s1, s0, s3", 2, 0, 0, 16},
                               {"fadd\tv3.4s, v1.4s, v0.4s", 4, 0, 0, 16},
                               {"fmul\td3, d1, d0", 1, 0, 0, 16},
                               {"ldr\tq0, [x1, #16]", 0, 16, 0, 16},
                               {"ldr\tx0, [x0]", 0, 8, 0, 0},
                               {"str\td0, [x1]", 0, 0, 8, 16},
                               {"stp\tq0, q1, [x1]", 0, 0, 32, 16},
                               {"stp\txzr, xzr, [x1]", 0, 0, 16, 0},
                               {"add\tx0, x0, #0x10", 0, 0, 0, 0}});
    EXPECT_TRUE(aarch64().effect_of(parsed("ldr\tx0, [sp, #8]")).stack);
    EXPECT_EQ(aarch64().effect_of(parsed("b.ne\t0 <f>  // b.any")).flow, Effect::Flow::jump);
    EXPECT_EQ(aarch64().effect_of(parsed("bl\t0 <f>")).flow, Effect::Flow::away);
    EXPECT_NE(aarch64().foreign_to(Isa::neon, parsed("fmla\tz3.d, p0/m, z1.d, z0.d")), "");
    EXPECT_EQ(aarch64().foreign_to(Isa::neon, parsed("fmla\tv3.2d, v1.2d, v0.2d")), "");
}

constexpr kernels::KernelDesc four_fmas{.family = "fma",
                                        .summary = "",
                                        .isa = Isa::avx2,
                                        .dtype = Dtype::f64,
                                        .op = Op::fma,
                                        .work = {.flops = 32},
                                        .instruction = "vfmadd231pd",
                                        .instructions_per_trip = 4};

/// Faults of a loop of four fused multiply-adds with `more` in it, as lines.
std::vector<std::string> faults_with(const std::string& more) {
    std::string text =
        "Disassembly of section .text:\n\n0000000000000000 <f>:\n   0:\tmov    0x10(%rdi),%rax\n";
    for (int i = 0; i < 4; ++i) text += fmt::format("  1{}:\tvfmadd231pd %ymm0,%ymm1,%ymm{}\n", i, i + 2);
    if (!more.empty()) text += fmt::format("  20:\t{}\n", more);
    text += "  30:\tsub    $0x1,%rax\n  34:\tjne    10 <f+0x10>\n  36:\tret\n";
    return faults_of(four_fmas, parse_functions(text).at(0), x86());
}

TEST(Checks, PassTheLoopThatTheDescriptorDescribes) {
    EXPECT_EQ(faults_with(""), std::vector<std::string>{});
}

TEST(Checks, ReportWhatDoesNotBelongThere) {
    const auto only = [](const char* more) {
        const std::vector<std::string> faults = faults_with(more);
        return faults.empty() ? std::string() : faults.front();
    };
    EXPECT_EQ(only("vfmadd231pd %ymm0,%ymm1,%ymm7"), "5 × vfmadd231pd instead of 4");
    EXPECT_EQ(only("vaddpd %ymm0,%ymm1,%ymm7"), "foreign arithmetic: vaddpd %ymm0,%ymm1,%ymm7");
    EXPECT_EQ(only("vmovaps %ymm7,(%rsp)"), "stack access: vmovaps %ymm7,(%rsp)");
    EXPECT_EQ(only("vmovaps (%rdi),%ymm7"), "memory operand in a compute loop: vmovaps (%rdi),%ymm7");
    EXPECT_EQ(only("vfmadd231pd %xmm0,%xmm1,%xmm7"),
              "register of 16 bytes instead of 32: vfmadd231pd %xmm0,%xmm1,%xmm7");
    EXPECT_EQ(only("jmp    30 <f+0x30>"), "jump inside the loop: jmp    30 <f+0x30>");
    EXPECT_EQ(only("jmp    100 <g>"), "leaves the function: jmp    100 <g>");
    EXPECT_EQ(only("call   0 <g>"), "leaves the function: call   0 <g>");
    EXPECT_EQ(only("fadd   %st(1),%st"), "foreign arithmetic: fadd   %st(1),%st");
}

TEST(Checks, TakeTheInnermostLoop) {
    const auto text = R"(Disassembly of section .text:

0000000000000000 <f>:
   0:	xor    %ecx,%ecx
   2:	vfmadd231pd %ymm0,%ymm1,%ymm2
   7:	vfmadd231pd %ymm0,%ymm1,%ymm2
   c:	vfmadd231pd %ymm0,%ymm1,%ymm3
  11:	vfmadd231pd %ymm0,%ymm1,%ymm4
  16:	vfmadd231pd %ymm0,%ymm1,%ymm5
  1b:	jne    7 <f+0x7>
  1d:	jne    2 <f+0x2>
  1f:	ret
)";
    EXPECT_EQ(faults_of(four_fmas, parse_functions(text).at(0), x86()), std::vector<std::string>{});
}

TEST(Checks, RefuseALoopThatIsMostlySomethingElse) {
    std::string text = "Disassembly of section .text:\n\n0000000000000000 <f>:\n";
    for (int i = 0; i < 4; ++i) text += fmt::format("  1{}:\tvfmadd231pd %ymm0,%ymm1,%ymm{}\n", i, i + 2);
    for (int i = 0; i < 9; ++i) text += fmt::format("  2{}:\tadd    $0x1,%rcx\n", i);
    text += "  30:\tjne    10 <f+0x10>\n";
    EXPECT_EQ(faults_of(four_fmas, parse_functions(text).at(0), x86()),
              std::vector<std::string>{"10 of 14 instructions do no work"});
}

}  // namespace
}  // namespace mansard::codegen
