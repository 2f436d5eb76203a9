#include "kernels/cuda/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "kernels/cuda/arithmetic_shape.hpp"

namespace mansard::kernels::cuda {
namespace {

/// A float type of 16 bits: `bits` of significand (the hidden one too) and the least normal exponent.
struct Half {
    int bits;
    int least_exponent;
    int bias;
};
constexpr Half f16{11, -14, 15}, bf16{8, -126, 127};

/// To the nearest number of the type, ties to even; the values here never overflow.
double rounded(const Half& half, double value) {
    if (value == 0) return 0;
    const int exponent = std::max(std::ilogb(value), half.least_exponent);
    const double quantum = std::ldexp(1.0, exponent - half.bits + 1);
    return std::nearbyint(value / quantum) * quantum;
}

double half_value(const Half& half, std::uint32_t bits) {
    const int fraction_bits = half.bits - 1;
    const int exponent = static_cast<int>((bits & 0x7fffU) >> fraction_bits);
    const double fraction = bits & ((1U << fraction_bits) - 1);
    const double magnitude = exponent == 0 ? std::ldexp(fraction, half.least_exponent - fraction_bits)
                                           : std::ldexp(fraction + std::ldexp(1.0, fraction_bits),
                                                        exponent - half.bias - fraction_bits);
    return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

std::uint32_t half_bits(const Half& half, double value) {
    const std::uint32_t sign = std::signbit(value) ? 0x8000U : 0;
    const double magnitude = std::abs(value);
    if (magnitude == 0) return sign;
    const int fraction_bits = half.bits - 1;
    const int exponent = std::max(std::ilogb(magnitude), half.least_exponent);
    const auto significand = static_cast<std::uint32_t>(std::ldexp(magnitude, fraction_bits - exponent));
    // A denormal number lacks the hidden bit, and then adds nothing to the exponent's field.
    return sign | ((static_cast<std::uint32_t>(exponent + half.bias - 1) << fraction_bits) + significand);
}

template <typename V>
struct Constants {
    V factor, term, minus_term, two, half;
};

template <typename V, typename Round>
V stepped(Op op, V x, bool odd, const Constants<V>& k, const Round& round) {
    switch (op) {
        case Op::fma:
            return round(std::fma(x, k.factor, k.term));
        case Op::add:
            return round(x + (odd ? k.minus_term : k.term));
        default:
            return round(x * (odd ? k.half : k.two));
    }
}

/// Follows one accumulator. Once two steps bring it back to where it was it goes on like that for ever.
template <typename V, typename Round>
V follow(Op op, V x, std::uint64_t steps, const Constants<V>& k, const Round& round) {
    for (std::uint64_t step = 0; step < steps; ++step) {
        const V once = stepped(op, x, step % 2 == 1, k, round);
        if (step % 2 == 0 && step + 2 <= steps && stepped(op, once, true, k, round) == x)
            return (steps - step) % 2 == 1 ? once : x;
        x = once;
    }
    return x;
}

template <typename V, typename Bits>
Constants<V> constants(Storage storage, bool zeros) {
    const StepBits bits = zeros ? StepBits{} : step_bits(storage);
    const auto value = [](std::uint64_t of) { return std::bit_cast<V>(static_cast<Bits>(of)); };
    return {value(bits.factor), value(bits.term), value(bits.minus_term), value(bits.two), value(bits.half)};
}

template <typename V, typename Bits>
std::uint64_t follow_bits(Op op, Storage storage, std::uint64_t start, std::uint64_t steps, bool zeros) {
    const V x = std::bit_cast<V>(static_cast<Bits>(start));
    return std::bit_cast<Bits>(
        follow(op, x, steps, constants<V, Bits>(storage, zeros), [](V value) { return value; }));
}

std::uint64_t follow_half(Op op, const Half& half, Storage storage, std::uint64_t start, std::uint64_t steps,
                          bool zeros) {
    const StepBits bits = zeros ? StepBits{} : step_bits(storage);
    const auto value = [&](std::uint64_t of) { return half_value(half, of & 0xffffU); };
    const Constants<double> k{value(bits.factor), value(bits.term), value(bits.minus_term), value(bits.two),
                              value(bits.half)};
    const double end = follow(op, value(start), steps, k, [&](double x) { return rounded(half, x); });
    const std::uint64_t one = half_bits(half, end);
    return one | one << 16;
}

void follow_integers(Op op, std::vector<std::uint64_t>& x, std::uint64_t steps, const StepBits& k) {
    std::vector<std::uint32_t> values(x.begin(), x.end());
    const auto factor = static_cast<std::uint32_t>(k.factor), term = static_cast<std::uint32_t>(k.term);
    for (std::uint64_t step = 0; step < steps; ++step)
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (op == Op::fma)
                values[i] = values[i] * factor + term;
            else if (op == Op::add)
                values[i] += values[(i + 1) % values.size()];
            else
                values[i] *= static_cast<std::uint32_t>(step % 2 == 1 ? k.half : k.two);
        }
    std::copy(values.begin(), values.end(), x.begin());
}

}  // namespace

std::vector<std::uint64_t> accumulators_after(Op op, Storage storage, unsigned thread, int chains,
                                              std::uint64_t steps, bool zeros) {
    std::vector<std::uint64_t> x;
    for (int i = 0; i < chains; ++i) x.push_back(zeros ? 0 : start_bits(storage, start_index(thread, i)));
    if (storage == Storage::i32) {
        follow_integers(op, x, steps, zeros ? StepBits{} : step_bits(storage));
        return x;
    }
    for (std::uint64_t& bits : x) switch (storage) {
            case Storage::f64:
                bits = follow_bits<double, std::uint64_t>(op, storage, bits, steps, zeros);
                break;
            case Storage::f32:
                bits = follow_bits<float, std::uint32_t>(op, storage, bits, steps, zeros);
                break;
            default:
                bits = follow_half(op, storage == Storage::f16x2 ? f16 : bf16, storage, bits, steps, zeros);
        }
    return x;
}

std::string check_steps(const Evidence& evidence, Op op, Storage storage, int chains, int steps_per_trip) {
    const std::size_t size = storage == Storage::f64 ? 8 : 4;
    const std::uint64_t steps = evidence.passes * static_cast<std::uint64_t>(steps_per_trip);
    const std::size_t all = static_cast<std::size_t>(evidence.blocks) * evidence.threads;
    for (const std::size_t thread : {std::size_t{0}, all - 1}) {
        const auto expected = accumulators_after(
            op, storage, static_cast<unsigned>(thread % evidence.threads), chains, steps, evidence.zeros);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            std::uint64_t found = 0;
            std::memcpy(&found, evidence.result + (thread * expected.size() + i) * size, size);
            if (found != expected[i])
                return fmt::format("thread {}, accumulator {}: {:#x} instead of {:#x} after {} steps", thread,
                                   i, found, expected[i], steps);
        }
    }
    return {};
}

std::uint32_t sum_of_numbers(std::uint64_t count) {
    // Σ (factor × i + term) = factor × count (count − 1) ÷ 2 + term × count, modulo 2³².
    const std::uint64_t a = count % 2 == 0 ? count / 2 : count,
                        b = count % 2 == 0 ? count - 1 : (count - 1) / 2;
    const auto pairs = static_cast<std::uint32_t>(a) * static_cast<std::uint32_t>(b);
    const std::uint32_t term = number_at(0), factor = number_at(1) - term;
    return factor * pairs + term * static_cast<std::uint32_t>(count);
}

std::uint32_t sum_of_floats(std::uint64_t count) {
    constexpr std::uint64_t period = std::uint64_t{1} << 23;
    // A whole period holds every fraction once.
    constexpr std::uint64_t fractions = period * (period - 1) / 2;
    std::uint64_t sum = count * 0x3f800000U + count / period * fractions;
    for (std::uint64_t i = count / period * period; i < count; ++i)
        sum += number_at(static_cast<std::uint32_t>(i)) & 0x7fffffU;
    return static_cast<std::uint32_t>(sum);
}

std::uint32_t sum_of_results(const Evidence& evidence) {
    std::uint32_t sum = 0;
    const std::size_t all = static_cast<std::size_t>(evidence.blocks) * evidence.threads;
    for (std::size_t thread = 0; thread < all; ++thread) {
        std::uint32_t one = 0;
        std::memcpy(&one, evidence.result + thread * sizeof one, sizeof one);
        sum += one;
    }
    return sum;
}

std::string compare_sums(std::uint32_t found, std::uint32_t expected) {
    return found == expected
               ? std::string()
               : fmt::format("the sum of what was read is {:#x} instead of {:#x}", found, expected);
}

std::string check_windows(const Evidence& evidence, int array,
                          std::uint32_t (*expected)(std::uint32_t index)) {
    constexpr std::uint64_t window = 4096;
    const std::uint64_t count = std::min(window, evidence.words);
    for (const std::uint64_t first :
         {std::uint64_t{0}, (evidence.words - count) / 2, evidence.words - count}) {
        const std::vector<std::uint32_t> found = evidence.read(evidence.device, array, first, count);
        if (found.size() != 4 * count) return "what was written could not be read back";
        for (std::uint64_t i = 0; i < found.size(); ++i) {
            const auto index = static_cast<std::uint32_t>(4 * first + i);
            if (found[i] != expected(index))
                return fmt::format("array {}, number {}: {:#x} instead of {:#x}", array, 4 * first + i,
                                   found[i], expected(index));
        }
    }
    return {};
}

std::uint64_t line_after(std::uint64_t start, std::uint64_t steps, std::uint64_t lines) {
    // The map to the power of `steps`, by squaring: x ↦ factor × x + term.
    std::uint64_t factor = 1, term = 0, square_factor = link_factor, square_term = link_term;
    for (; steps > 0; steps /= 2) {
        if (steps % 2 == 1) {
            factor *= square_factor;
            term = term * square_factor + square_term;
        }
        square_term = square_term * square_factor + square_term;
        square_factor *= square_factor;
    }
    return (factor * start + term) & (lines - 1);
}

}  // namespace mansard::kernels::cuda
