// Kernels that are wrong on purpose, each in one way that a compiler or an author can bring about. They are
// compiled like any other, with a row's flags, and never run: the checks of the machine code must report
// every one.
#include "kernels/cpu/compute.hpp"
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// `Chains` accumulators, each fused multiply-add of its own, and `more` beside them.
template <int Chains, typename More>
[[gnu::always_inline]] inline double run_fma(const Frame& frame, More more) {
    const Vector<double> m = broadcast<double>(Recurrence<double>::factor);
    const Vector<double> c = broadcast<double>(Recurrence<double>::term);
    return run_chains<double>(
        std::make_integer_sequence<int, Chains>{}, frame, broadcast<double>(Recurrence<double>::start),
        [ m, c, more ](Vector<double> & a) __attribute__((always_inline)) {
            fma<double>(a, m, c);
            more(a, m);
        });
}

[[gnu::noinline]] double somewhere_else(double value) {
    asm volatile("" : "+m"(value));
    return value;
}

double missing(const Frame& frame) {
    return run_fma<11>(frame, [](Vector<double>&, Vector<double>) {});
}

/// More accumulators than the row has registers.
double spills(const Frame& frame) {
    return run_fma<ROW_REGISTERS + 4>(frame, [](Vector<double>&, Vector<double>) {});
}

double foreign(const Frame& frame) {
    return run_fma<6>(frame, [](Vector<double>& a, Vector<double> m) { mul<double>(a, m); });
}

double calls(const Frame& frame) {
    double sum = 0;
    for (long trip = frame.passes; trip > 0; --trip) sum = somewhere_else(sum);
    return sum + missing(frame);
}

/// What a compiler makes of plain C++ that it does not vectorise.
double plain(const Frame& frame) {
    double* const values = reinterpret_cast<double*>(frame.result);
    for (long trip = frame.passes; trip > 0; --trip)
        for (int i = 0; i < 12 * ROW_LANES(double); ++i)
            values[i] = values[i] * Recurrence<double>::factor + Recurrence<double>::term;
    return static_cast<double>(frame.passes);
}

/// No instruction is left at all: the accumulators are known beforehand.
double removed(const Frame& frame) {
    double sum = 0;
    for (long trip = frame.passes; trip > 0; --trip) sum += 1;
    return sum;
}

/// Reads the set twice and counts it once.
double loads_twice(const Frame& frame) {
    Word sum{};
    std::byte* const arrays[] = {frame.memory};
    walk<4>(
        arrays, frame.bytes, frame.passes,
        [&](std::byte* const* at, std::size_t displacement, int) __attribute__((always_inline)) {
            load_xor(sum, at[0] + displacement);
            load_xor(sum, at[0] + displacement);
        });
    *reinterpret_cast<Word*>(frame.result) = sum;
    return elements(frame, 1);
}

template <int Chains>
constexpr KernelDesc fma_kernel(std::string_view family, double (*run)(const Frame&)) {
    return chain_kernel<double, Chains>({.family = family,
                                         .summary = "wrong on purpose",
                                         .op = Op::fma,
                                         .instruction = ROW_FMA_INSTRUCTION ROW_PD,
                                         .run = run},
                                        2);
}

constinit const KernelDesc kernels[] = {
    fma_kernel<12>("missing", missing),
    fma_kernel<ROW_REGISTERS + 4>("spills", spills),
    fma_kernel<6>("foreign", foreign),
    fma_kernel<11>("calls", calls),
    fma_kernel<12>("plain", plain),
    fma_kernel<12>("removed", removed),
    stream_kernel<4>({.family = "loads_twice",
                      .summary = "wrong on purpose",
                      .pattern = Pattern::load,
                      .work = {.read_bytes = 8},
                      .instruction = ROW_LOAD_INSTRUCTION,
                      .run = loads_twice},
                     1),
};

}  // namespace
extern const KernelTable wrong_kernels;
constinit const KernelTable wrong_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
