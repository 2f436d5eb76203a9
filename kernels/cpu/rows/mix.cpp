// Peak of multiplications and additions side by side: FMA + add where the row has FMA, mul + add elsewhere.
//
// Cores whose additions have units of their own (Zen: two FMA/MUL and two ADD pipes) reach more FLOP per
// cycle this way than with FMA alone: 24 instead of 16 in f64 on 256 bits. On cores with shared units it
// equals the best of its parts, less the FLOPs that plain adds waste.
//
// Work per trip: Slots × (first operation + 1 add). Pitfalls: two independent groups of chains must fit into
// the registers; additions have the shorter latency, so they get fewer accumulators, each used more often
// (with 8 + 6 chains and 24 slots every FMA chain is used 3 times a trip, every add chain 4 times). And the
// order matters: two of one kind, then two of the other reach 23.9 of 24 FLOP per cycle on Zen 3, strict
// alternation 21.5.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

#if ROW_HAS_FMA
inline constexpr Op first_op = Op::fma;
template <typename T>
inline constexpr T first_factor = Recurrence<T>::fma_factor;
inline constexpr int first_flops = 2;
#define ROW_FIRST_INSTRUCTION ROW_FMA_INSTRUCTION
template <typename T>
[[gnu::always_inline]] inline void first(Vector<T>& a, Vector<T> m, Vector<T> c) {
    fma<T>(a, m, c);
}
#else
inline constexpr Op first_op = Op::mul;
template <typename T>
inline constexpr T first_factor = Recurrence<T>::factor;
inline constexpr int first_flops = 1;
#define ROW_FIRST_INSTRUCTION ROW_MUL_INSTRUCTION
template <typename T>
[[gnu::always_inline]] inline void first(Vector<T>& a, Vector<T> m, Vector<T>) {
    mul<T>(a, m);
}
#endif

template <typename T, int Firsts, int Adds, int... I, int... F, int... A>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, I...>, std::integer_sequence<int, F...>,
                                        std::integer_sequence<int, A...>, const Frame& frame) {
    using R = Recurrence<T>;
    const Vector<T> m = broadcast<T>(first_factor<T>);
    const Vector<T> c = broadcast<T>(R::term);
    Vector<T> f[Firsts];
    Vector<T> a[Adds];
    ((f[F] = broadcast<T>(R::start)), ...);
    ((a[A] = broadcast<T>(R::start)), ...);
    for (long trip = frame.passes; trip > 0; --trip)
        ((first<T>(f[2 * I % Firsts], m, c), first<T>(f[(2 * I + 1) % Firsts], m, c),
          add<T>(a[2 * I % Adds], c), add<T>(a[(2 * I + 1) % Adds], c)),
         ...);
    (leave<T>(frame, F, f[F]), ...);
    (leave<T>(frame, Firsts + A, a[A]), ...);
}

template <typename T, int Firsts, int Adds, int Slots>
double run(const Frame& frame) {
    loop<T, Firsts, Adds>(std::make_integer_sequence<int, Slots / 2>{},
                          std::make_integer_sequence<int, Firsts>{}, std::make_integer_sequence<int, Adds>{},
                          frame);
    return static_cast<double>(frame.passes);
}

template <typename T, int Firsts, int Adds, int Slots>
bool check(const Frame& frame) {
    return check_registers<T>(frame.result, Firsts, first_op, frame.passes * (Slots / Firsts)) &&
           check_registers<T>(frame.result + Firsts * ROW_BYTES, Adds, Op::add,
                              frame.passes * (Slots / Adds));
}

template <typename T, int Firsts, int Adds, int Slots>
constexpr KernelDesc kernel = {
    .family = "mix",
    .summary = "multiplications and additions on units of their own",
    .measures = Kind::compute,
    .isa = Isa::MANSARD_ROW,
    .engine = ROW_ENGINE,
    .dtype = dtype_of<T>,
    .op = Op::mix,
    .work = {.flops = static_cast<double>((first_flops + 1) * Slots * ROW_LANES(T))},
    .instruction = is_double<T> ? ROW_FIRST_INSTRUCTION ROW_PD : ROW_FIRST_INSTRUCTION ROW_PS,
    .instructions_per_trip = Slots,
    .steps_per_trip = Slots / Adds > Slots / Firsts ? Slots / Adds : Slots / Firsts,
    .chains = Firsts + Adds,
    .run = run<T, Firsts, Adds, Slots>,
    .check = check<T, Firsts, Adds, Slots>};

constinit const KernelDesc kernels[] = {
    kernel<double, 6, 6, 12>, kernel<double, 8, 6, 24>, kernel<double, 8, 6, 48>,
    kernel<float, 6, 6, 12>,  kernel<float, 8, 6, 24>,  kernel<float, 8, 6, 48>,
};

}  // namespace
extern const KernelTable mix_kernels;
constinit const KernelTable mix_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
