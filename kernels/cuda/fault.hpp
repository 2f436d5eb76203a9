// Faults of kernels that outlive their context. By NVIDIA's word a process in which a kernel met an illegal
// address or instruction is of no more use to CUDA, whatever it resets; so what is left is measured by
// another one.
#pragma once

#include <string>
#include <vector>

#include "kernels/measure/experiments.hpp"

namespace mansard::kernels::cuda {

struct Fault {
    std::string kernel;
    std::string error;  ///< "waiting for the kernel: CUDA_ERROR_ILLEGAL_ADDRESS"
};

/// Makes the experiments of kernels with `faults` absent, with that reason.
void leave_out(const std::vector<Fault>& faults, Experiments& experiments);

}  // namespace mansard::kernels::cuda
