// The GPU's registry, apart from the CPU's: programs for foreign CPUs hold that one alone.
#include "kernels/tables.hpp"

namespace mansard::kernels {

std::vector<const KernelDesc*> all_cuda_kernels() {
    return kernels_of(cuda_kernel_tables());
}

}  // namespace mansard::kernels
