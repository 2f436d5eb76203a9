// An experiment: one kernel at one geometry, evidence for one target.
#pragma once

#include <string>

#include "core/target.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels {

struct Experiment {
    const KernelDesc* kernel = nullptr;
    Target target{};
    std::size_t set_bytes = 0;  ///< asked for, all threads together; 0 for compute
    bool small_pages = false;   ///< the set lies in the system's ordinary pages though huge ones can be had

    /// Of the kernel and the pages that its set lies in: "load_avx2_s4", "load_avx2_s4_small_pages".
    std::string kernel_name() const;
    std::string variant() const;
    /// "cpu.core.bandwidth.L2.load/load_avx2_s4/128KiB": unique within a plan, usable as a benchmark's name.
    std::string name() const;
};

/// What one thread gets of the set: whole trips, an odd number of them, so that parallel streams and arrays
/// do not start at addresses that are equal modulo the page size (they would fight for the same cache sets).
/// 0 if the set is too small for the kernel.
std::size_t bytes_per_thread(const Experiment& experiment);

}  // namespace mansard::kernels
