// A fault of a GPU kernel can leave the process without the GPU. Then another process begins anew, without
// that kernel; which those are stands in its arguments.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "kernels/cuda/fault.hpp"

namespace mansard::cli {

/// A hidden option, from one process to the next: "kernel=error" into `faulty`.
void add_faulty_kernels(CLI::App& app, std::vector<std::string>& faulty);

std::vector<kernels::cuda::Fault> faults_of(const std::vector<std::string>& faulty);

/// Runs this program again in place of this process, with its arguments and without the kernel of `fault`
/// either. Returns where the system does not let it, and after so many faults that this is no way to measure
/// a GPU.
void begin_anew_without(const kernels::cuda::Fault& fault, const std::vector<std::string>& faulty);

}  // namespace mansard::cli
