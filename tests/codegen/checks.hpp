// What a kernel's machine code must be: its descriptor, instruction by instruction.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "tests/codegen/dialect.hpp"

namespace mansard::codegen {

/// Every way in which the machine code of `run` is not what `kernel` says; empty: none. One line each.
std::vector<std::string> faults_of(const kernels::KernelDesc& kernel, const Function& run,
                                   const Dialect& dialect = native());

/// Every way in which an object file could change the rest of the program, or run before it is asked to.
std::vector<std::string> intrusions_of(const std::vector<Section>& sections,
                                       const std::vector<Symbol>& symbols, const std::string& only_global);

}  // namespace mansard::codegen
