// Peak square root: r ← √a on independent arguments.
//
// Work: 1 FLOP per lane and root. A root's value forgets how often it was taken, so the argument grows by an
// addition each time; those run beside the roots, cost nothing (a core does ten or more while it takes a
// root) and are not counted as work.
#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T, int... I>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, I...>, const Frame& frame) {
    const Vector<T> term = broadcast<T>(Recurrence<T>::term);
    Vector<T> argument[sizeof...(I)];
    Vector<T> root[sizeof...(I)];
    ((argument[I] = root[I] = broadcast<T>(Recurrence<T>::start)), ...);
    for (long trip = frame.passes; trip > 0; --trip)
        ((add<T>(argument[I], term), sqrt<T>(root[I], argument[I])), ...);
    (leave<T>(frame, I, root[I]), ...);
}

template <typename T, int Chains>
double run(const Frame& frame) {
    loop<T>(std::make_integer_sequence<int, Chains>{}, frame);
    return static_cast<double>(frame.passes);
}

template <typename T, int Chains>
bool check(const Frame& frame) {
    for (int chain = 0; chain < Chains; ++chain)
        if (!check_roots(frame.result + chain * ROW_BYTES, ROW_LANES(T), dtype_of<T>, frame.passes))
            return false;
    return true;
}

template <typename T, int Chains>
constexpr KernelDesc describe() {
    KernelDesc kernel = chain_kernel<T, Chains>({.family = "sqrt",
                                                 .summary = "square roots of independent arguments",
                                                 .op = Op::sqrt,
                                                 .instruction = ROW_INSTRUCTION(T, ROW_SQRT_INSTRUCTION),
                                                 .other_instructions_per_trip = Chains,
                                                 .run = run<T, Chains>,
                                                 .check = check<T, Chains>},
                                                1);
    return kernel;
}

constinit const KernelDesc kernels[] = {describe<double, 6>(), describe<float, 6>()};

}  // namespace
extern const KernelTable sqrt_kernels;
constinit const KernelTable sqrt_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
