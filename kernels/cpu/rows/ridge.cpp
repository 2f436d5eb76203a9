// The roofline around its ridge as it is reached: loads and FMA interleaved at a fixed intensity, in f64.
//
// Work: 8 bytes read per element, and intensity × 8 FLOP. A load feeds an FMA as its memory operand where the
// intensity allows, plain loads and FMA without memory fill up the rest. Below 1/4 FLOP/B only some of the
// loads feed an FMA; above, every load does and the other FMA run on chains of their own. Checked by value:
// the set holds small whole numbers, so sums are exact in any order; loads without FMA are XORed as in
// load.cpp. Pitfall: many FMA per load make a long loop; beyond 64 FLOP/B it would leave the instruction
// cache.
#include "kernels/cpu/compute.hpp"
#include "kernels/cpu/memory.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_FMA && !ROW_SCALAR
namespace {

inline constexpr int streams = 4;
inline constexpr int sums = streams;  ///< of plain loads

/// `Fmas` FMA for every `Loads` loads: one of the two is 1.
template <int Fmas, int Loads>
struct Ratio {
    static constexpr int extra = Fmas / Loads > 1 ? Fmas / Loads - 1 : 0;  ///< FMA beside each load
    /// Long enough to hide the loop, short enough for the instruction cache.
    static constexpr int per_stream = extra > 16 ? 64 / word_bytes : 8;
    static constexpr int loads = streams * per_stream;
    /// Accumulators of FMA that load, and of those that do not: enough to hide a latency of four cycles on
    /// two units, and three registers fewer than there are, or GCC spills some.
    static constexpr int feeding = extra == 0 ? 8 : extra == 1 ? 4 : extra < 8 ? 2 : 1;
    static constexpr int chains = extra < 2 ? 4 : 8;
    static constexpr double flops_per_element = 2.0 * Fmas / Loads;
    /// Beside each load whole groups of one FMA per chain, and single ones: of the first chains where there
    /// are groups (GCC spills if they take turns), else in turn.
    static constexpr int groups = extra / 8, singles = extra % 8;
    /// Steps of a chain per trip.
    static constexpr int steps(int chain) {
        return groups > 0 ? loads * (groups + (chain < singles ? 1 : 0)) : loads * extra / chains;
    }
};

template <typename R>
struct State {
    Vector<double> fed[R::feeding];
    Vector<double> chain[R::chains];
    Word sum[sums];
    Vector<double> one, multiplicand, term;
};

template <typename R, int Fmas, int Loads, int Index, int... E, int... G>
[[gnu::always_inline]] inline void step(std::integer_sequence<int, E...>, std::integer_sequence<int, G...>,
                                        State<R>& state, const std::byte* from) {
    if constexpr (Index % Loads == 0)
        fma_load(state.fed[Index / Loads % R::feeding], from, state.one);
    else
        load_xor(state.sum[Index % sums], from);
    (fma<double>(state.chain[R::groups > 0 ? E : (Index * R::singles + E) % R::chains], state.multiplicand,
                 state.term),
     ...);
    if constexpr (R::groups > 0)
        ((static_cast<void>(G), fma_eight(state.chain, state.multiplicand, state.term)), ...);
}

template <typename R, int Fmas, int Loads, int... L, int... S, int... F, int... C>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, L...>, std::integer_sequence<int, S...>,
                                        std::integer_sequence<int, F...>, std::integer_sequence<int, C...>,
                                        const Frame& frame) {
    constexpr auto singles = std::make_integer_sequence<int, R::singles>{};
    constexpr auto groups = std::make_integer_sequence<int, R::groups>{};
    State<R> state;
    state.one = broadcast<double>(1);
    state.multiplicand = broadcast<double>(Recurrence<double>::fma_factor);
    state.term = broadcast<double>(Recurrence<double>::term);
    ((state.fed[F] = broadcast<double>(0)), ...);
    ((state.chain[C] = broadcast<double>(Recurrence<double>::start)), ...);
    ((state.sum[S] = broadcast_word(0)), ...);
    const std::size_t stride = frame.bytes / streams;
    for (long pass = 0; pass < frame.passes; ++pass)
        for (std::size_t offset = 0; offset < stride; offset += R::per_stream * word_bytes) {
            std::byte* const at[] = {opaque(frame.memory + static_cast<std::size_t>(S) * stride + offset)...};
            (step<R, Fmas, Loads, L>(singles, groups, state, at[L % streams] + L / streams * word_bytes),
             ...);
        }
    leave<double>(frame, 0, (state.fed[F] + ...));
    *reinterpret_cast<Word*>(frame.result + ROW_BYTES) = (state.sum[S] ^ ...);
    if constexpr (R::extra > 0) (leave<double>(frame, 2 + C, state.chain[C]), ...);
}

template <int Fmas, int Loads>
double run(const Frame& frame) {
    using R = Ratio<Fmas, Loads>;
    loop<R, Fmas, Loads>(
        std::make_integer_sequence<int, R::loads>{}, std::make_integer_sequence<int, streams>{},
        std::make_integer_sequence<int, R::feeding>{}, std::make_integer_sequence<int, R::chains>{}, frame);
    return elements(frame, 1);
}

template <int Fmas, int Loads>
bool check(const Frame& frame) {
    using R = Ratio<Fmas, Loads>;
    const long trips = static_cast<long>(frame.bytes / (R::loads * word_bytes)) * frame.passes;
    bool right = check_sums(frame, ROW_BYTES, streams, Loads);
    for (int chain = 0; R::extra > 0 && chain < R::chains; ++chain)
        right = right && check_registers<double>(frame.result + (2 + chain) * ROW_BYTES, 1, Op::fma,
                                                 trips * R::steps(chain));
    return right;
}

template <int Fmas, int Loads>
constexpr KernelDesc kernel = {
    .family = "ridge",
    .summary = "loads and FMA interleaved",
    .measures = Kind::ridge,
    .isa = Isa::MANSARD_ROW,
    .engine = ROW_ENGINE,
    .dtype = Dtype::f64,
    .op = Op::fma,
    .intensity = Ratio<Fmas, Loads>::flops_per_element / 8,
    .work = {.flops = Ratio<Fmas, Loads>::flops_per_element, .read_bytes = 8},
    .instruction = ROW_FMA_INSTRUCTION ROW_PD,
    .instructions_per_trip = Ratio<Fmas, Loads>::loads / Loads* Fmas,
    .chains = Ratio<Fmas, Loads>::feeding + (Ratio<Fmas, Loads>::extra > 0 ? Ratio<Fmas, Loads>::chains : 0),
    .streams = streams,
    .arrays = 1,
    .granule = static_cast<std::size_t>(Ratio<Fmas, Loads>::loads) * word_bytes,
    .run = run<Fmas, Loads>,
    .prepare = fill_whole_numbers,
    .check = check<Fmas, Loads>};

// 1/16 to 64 FLOP/B.
constinit const KernelDesc kernels[] = {kernel<1, 4>,  kernel<1, 2>,   kernel<1, 1>,  kernel<2, 1>,
                                        kernel<4, 1>,  kernel<8, 1>,   kernel<16, 1>, kernel<32, 1>,
                                        kernel<64, 1>, kernel<128, 1>, kernel<256, 1>};

}  // namespace
extern const KernelTable ridge_kernels;
constinit const KernelTable ridge_kernels{kernels, std::size(kernels)};
#else
extern const KernelTable ridge_kernels;
constinit const KernelTable ridge_kernels{};
#endif
}  // namespace mansard::kernels::MANSARD_ROW
