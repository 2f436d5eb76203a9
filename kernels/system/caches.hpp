// What the system claims of the caches, by every source that claims anything. Claims are hints: they
// contradict each other on many machines, and the working-set sweep decides.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/machine.hpp"

namespace mansard::kernels {

/// Adds a claim to `machine`, or to its refused claims where no cache of that level has such a size: not a
/// positive number of bytes, or beyond what has ever been built. `written` is how the source wrote it.
void claim_cache(Machine& machine, CacheClaim claim, std::string_view written);

/// Bytes of "32K", "8M" or "12345", as sysfs writes them; nothing for anything else.
std::optional<double> cache_bytes(std::string_view written);

/// The claims of `root`/sys/devices/system/cpu/cpuN/cache.
void claim_caches_by_sysfs(Machine& machine, int cpu, const std::filesystem::path& root);
/// CPUID's deterministic cache parameters (leaf 4; AMD: 0x8000001D), of the CPU that this thread runs on.
void claim_caches_by_cpuid(Machine& machine);
/// The C library's.
void claim_caches_by_getconf(Machine& machine);

}  // namespace mansard::kernels
