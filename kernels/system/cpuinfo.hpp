#pragma once

#include <filesystem>
#include <string>

#include "core/machine.hpp"

namespace mansard::kernels {

/// Fills what `root`/proc/cpuinfo says of the first processor into `machine`: vendor, model, numbers,
/// microcode, virtualized. x86 names them; AArch64 gives an implementer and a part, of which the common ones
/// have a name here. What the file lacks stays as it was.
void read_cpuinfo(Machine& machine, const std::filesystem::path& root = "/");

/// The rows of the ISA matrix whose instructions `root`/proc/cpuinfo lists: for a recorded machine, whose
/// instructions nobody can try.
std::vector<Isa> listed_isas(const std::filesystem::path& root);

}  // namespace mansard::kernels
