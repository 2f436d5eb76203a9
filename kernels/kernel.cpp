#include "kernels/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/tables.hpp"

namespace mansard::kernels {

std::vector<const KernelDesc*> all_kernels() {
    return kernels_of(kernel_tables());
}

std::string variant_name(const KernelDesc& kernel) {
    if (kernel.device == DeviceKind::cuda)
        return std::string(
            kernel.gpu.symbol.substr(std::min(kernel.family.size() + 1, kernel.gpu.symbol.size())));
    if (kernel.measures == Kind::compute)
        // Kernels of one family may have the same chains and another unrolling, or another ratio of two
        // kinds.
        return fmt::format("c{}x{}{}", kernel.chains, kernel.instructions_per_trip,
                           kernel.other_instructions_per_trip > 0
                               ? fmt::format("_{}", kernel.other_instructions_per_trip)
                               : "");
    if (kernel.intensity) return fmt::format("i{:g}", *kernel.intensity);
    const std::string ahead = kernel.prefetch_lines > 0 ? fmt::format("p{}", kernel.prefetch_lines) : "";
    const std::string unroll = kernel.unroll > 0 ? fmt::format("u{}", kernel.unroll) : "";
    return fmt::format("s{}{}{}", kernel.streams, unroll, ahead);
}

std::string kernel_name(const KernelDesc& kernel) {
    if (kernel.device == DeviceKind::cuda) return std::string(kernel.gpu.symbol);
    std::string name(kernel.family);
    if (kernel.dtype) name += fmt::format("_{}", name_of(*kernel.dtype));
    return name + fmt::format("_{}_{}", name_of(kernel.isa), variant_name(kernel));
}

}  // namespace mansard::kernels
