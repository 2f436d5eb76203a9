#include "kernels/cpu/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "kernels/cpu/recurrence.hpp"

namespace mansard::kernels {
namespace {

constexpr std::size_t line_bytes = 64;

template <typename T>
T read(const std::byte* from) {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

/// Numbers in [1, 2) with mantissas of 40 bits, so that b + 3c is exact in f64 whatever the order of
/// rounding: a scrambled page of 20-bit fractions, told apart from the other pages by the bits below. Filling
/// must keep up with the DRAM, so it is one addition per number.
constexpr std::size_t page_numbers = 4096;
std::vector<double> filler_page() {
    std::vector<double> page(page_numbers);
    for (std::size_t i = 0; i < page_numbers; ++i)
        page[i] = 1.0 + static_cast<double>((i * 2654435761U) & 0xfffffU) * 0x1p-20;
    return page;
}

double filler(const std::vector<double>& page, std::size_t index) {
    return page[index % page_numbers] + static_cast<double>(index / page_numbers & 0xfffffU) * 0x1p-40;
}

}  // namespace

void fill_arrays(const Frame& frame) {
    const std::vector<double> page = filler_page();
    const std::size_t count = frame.bytes / 8;
    auto* const numbers = reinterpret_cast<double*>(frame.memory);
    for (std::size_t start = 0, index = 0; start < count; start += page_numbers, ++index) {
        const double mark = static_cast<double>(index & 0xfffffU) * 0x1p-40;
        const std::size_t length = std::min(page_numbers, count - start);
        for (std::size_t i = 0; i < length; ++i) numbers[start + i] = page[i] + mark;
    }
}

void start_updates(const Frame& frame) {
    fill_arrays(frame);
    std::memset(frame.result, 0, 8);
}

void clear_arrays(const Frame& frame) {
    std::memset(frame.memory, 0, frame.bytes);
}

std::uint64_t xor_of(const Frame& frame) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < frame.bytes; at += 8) sum ^= read<std::uint64_t>(frame.memory + at);
    return sum;
}

bool check_loaded(const Frame& frame) {
    return read<std::uint64_t>(frame.result) == xor_of(frame);
}

bool check_stored(const Frame& frame) {
    for (std::size_t at = 0; at < frame.bytes; at += 8)
        if (read<std::uint64_t>(frame.memory + at) != stored_word) return false;
    return true;
}

bool check_copied(const Frame& frame) {
    return std::memcmp(frame.memory, frame.memory + frame.bytes / 2, frame.bytes / 2) == 0;
}

bool check_updated(const Frame& frame) {
    const auto passes = read<std::uint64_t>(frame.result);
    if (passes == 0) return false;
    const double added = static_cast<double>(passes) * update_term;
    const std::vector<double> page = filler_page();
    for (std::size_t at = 0; at < frame.bytes; at += 8)
        if (read<double>(frame.memory + at) != filler(page, at / 8) + added) return false;
    return true;
}

void fill_whole_numbers(const Frame& frame) {
    auto* const numbers = reinterpret_cast<double*>(frame.memory);
    for (std::size_t i = 0; i < frame.bytes / 8; ++i)
        numbers[i] = static_cast<double>(1 + (i * 2654435761U >> 13) % 8);
}

bool check_sums(const Frame& frame, int register_bytes, int streams, int loads_per_fma) {
    const auto lanes = static_cast<std::size_t>(register_bytes / 8);
    const std::size_t part = frame.bytes / static_cast<std::size_t>(streams) / 8;
    std::vector<double> sums(lanes);
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < frame.bytes / 8; ++i) {
        if (static_cast<int>(i / part) % loads_per_fma == 0)
            sums[i % lanes] += read<double>(frame.memory + 8 * i);
        else
            rest ^= read<std::uint64_t>(frame.memory + 8 * i);
    }
    std::uint64_t found = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (read<double>(frame.result + 8 * lane) != sums[lane] * static_cast<double>(frame.passes))
            return false;
        found ^= read<std::uint64_t>(frame.result + register_bytes + 8 * lane);
    }
    // Walked an even number of times, what is XORed cancels itself.
    return found == (frame.passes % 2 == 0 ? 0 : rest);
}

bool check_triad(const Frame& frame) {
    const std::size_t length = frame.bytes / 3;
    for (std::size_t at = 0; at < length; at += 8) {
        const double b = read<double>(frame.memory + length + at);
        const double c = read<double>(frame.memory + 2 * length + at);
        if (read<double>(frame.memory + at) != b + triad_scalar * c) return false;
    }
    return true;
}

void link_lines(const Frame& frame) {
    const std::size_t lines = frame.bytes / line_bytes;
    std::vector<std::uint32_t> next(lines);
    std::iota(next.begin(), next.end(), 0U);
    std::mt19937_64 random(42);  // a fixed seed: the same chase on every run
    // Sattolo: swapping only with smaller indices yields one cycle through all lines, where a plain shuffle
    // (Fisher-Yates) yields several short ones that would fit into a smaller cache.
    for (std::size_t i = lines; i-- > 1;) std::swap(next[i], next[random() % i]);
    for (std::size_t i = 0; i < lines; ++i) {
        std::byte* const to = frame.memory + next[i] * line_bytes;
        std::memcpy(frame.memory + i * line_bytes, &to, sizeof to);
    }
    const ChaseTrace trace{.start = frame.memory, .end = frame.memory};
    std::memcpy(frame.result, &trace, sizeof trace);
}

bool check_chase(const Frame& frame, long steps) {
    const auto lines = static_cast<long>(frame.bytes / line_bytes);
    const auto trace = read<ChaseTrace>(frame.result);
    const std::byte* at = trace.start;
    for (long step = steps % lines; step > 0; --step) at = read<const std::byte*>(at);
    return trace.end == at;
}

bool check_wrapping_sum(const std::byte* result, std::size_t count, std::uint32_t start, std::uint32_t term,
                        long steps) {
    const std::uint32_t expected = start + static_cast<std::uint32_t>(steps) * term;
    for (std::size_t i = 0; i < count; ++i)
        if (read<std::uint32_t>(result + 4 * i) != expected) return false;
    return true;
}

bool check_float_sum(const std::byte* result, std::size_t count, float term, long steps) {
    const float expected = term * static_cast<float>(steps);
    for (std::size_t i = 0; i < count; ++i)
        if (read<float>(result + 4 * i) != expected) return false;
    return true;
}

bool check_half_slopes(const std::byte* result, std::size_t count, long steps) {
    const long place = steps % (2 * half_slope);
    const long height = place < half_slope ? place : 2 * half_slope - place;
    // From 1 to 2 the bits of a half are those of 1 plus the number of last places.
    const auto expected = static_cast<std::uint16_t>(0x3c00 + height);
    for (std::size_t i = 0; i < count; ++i)
        if (read<std::uint16_t>(result + 2 * i) != expected) return false;
    return true;
}

bool check_roots(const std::byte* result, std::size_t lanes, Dtype dtype, long steps) {
    const double argument = recurrence_value(Op::add, dtype, steps);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const bool right = dtype == Dtype::f64
                               ? read<double>(result + 8 * lane) == std::sqrt(argument)
                               : read<float>(result + 4 * lane) == std::sqrt(static_cast<float>(argument));
        if (!right) return false;
    }
    return true;
}

bool check_recurrence(const std::byte* result, std::size_t lanes, Op op, Dtype dtype, long steps) {
    const double expected = recurrence_value(op, dtype, steps);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double found = dtype == Dtype::f64 ? read<double>(result + 8 * lane)
                             : dtype == Dtype::i32
                                 ? static_cast<double>(read<std::uint32_t>(result + 4 * lane))
                                 : static_cast<double>(read<float>(result + 4 * lane));
        if (found != expected) return false;
    }
    return true;
}

}  // namespace mansard::kernels
