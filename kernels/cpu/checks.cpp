#include "kernels/cpu/checks.hpp"

#include <algorithm>
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

bool check_recurrence(const std::byte* result, std::size_t lanes, Op op, Dtype dtype, long steps) {
    const double expected = recurrence_value(op, dtype, steps);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double found = dtype == Dtype::f64 ? read<double>(result + 8 * lane)
                                                 : static_cast<double>(read<float>(result + 4 * lane));
        if (found != expected) return false;
    }
    return true;
}

}  // namespace mansard::kernels
