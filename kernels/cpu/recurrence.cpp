#include "kernels/cpu/recurrence.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>

namespace mansard::kernels {
namespace {

template <typename T>
double follow(Op op, long steps) {
    using R = Recurrence<T>;
    T value = R::start;
    switch (op) {
        case Op::fma:
            for (long i = 0; i < steps; ++i) value = std::fma(R::fma_factor, R::term, value);
            break;
        case Op::mul:
            for (long i = 0; i < steps; ++i) value *= R::factor;
            break;
        case Op::div:
            for (long i = 0; i < steps; ++i) value /= R::factor;
            break;
        default:
            for (long i = 0; i < steps; ++i) value += R::term;
    }
    return value;
}

/// In 32 bits without sign, where overflow is defined and wraps.
double follow_integers(Op op, long steps) {
    using R = Recurrence<std::int32_t>;
    std::uint32_t value = R::start;
    for (long i = 0; i < steps; ++i) value = op == Op::mul ? value * R::factor : value + R::term;
    return value;
}

}  // namespace

double recurrence_value(Op op, Dtype dtype, long steps) {
    // A step of FMA adds a whole multiple of the last bit, so in f64 their sum is exact: no need to follow
    // them, which matters where loads are many.
    if (op == Op::fma && dtype == Dtype::f64)
        return Recurrence<double>::start +
               Recurrence<double>::fma_factor * Recurrence<double>::term * static_cast<double>(steps);
    // Following a million steps takes milliseconds, and every block of a variant asks for the same value.
    static std::mutex mutex;
    static std::map<std::tuple<Op, Dtype, long>, double> known;
    const std::lock_guard lock(mutex);
    const auto [entry, fresh] = known.try_emplace({op, dtype, steps}, 0.0);
    if (fresh)
        entry->second = dtype == Dtype::i32   ? follow_integers(op, steps)
                        : dtype == Dtype::f64 ? follow<double>(op, steps)
                                              : follow<float>(op, steps);
    return entry->second;
}

}  // namespace mansard::kernels
