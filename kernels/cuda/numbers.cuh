// Operands of the CUDA-core kernels: the same functions make them on the device and follow them on the host.
#pragma once

#include "kernels/cuda/frame.cuh"

namespace mansard::kernels::cuda {

/// How a number type lies in a register: its bits as they are, two halves of 16 bits side by side.
enum class Storage : unsigned char { f64, f32, f16x2, bf16x2, i32 };

/// Bits of the fraction that start values fill.
MANSARD_BOTH constexpr int fraction_bits(Storage storage) {
    return storage == Storage::f64 ? 52 : storage == Storage::f32 ? 23 : storage == Storage::f16x2 ? 10 : 7;
}

/// A number in [1, 2) with a full fraction, as bits of its type; halves twice over. Integers: odd.
MANSARD_BOTH constexpr std::uint64_t start_bits(Storage storage, std::uint32_t index) {
    const std::uint64_t hash = (index + 1) * 0x9e3779b97f4a7c15ULL;
    const std::uint64_t fraction = hash >> (64 - fraction_bits(storage));
    switch (storage) {
        case Storage::f64:
            return 0x3ff0000000000000ULL | fraction;
        case Storage::f32:
            return 0x3f800000U | fraction;
        case Storage::f16x2:
            return 0x00010001U * (0x3c00U | fraction);
        case Storage::bf16x2:
            return 0x00010001U * (0x3f80U | fraction);
        case Storage::i32:
            break;
    }
    return (hash >> 32) | 1;
}

/// Constants of the steps. x ← term + factor × x with a factor just above −1 swings about term ÷ 2 and never
/// leaves (0, 4): each product has a full fraction, nothing overflows, becomes denormal or NaN, and in f64
/// and f32 no two numbers of steps give the same value. Additions of term and −term (all but a little)
/// alternate, and so do multiplications by two and one half.
struct StepBits {
    std::uint64_t factor, term, minus_term, two, half;
};
MANSARD_BOTH constexpr StepBits step_bits(Storage storage) {
    switch (storage) {
        case Storage::f64:  // factor −(1 − 2⁻³⁴); term 2.718281828; minus_term −(term − 2⁻²⁴)
            return {0xbfeffffffff80000ULL, 0x4005bf0a8b145769ULL, 0xc005bf0a83145769ULL,
                    0x4000000000000000ULL, 0x3fe0000000000000ULL};
        case Storage::f32:  // factor −(1 − 2⁻²²)
            return {0xbf7ffffcU, 0x402df854U, 0xc02df850U, 0x40000000U, 0x3f000000U};
        case Storage::f16x2:  // factor −(1 − 2⁻¹¹)
            return {0xbbffbbffU, 0x41704170U, 0xc16fc16fU, 0x40004000U, 0x38003800U};
        case Storage::bf16x2:  // factor −(1 − 2⁻⁸)
            return {0xbf7fbf7fU, 0x402e402eU, 0xc02dc02dU, 0x40004000U, 0x3f003f00U};
        case Storage::i32:
            break;
    }
    return {0x9e3779b1U, 0x7f4a7c15U, 0, 0x9e3779b1U, 0x9e3779b1U};
}

}  // namespace mansard::kernels::cuda
