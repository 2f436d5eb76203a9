// The checks that tell a kernel that did its work from one that did not.
#include "kernels/cpu/checks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <set>

#include "kernels/cpu/recurrence.hpp"

namespace mansard::kernels {
namespace {

/// A frame on memory of its own.
class Memory {
  public:
    explicit Memory(std::size_t bytes) : words_(bytes / 8), result_(512) {
        frame = {.memory = reinterpret_cast<std::byte*>(words_.data()),
                 .bytes = bytes,
                 .passes = 1,
                 .result = reinterpret_cast<std::byte*>(result_.data())};
    }
    double& number(std::size_t index) { return reinterpret_cast<double*>(frame.memory)[index]; }
    std::uint64_t& word(std::size_t index) { return words_[index]; }
    std::uint64_t& result() { return result_[0]; }
    std::size_t size() const { return words_.size(); }

    Frame frame;

  private:
    std::vector<std::uint64_t> words_, result_;
};

/// The recurrence as it is written in recurrence.hpp, step by step.
template <typename T>
double plain(Op op, long steps) {
    using R = Recurrence<T>;
    T value = R::start;
    for (long i = 0; i < steps; ++i) {
        if (op == Op::fma) value = std::fma(R::fma_factor, R::term, value);
        if (op == Op::mul) value = value * R::factor;
        if (op == Op::add) value = value + R::term;
    }
    return value;
}

TEST(Recurrence, FollowsAPlainLoop) {
    for (const Op op : {Op::fma, Op::add, Op::mul})
        for (const long steps : {0L, 1L, 2L, 1000L, 123457L}) {
            EXPECT_EQ(recurrence_value(op, Dtype::f64, steps), plain<double>(op, steps))
                << name_of(op) << steps;
            EXPECT_EQ(recurrence_value(op, Dtype::f32, steps), plain<float>(op, steps))
                << name_of(op) << steps;
        }
    EXPECT_DOUBLE_EQ(recurrence_value(Op::add, Dtype::f64, 1L << 20), 2.0);
}

/// Every step changes the value up to max_steps, and it stays a normal number below 16.
template <typename T>
void expect_every_step_to_show(Op op) {
    using R = Recurrence<T>;
    T value = R::start;
    long idle = 0;
    for (long i = 0; i < max_steps; ++i) {
        const T before = value;
        if (op == Op::fma) value = std::fma(R::fma_factor, R::term, value);
        if (op == Op::mul) value *= R::factor;
        if (op == Op::add) value += R::term;
        if (!(value > before)) ++idle;
    }
    EXPECT_EQ(idle, 0) << name_of(op);
    EXPECT_LT(value, T(16)) << name_of(op);
}

TEST(Recurrence, EveryStepShows) {
    for (const Op op : {Op::fma, Op::add, Op::mul}) {
        expect_every_step_to_show<double>(op);
        expect_every_step_to_show<float>(op);
    }
}

TEST(Checks, OneBitOfOneLaneFails) {
    Memory memory(64);
    auto* const doubles = reinterpret_cast<double*>(memory.frame.result);
    for (int i = 0; i < 4; ++i) doubles[i] = plain<double>(Op::fma, 1000);
    EXPECT_TRUE(check_recurrence(memory.frame.result, 4, Op::fma, Dtype::f64, 1000));
    EXPECT_FALSE(check_recurrence(memory.frame.result, 4, Op::fma, Dtype::f64, 1001));
    EXPECT_FALSE(check_recurrence(memory.frame.result, 5, Op::fma, Dtype::f64, 1000));
    memory.frame.result[24] ^= std::byte{1};
    EXPECT_FALSE(check_recurrence(memory.frame.result, 4, Op::fma, Dtype::f64, 1000));
    EXPECT_TRUE(check_recurrence(memory.frame.result, 3, Op::fma, Dtype::f64, 1000));
    auto* const floats = reinterpret_cast<float*>(memory.frame.result);
    for (int i = 0; i < 8; ++i) floats[i] = static_cast<float>(plain<float>(Op::mul, 99));
    EXPECT_TRUE(check_recurrence(memory.frame.result, 8, Op::mul, Dtype::f32, 99));
    memory.frame.result[28] ^= std::byte{1};
    EXPECT_FALSE(check_recurrence(memory.frame.result, 8, Op::mul, Dtype::f32, 99));
}

TEST(Checks, FilledArraysAreReproducibleAndDifferFromLineToLine) {
    Memory one(1 << 20), other(1 << 20);
    fill_arrays(one.frame);
    fill_arrays(other.frame);
    EXPECT_EQ(std::memcmp(one.frame.memory, other.frame.memory, one.frame.bytes), 0);
    std::set<std::uint64_t> lines;
    for (std::size_t i = 0; i < one.size(); ++i) {
        ASSERT_GE(one.number(i), 1.0);
        ASSERT_LT(one.number(i), 2.0);
        if (i % 8 == 0) lines.insert(one.word(i));
    }
    EXPECT_EQ(lines.size(), one.size() / 8);
    clear_arrays(one.frame);
    EXPECT_EQ(xor_of(one.frame), 0u);
    EXPECT_EQ(one.word(one.size() - 1), 0u);
}

TEST(Checks, LoadsLeaveTheXorOfTheSet) {
    Memory memory(4096);
    fill_arrays(memory.frame);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < memory.size(); ++i) expected ^= memory.word(i);
    EXPECT_EQ(xor_of(memory.frame), expected);
    EXPECT_NE(expected, 0u);
    memory.result() = expected;
    EXPECT_TRUE(check_loaded(memory.frame));
    memory.word(17) ^= 1;
    EXPECT_FALSE(check_loaded(memory.frame));
    memory.word(17) ^= 1;
    memory.result() ^= 1;
    EXPECT_FALSE(check_loaded(memory.frame));
}

TEST(Checks, StoresLeaveOneWordEverywhere) {
    Memory memory(4096);
    for (std::size_t i = 0; i < memory.size(); ++i) memory.word(i) = stored_word;
    EXPECT_TRUE(check_stored(memory.frame));
    memory.word(memory.size() - 1) ^= 1;
    EXPECT_FALSE(check_stored(memory.frame));
}

TEST(Checks, CopiesAreEqual) {
    Memory memory(8192);
    fill_arrays(memory.frame);
    EXPECT_FALSE(check_copied(memory.frame)) << "nothing was copied yet";
    std::memcpy(memory.frame.memory, memory.frame.memory + 4096, 4096);
    EXPECT_TRUE(check_copied(memory.frame));
    memory.word(511) ^= 1;
    EXPECT_FALSE(check_copied(memory.frame));
}

/// The line that a line of a chase points to.
const std::byte* next_line(const std::byte* line) {
    const std::byte* next = nullptr;
    std::memcpy(&next, static_cast<const void*>(line), sizeof next);
    return next;
}

TEST(Checks, TriadsAreExactWithAndWithoutFma) {
    Memory memory(24576);  // three arrays of 1024 numbers
    fill_arrays(memory.frame);
    EXPECT_FALSE(check_triad(memory.frame));
    for (std::size_t i = 0; i < 1024; ++i) {
        const double b = memory.number(1024 + i), c = memory.number(2048 + i);
        const volatile double product = triad_scalar * c;  // rounded by itself
        memory.number(i) = b + product;
        ASSERT_EQ(memory.number(i), std::fma(triad_scalar, c, b)) << i;
    }
    EXPECT_TRUE(check_triad(memory.frame));
    memory.word(1023) ^= 1;
    EXPECT_FALSE(check_triad(memory.frame));
}

TEST(Checks, TheChaseIsOneCycleThroughAllLines) {
    for (const std::size_t lines : {2u, 3u, 64u, 1000u, 4096u}) {
        Memory memory(lines * 64);
        link_lines(memory.frame);
        std::set<const std::byte*> seen;
        const std::byte* at = memory.frame.memory;
        do {
            ASSERT_EQ((at - memory.frame.memory) % 64, 0);
            ASSERT_TRUE(seen.insert(at).second) << "a shorter cycle of " << lines;
            at = next_line(at);
        } while (at != memory.frame.memory && seen.size() <= lines);
        EXPECT_EQ(seen.size(), lines);
    }
}

/// Follows the cycle and leaves the trace of a chase of `steps` steps from `start`.
void leave_trace(const Frame& frame, const std::byte* start, int steps) {
    const std::byte* at = start;
    for (int step = 0; step < steps; ++step) at = next_line(at);
    const ChaseTrace trace{.start = start, .end = at};
    std::memcpy(frame.result, &trace, sizeof trace);
}

TEST(Checks, TheChaseEndsWhereItsStepsLead) {
    Memory memory(6400);  // 100 lines
    link_lines(memory.frame);
    EXPECT_TRUE(check_chase(memory.frame, 0)) << "it begins at the first line";
    EXPECT_FALSE(check_chase(memory.frame, 1)) << "and has not moved";
    for (const std::size_t line : {0u, 1u, 99u}) {
        leave_trace(memory.frame, memory.frame.memory + line * 64, 42);
        EXPECT_TRUE(check_chase(memory.frame, 42));
        EXPECT_TRUE(check_chase(memory.frame, 142)) << "once around";
        EXPECT_FALSE(check_chase(memory.frame, 43));
        memory.frame.result[offsetof(ChaseTrace, end)] ^= std::byte{64};
        EXPECT_FALSE(check_chase(memory.frame, 42));
    }
}

}  // namespace
}  // namespace mansard::kernels
