// A kernel of one operation with one constant operand, a ← a ∘ c: what add.cpp, mul.cpp and div.cpp are made
// of. Included by sources that are compiled once per row of the ISA matrix; everything here has internal
// linkage.
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// `Operation` has `op` (its recurrence checks the result), `constant<T>` and step<T>(a, c).
template <typename Operation, typename T, int Chains>
double run_operation(const Frame& frame) {
    const Vector<T> constant = broadcast<T>(Operation::template constant<T>);
    return run_chains<T>(
        std::make_integer_sequence<int, Chains>{}, frame,
        broadcast<T>(Recurrence<T>::start), [constant](Vector<T> & a) __attribute__((always_inline)) {
            Operation::template step<T>(a, constant);
        });
}

template <typename Operation, typename T, int Chains>
bool check_operation(const Frame& frame) {
    return check_registers<T>(frame.result, Chains, Operation::op, frame.passes);
}

/// 1 FLOP per lane and instruction.
template <typename Operation, typename T, int Chains>
constexpr KernelDesc operation_kernel(KernelDesc common) {
    common.op = Operation::op;
    common.run = run_operation<Operation, T, Chains>;
    common.check = check_operation<Operation, T, Chains>;
    return chain_kernel<T, Chains>(common, 1);
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
