// From a kernel, a set and a GPU to a launch: grid, length of the arrays, elements. Pure.
#pragma once

#include <string>

#include "core/gpu.hpp"
#include "kernels/cuda/session.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

/// Why this GPU cannot run the kernel; empty: it can.
std::string why_not_here(const GpuLaunch& launch, int architecture);

/// Blocks that the kernel is launched with: all SMs filled evenly; one block where one thread does the work.
/// A set that is a power of two takes a grid that is one too, several times as large so that the last blocks
/// do not leave SMs idle for long.
Geometry geometry_of(const KernelDesc& kernel, int sms);

/// The same with no more blocks than an SM holds at a time (`resident`; 0: not known): blocks that wait for
/// others to end would leave SMs idle at the end.
Geometry fitted(const KernelDesc& kernel, const Geometry& geometry, int sms, unsigned resident);

/// 16-byte words of each array of a set of `bytes` in all: a multiple of what a trip of the grid covers, and
/// what `power_of_two` asks for. 0 if the set is too small.
std::uint64_t words_of(const KernelDesc& kernel, const Geometry& geometry, std::size_t bytes);

/// Elements of one launch.
double elements_of(const KernelDesc& kernel, const Geometry& geometry, std::uint64_t words,
                   std::uint64_t passes);

}  // namespace mansard::kernels::cuda
