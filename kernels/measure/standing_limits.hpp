// Limits that hold from the first block to the last, so that no block differs by them: only the system tells.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "core/sample.hpp"

namespace mansard::kernels {

/// This process's memory policy as the kernel writes it ("bind:0", "interleave:0-1"; numa(7)); empty for the
/// usual one, local first touch, and where the system does not say. `root` is "/" but in tests.
std::string read_memory_policy(const std::filesystem::path& root = "/");

/// Highest clocks of the measured CPUs in Hz by cpufreq.
struct ClockLimit {
    double allowed_hz = 0, highest_hz = 0;
};

/// Of the CPU that may do the smallest part of its highest clock; nothing where the system does not say.
std::optional<ClockLimit> read_clock_limit(std::span<const int> cpus,
                                           const std::filesystem::path& root = "/");

/// Notes "memory_policy" (on a machine with several NUMA nodes; ceilings flag roofs by it) and
/// "clock_limited".
void note_standing_limits(Samples& samples, const std::filesystem::path& root = "/");

}  // namespace mansard::kernels
