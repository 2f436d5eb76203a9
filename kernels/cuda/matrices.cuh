// Operands of the matrix kernels: the same functions make them on the device and check them on the host.
//
// Every element is a whole number of few bits times a power of two, in no order: so each product and each sum
// of them is exact in whatever order the unit adds, and the result of a launch is known to the last bit. A is
// taken with a plus sign in one trip and with a minus in the next; after an odd number of trips D = A × B.
#pragma once

#include "kernels/cuda/instructions/mma.cuh"

namespace mansard::kernels::cuda {

/// Issues on each accumulator in a trip of the mma.sync loop. FP8 units keep 13 bits behind the first of a
/// sum (SageAttention2, arXiv 2411.10958, of Ada and Hopper): more issues would outgrow them.
MANSARD_BOTH constexpr int mma_repeats(Element element) {
    return element == Element::e4m3 ? 4 : 8;
}

/// The whole number that element (row, column) of operand `which` (0: A, 1: B) stands for. Its bits fill the
/// type's fraction as far as sums stay exact: f64 20, f16 and tf32 8, bf16 7, FP8 4, i8 all 8.
MANSARD_BOTH constexpr std::int32_t whole_at(Element element, unsigned which, unsigned row, unsigned column) {
    std::uint32_t hash = (row * 0x9e3779b1U) ^ (column * 0x85ebca6bU) ^ (which * 0xc2b2ae35U + 0x27d4eb2fU);
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6dU;
    hash ^= hash >> 12;
    const int bits = element == Element::f64    ? 20
                     : element == Element::bf16 ? 7
                     : element == Element::e4m3 ? 3
                                                : 8;
    const auto magnitude = static_cast<std::int32_t>(hash & ((1U << bits) - 1));
    if (element == Element::i8) return magnitude - 128 == -128 ? 127 : magnitude - 128;
    // FP8 keeps four significant bits: 8 to 15.
    const std::int32_t value = element == Element::e4m3 ? magnitude + 8 : magnitude;
    return (hash & 0x80000000U) != 0 ? -value : value;
}

/// The power of two that a whole number is multiplied by.
MANSARD_BOTH constexpr int exponent_of(Element element) {
    switch (element) {
        case Element::f64:
            return -20;
        case Element::bf16:
            return -7;
        case Element::e4m3:
            return -3;
        case Element::i8:
            return 0;
        default:
            return -8;
    }
}

/// The bits of `whole` × 2^exponent_of in the type; floats have their own sign.
MANSARD_BOTH constexpr std::uint64_t bits_of_whole(Element element, std::int32_t whole) {
    if (element == Element::i8) return static_cast<std::uint8_t>(whole);
    const std::uint32_t magnitude = static_cast<std::uint32_t>(whole < 0 ? -whole : whole);
    if (magnitude == 0) return 0;
    int top = 0;
    while (magnitude >> (top + 1) != 0) ++top;
    const int exponent = top + exponent_of(element);
    const std::uint64_t fraction = magnitude - (1U << top);
    const std::uint64_t sign = whole < 0 ? 1 : 0;
    const auto packed = [&](int fraction_bits, int exponent_bits, int bias) {
        return sign << (fraction_bits + exponent_bits) |
               static_cast<std::uint64_t>(exponent + bias) << fraction_bits |
               fraction << (fraction_bits - top);
    };
    switch (element) {
        case Element::f64:
            return packed(52, 11, 1023);
        case Element::tf32:
            return packed(23, 8, 127);
        case Element::f16:
            return packed(10, 5, 15);
        case Element::bf16:
            return packed(7, 8, 127);
        default:
            return packed(3, 4, 7);
    }
}

/// Row and column of an element of a fragment: register `index` of a lane, `part` within it. PTX ISA, "Matrix
/// fragments for mma": groups of four lanes hold rows; registers alternate between rows g and g + 8, then go
/// on along k.
struct Cell {
    unsigned row, column;
};
MANSARD_BOTH constexpr Cell a_cell(Element element, int registers, unsigned lane, int index, int part) {
    const unsigned group = lane / 4, in_group = lane % 4;
    const unsigned per_register = element == Element::f64 ? 1 : 32 / bits_of(element);
    if (registers == 1) return {group, in_group};
    const unsigned row = group + (index % 2 == 1 ? 8 : 0);
    return {row, (index / 2) * 4 * per_register + in_group * per_register + static_cast<unsigned>(part)};
}
MANSARD_BOTH constexpr Cell b_cell(Element element, unsigned lane, int index, int part) {
    const unsigned group = lane / 4, in_group = lane % 4;
    const unsigned per_register = element == Element::f64 ? 1 : 32 / bits_of(element);
    return {static_cast<unsigned>(index) * 4 * per_register + in_group * per_register +
                static_cast<unsigned>(part),
            group};
}
MANSARD_BOTH constexpr Cell d_cell(unsigned lane, int index) {
    return {lane / 4 + (index >= 2 ? 8 : 0), lane % 4 * 2 + static_cast<unsigned>(index % 2)};
}

}  // namespace mansard::kernels::cuda
