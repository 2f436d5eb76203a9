#include "kernels/measure/clock.hpp"

#include <algorithm>

#include "kernels/measure/team.hpp"

namespace mansard::kernels {
namespace {

constexpr int additions_per_trip = 16;

/// One addition per cycle on every x86-64 and AArch64 core made so far. The addend sits in a register: cores
/// that fold chains of immediate additions at renaming (Golden Cove, Zen 5) cannot fold this.
void dependent_additions(long trips) {
    long value = 0;
    long addend = 1;
#if defined(__x86_64__)
    asm volatile(
        "1:\n"
        ".rept 16\n"
        "add %[addend],%[value]\n"
        ".endr\n"
        "dec %[trips]\n"
        "jnz 1b\n"
        : [trips] "+r"(trips), [value] "+r"(value)
        : [addend] "r"(addend)
        : "cc");
#elif defined(__aarch64__)
    asm volatile(
        "1:\n"
        ".rept 16\n"
        "add %[value],%[value],%[addend]\n"
        ".endr\n"
        "subs %[trips],%[trips],#1\n"
        "b.ne 1b\n"
        : [trips] "+r"(trips), [value] "+r"(value)
        : [addend] "r"(addend)
        : "cc");
#endif
}

}  // namespace

double measure_clock_hz() {
    constexpr long trips = 30000;  // 480,000 cycles
    constexpr int stretches = 5;
    double best = 0;
    for (int i = 0; i < stretches; ++i) {
        const double start = monotonic_seconds();
        dependent_additions(trips);
        best =
            std::max(best, static_cast<double>(trips * additions_per_trip) / (monotonic_seconds() - start));
    }
    return best;
}

}  // namespace mansard::kernels
