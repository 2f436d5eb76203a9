#include "kernels/system/isa.hpp"

#if defined(__aarch64__)
#include <sys/auxv.h>
#elif defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mansard::kernels {
#if defined(__x86_64__)
namespace {

enum class Register { eax, ecx, edx };

/// A bit of CPUID leaf 7.
bool has_feature(unsigned subleaf, Register which, int bit) {
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || subleaf > a) return false;
    __cpuid_count(7, subleaf, a, b, c, d);
    const unsigned value = which == Register::eax ? a : which == Register::ecx ? c : d;
    return (value >> bit & 1U) != 0;
}

/// Linux keeps the tile registers from a process until it asks for them (Documentation/arch/x86/xstate.rst);
/// a kernel that does not know them refuses.
bool may_use_tiles() {
    constexpr long request_permission = 0x1023, tile_data = 18;
    return ::syscall(SYS_arch_prctl, request_permission, tile_data) == 0;
}

}  // namespace
#endif

bool can_execute(Isa isa) {
    switch (isa) {
        case Isa::scalar:
            return true;
#if defined(__x86_64__)
        // The builtin asks CPUID and XGETBV: a CPU with AVX under a system that does not save ymm counts as
        // without.
        case Isa::sse2:
            return __builtin_cpu_supports("sse2");
        case Isa::avx:
            return __builtin_cpu_supports("avx");
        case Isa::avx2:
            return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
        case Isa::avx512:
            return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                   __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
        // Bits of Intel's manual, volume 2, CPUID. Their registers are those of AVX2 and AVX-512.
        case Isa::avx_vnni:
            return can_execute(Isa::avx2) && has_feature(1, Register::eax, 4);
        case Isa::avx512_vnni:
            return can_execute(Isa::avx512) && has_feature(0, Register::ecx, 11);
        case Isa::avx512_bf16:
            return can_execute(Isa::avx512) && has_feature(1, Register::eax, 5);
        case Isa::avx512_fp16:
            return can_execute(Isa::avx512) && has_feature(0, Register::edx, 23);
        case Isa::amx:
            return has_feature(0, Register::edx, 24) && has_feature(0, Register::edx, 25) &&
                   has_feature(0, Register::edx, 22) && may_use_tiles();
#elif defined(__aarch64__)
        case Isa::neon:
            return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0;
        case Isa::sve:
            return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
        case Isa::neon_dot:
            return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
        case Isa::neon_fp16:
            return (getauxval(AT_HWCAP) & HWCAP_ASIMDHP) != 0;
#endif
        default:
            return false;
    }
}

std::vector<Isa> executable_isas() {
    std::vector<Isa> isas;
    for (const auto& [isa, name] : Names<Isa>::table)
        if (can_execute(isa)) isas.push_back(isa);
    return isas;
}

}  // namespace mansard::kernels
