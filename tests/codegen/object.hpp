// The object files that the kernels were compiled to, and where in them a kernel's code lies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "tests/codegen/disassembly.hpp"

namespace mansard::codegen {

struct Object {
    std::filesystem::path path;
    std::string row;     ///< of the ISA matrix: "avx2"
    std::string family;  ///< the source's name: "fma"
    /// The one global symbol that it may define: "mansard::kernels::avx2::fma_kernels".
    std::string table_name() const;
};

/// From a list that CMake writes: "row NAME", then one path a line. Throws Error where it cannot be read.
std::vector<Object> read_objects(const std::filesystem::path& list);

/// Standard output of objdump. Throws Error where it fails.
std::string objdump(const std::string& options, const std::filesystem::path& object);

/// Where the code of each of a table's kernels lies, as the relocations of the table in its object file say.
/// So no name has to be guessed, and a kernel that runs another's code is seen to. Throws Error where a
/// pointer is missing.
std::vector<Function> run_functions(const Object& object, const kernels::KernelTable& table);

}  // namespace mansard::codegen
