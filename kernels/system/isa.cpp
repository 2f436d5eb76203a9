#include "kernels/system/isa.hpp"

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace mansard::kernels {

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
#elif defined(__aarch64__)
        case Isa::neon:
            return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0;
        case Isa::sve:
            return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
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
