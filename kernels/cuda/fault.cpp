#include "kernels/cuda/fault.hpp"

#include <algorithm>

namespace mansard::kernels::cuda {

void leave_out(const std::vector<Fault>& faults, Experiments& experiments) {
    std::erase_if(experiments.wanted, [&](const Experiment& experiment) {
        const std::string kernel = kernel_name(*experiment.kernel);
        const auto fault = std::find_if(faults.begin(), faults.end(),
                                        [&](const Fault& one) { return one.kernel == kernel; });
        if (fault == faults.end()) return false;
        experiments.absent.push_back({experiment.target, kernel, fault->error});
        return true;
    });
}

}  // namespace mansard::kernels::cuda
