// Registries are tables of descriptors, one for each file of kernels.
#pragma once

#include <span>
#include <vector>

#include "kernels/kernel.hpp"

namespace mansard::kernels {

/// The descriptors of all `tables`, in their order.
inline std::vector<const KernelDesc*> kernels_of(std::span<const KernelTable* const> tables) {
    std::vector<const KernelDesc*> kernels;
    for (const KernelTable* table : tables)
        for (std::size_t i = 0; i < table->size; ++i) kernels.push_back(&table->data[i]);
    return kernels;
}

}  // namespace mansard::kernels
