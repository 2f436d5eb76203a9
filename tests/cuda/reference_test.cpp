// The values that kernels are checked against, derived a second time, and checks that fail where they must.
#include "kernels/cuda/reference.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/cuda/arithmetic_shape.hpp"
#include "kernels/cuda/matrix_reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {
namespace {

TEST(CudaReference, FollowsFloatsStepByStep) {
    const auto k = step_bits(Storage::f32);
    const auto value = [](std::uint64_t bits) {
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    };
    float x = value(start_bits(Storage::f32, start_index(7, 1)));
    for (int i = 0; i < 1000; ++i) x = std::fmaf(x, value(k.factor), value(k.term));
    EXPECT_EQ(accumulators_after(Op::fma, Storage::f32, 7, 2, 1000, false)[1],
              std::bit_cast<std::uint32_t>(x));
}

TEST(CudaReference, NumbersOfStepsGiveDifferentValues) {
    for (const Storage storage : {Storage::f64, Storage::f32, Storage::i32})
        for (const Op op : {Op::fma, Op::add}) {
            const int chains = 4;
            EXPECT_NE(accumulators_after(op, storage, 0, chains, 4096, false),
                      accumulators_after(op, storage, 0, chains, 4098, false));
        }
}

TEST(CudaReference, ValuesStayBoundedAndOutOfTheDenormals) {
    for (const Op op : {Op::fma, Op::add, Op::mul}) {
        const double f64 =
            std::bit_cast<double>(accumulators_after(op, Storage::f64, 3, 1, 100'000, false)[0]);
        EXPECT_GT(std::abs(f64), 1e-3);
        EXPECT_LT(std::abs(f64), 16);
        for (const Storage storage : {Storage::f16x2, Storage::bf16x2}) {
            const std::uint64_t bits = accumulators_after(op, storage, 3, 1, 100'000, false)[0];
            EXPECT_EQ(bits & 0xffff, bits >> 16);
            const unsigned exponent = storage == Storage::f16x2 ? (bits >> 10 & 0x1f) : (bits >> 7 & 0xff);
            EXPECT_GT(exponent, 0U);
            EXPECT_LT(exponent, storage == Storage::f16x2 ? 0x1fU : 0xffU);
        }
    }
}

TEST(CudaReference, ZerosStayZero) {
    EXPECT_EQ(accumulators_after(Op::fma, Storage::f16x2, 0, 2, 99, true),
              (std::vector<std::uint64_t>{0, 0}));
    EXPECT_EQ(accumulators_after(Op::add, Storage::i32, 0, 2, 99, true), (std::vector<std::uint64_t>{0, 0}));
}

TEST(CudaReference, SumsAreThoseOfALoop) {
    for (const std::uint64_t count : {0U, 1U, 2U, 999U, 65536U}) {
        std::uint32_t numbers = 0, floats = 0;
        for (std::uint32_t i = 0; i < count; ++i) numbers += number_at(i), floats += float_bits_at(i);
        EXPECT_EQ(sum_of_numbers(count), numbers);
        EXPECT_EQ(sum_of_floats(count), floats);
    }
    std::uint32_t floats = 0;
    for (std::uint32_t i = 0; i < (1U << 23) + 5; ++i) floats += float_bits_at(i);
    EXPECT_EQ(sum_of_floats((1U << 23) + 5), floats);
}

TEST(CudaReference, AWrongAccumulatorIsFound) {
    std::vector<std::uint32_t> result;
    for (unsigned thread = 0; thread < 256; ++thread)
        for (const std::uint64_t bits : accumulators_after(Op::fma, Storage::f32, thread, 2, 2 * 128, false))
            result.push_back(static_cast<std::uint32_t>(bits));
    Evidence evidence{.passes = 2, .blocks = 1, .threads = 256};
    evidence.result = reinterpret_cast<const std::byte*>(result.data());
    EXPECT_EQ(check_steps(evidence, Op::fma, Storage::f32, 2, 128), "");
    result[1] ^= 1;
    EXPECT_NE(check_steps(evidence, Op::fma, Storage::f32, 2, 128), "");
    result[1] ^= 1;
    evidence.passes = 3;  // a launch that did less than it says
    EXPECT_NE(check_steps(evidence, Op::fma, Storage::f32, 2, 128), "");
}

/// The value that the bits of a small float stand for.
double decoded(Element element, std::uint64_t bits) {
    const auto split = [&](int fraction, int exponent, int bias) {
        const std::uint64_t e = bits >> fraction & ((1U << exponent) - 1);
        const double f = static_cast<double>(bits & ((std::uint64_t{1} << fraction) - 1));
        const double sign = (bits >> (fraction + exponent) & 1) != 0 ? -1 : 1;
        return e == 0 ? 0.0 : sign * std::ldexp(1 + std::ldexp(f, -fraction), static_cast<int>(e) - bias);
    };
    switch (element) {
        case Element::f64:
            return std::bit_cast<double>(bits);
        case Element::tf32:
            return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        case Element::f16:
            return split(10, 5, 15);
        case Element::bf16:
            return split(7, 8, 127);
        case Element::e4m3:
            return split(3, 4, 7);
        default:
            return static_cast<std::int8_t>(bits);
    }
}

TEST(CudaReference, OperandsHaveTheBitsOfTheirWholeNumbers) {
    for (const Element element :
         {Element::f64, Element::tf32, Element::f16, Element::bf16, Element::e4m3, Element::i8}) {
        int different = 0;
        for (unsigned row = 0; row < 16; ++row)
            for (unsigned column = 0; column < 32; ++column) {
                const std::int32_t whole = whole_at(element, 3, row, column);
                EXPECT_EQ(decoded(element, bits_of_whole(element, whole)),
                          std::ldexp(static_cast<double>(whole), exponent_of(element)));
                different += whole != whole_at(element, 3, 0, 0);
            }
        EXPECT_GT(different, 400);
    }
}

TEST(CudaReference, SumsOfProductsAreExactInTheAccumulator) {
    // In f32 a whole number below 2²⁴ is exact, in f64 one below 2⁵³.
    const auto most = [](Element element, int k, int repeats) {
        std::int64_t sum = 0;
        for (int i = 0; i < k; ++i) {
            std::int64_t largest = 0;
            for (unsigned row = 0; row < 64; ++row)
                largest = std::max<std::int64_t>(
                    largest, std::abs(whole_at(element, 0, row, static_cast<unsigned>(i))));
            sum += largest * 256;
        }
        return sum * repeats;
    };
    EXPECT_LT(most(Element::f16, 16, 8), std::int64_t{1} << 24);
    EXPECT_LT(most(Element::tf32, 8, 8), std::int64_t{1} << 24);
    EXPECT_LT(most(Element::bf16, 16, 8), std::int64_t{1} << 24);
}

/// FP8 units keep 14 bits of a sum: whole numbers below 2¹⁴ are exact, in whatever order a unit adds the 32
/// products of an instruction.
TEST(CudaReference, SumsOfFp8ProductsStayWithinTheBitsThatItsUnitsKeep) {
    constexpr int k = 32, stages = 4;
    constexpr std::int64_t exact = std::int64_t{1} << 14;
    const auto product = [](unsigned which, unsigned row, unsigned column) {
        return product_at(Element::e4m3, k, which, row, column);
    };
    std::int64_t warp = 0, group = 0;
    for (unsigned chain = 0; chain < 4; ++chain)
        for (unsigned row = 0; row < 16; ++row)
            for (unsigned column = 0; column < 8; ++column)
                warp = std::max(warp, std::abs(product(2 * chain, row, column)) * mma_repeats(Element::e4m3));
    for (unsigned row = 0; row < 128; ++row)
        for (unsigned column = 0; column < 256; ++column) {
            std::int64_t sum = 0;
            for (unsigned stage = 0; stage < stages; ++stage) {
                sum += product(2 * stage, row, column);
                group = std::max(group, std::abs(sum));
            }
        }
    // Within an instruction a part of its products may stand beyond the whole: 32 of at most 15 × 15, half of
    // each sign or nearly so.
    EXPECT_LT(warp + k / 2 * 225, exact);
    EXPECT_LT(group + k / 2 * 225, exact);
    EXPECT_GT(group, exact / 16);  // and they fill most of them
}

TEST(CudaReference, MatrixResultsKnowTheirNumberOfTrips) {
    EXPECT_EQ(expected_float(Element::f16, 5, 8, 3), 40 * 0x1p-16);
    EXPECT_EQ(expected_float(Element::f16, 5, 8, 4), 0);
    EXPECT_EQ(expected_integer(1 << 20, 8, 1024), 0);  // wraps
    EXPECT_EQ(expected_integer(-3, 8, 5), -120);
}

}  // namespace
}  // namespace mansard::kernels::cuda
