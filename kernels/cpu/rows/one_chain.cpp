// The ceiling without instruction-level parallelism: one accumulator, every step waits for the one before.
// What a reduction reaches whose sum was not split. FMA where the row has it, else an addition.
//
// Work: 2 FLOP (FMA) or 1 per lane and step; steps per second are the clock divided by the latency.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

#if ROW_HAS_FMA
inline constexpr Op chain_op = Op::fma;
inline constexpr int chain_flops = 2;
#define ROW_CHAIN_INSTRUCTION ROW_FMA_INSTRUCTION
#else
inline constexpr Op chain_op = Op::add;
inline constexpr int chain_flops = 1;
#define ROW_CHAIN_INSTRUCTION ROW_ADD_INSTRUCTION
#endif

/// Steps per trip: enough for the loop's own instructions to hide behind the latency.
inline constexpr int unrolled = 8;

template <typename T, int... I>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, I...>, const Frame& frame) {
    using R = Recurrence<T>;
    Vector<T> a = broadcast<T>(R::start);
    [[maybe_unused]] const Vector<T> m = broadcast<T>(R::fma_factor);
    const Vector<T> c = broadcast<T>(R::term);
    const auto step = [=](Vector<T> & value, int) __attribute__((always_inline)) {
#if ROW_HAS_FMA
        fma<T>(value, m, c);
#else
        add<T>(value, c);
#endif
    };
    for (long trip = frame.passes; trip > 0; --trip) (step(a, I), ...);
    leave<T>(frame, 0, a);
}

template <typename T>
double run(const Frame& frame) {
    loop<T>(std::make_integer_sequence<int, unrolled>{}, frame);
    return static_cast<double>(frame.passes);
}

template <typename T>
bool check(const Frame& frame) {
    return check_registers<T>(frame.result, 1, chain_op, frame.passes * unrolled);
}

template <typename T>
constexpr KernelDesc kernel = {
    .family = "one_chain",
    .summary = "one accumulator, each step after the one before",
    .measures = Kind::compute,
    .isa = Isa::MANSARD_ROW,
    .engine = ROW_ENGINE,
    .dtype = dtype_of<T>,
    .op = Op::one_chain,
    .work = {.flops = static_cast<double>(chain_flops * unrolled * ROW_LANES(T))},
    .instruction = is_double<T> ? ROW_CHAIN_INSTRUCTION ROW_PD : ROW_CHAIN_INSTRUCTION ROW_PS,
    .instructions_per_trip = unrolled,
    .steps_per_trip = unrolled,
    .chains = 1,
    .run = run<T>,
    .check = check<T>};

constinit const KernelDesc kernels[] = {kernel<double>, kernel<float>};

}  // namespace
extern const KernelTable one_chain_kernels;
constinit const KernelTable one_chain_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
