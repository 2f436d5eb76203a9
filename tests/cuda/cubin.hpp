// Machine code of a GPU kernel, read without a disassembler. An instruction is 16 bytes; since sm_70 its
// operation stands in bits 0 to 8, where it reads from in 9 to 11, the width of a memory access in 73 to 75.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mansard::cuda_code {

struct Instruction {
    std::uint64_t low = 0, high = 0;

    unsigned operation() const { return low & 0x1ff; }
    /// Bytes of a load or store.
    unsigned access_bytes() const;
};

struct Kernel {
    std::string name{};
    std::vector<Instruction> code{};
};

struct Loop {
    std::size_t first = 0, last = 0;  ///< instructions, the branch back is the last
};

/// The kernels of a cubin file, by name. Throws std::runtime_error for a file that is none.
std::map<std::string, Kernel> read_cubin(const std::string& path);

/// All loops.
std::vector<Loop> loops_of(const Kernel& kernel, int architecture);

/// The innermost loops: those that hold no other.
std::vector<Loop> innermost_loops(const Kernel& kernel, int architecture);

/// Operations by which the assembler may carry out the mnemonic: HFMA2 goes by two pipes, and so on.
const std::vector<unsigned>& operations_of(const std::string& mnemonic);

/// How often the mnemonic stands in the loop; "LDG.E.128" counts accesses of 16 bytes alone.
int count_of(const Kernel& kernel, const Loop& loop, const std::string& mnemonic);

/// Floating-point operations of other kinds than the mnemonic's in the loop.
int foreign_arithmetic(const Kernel& kernel, const Loop& loop, const std::string& mnemonic, int architecture);

/// Accesses to local memory anywhere: spills, arrays that do not fit into registers.
int local_accesses(const Kernel& kernel);

}  // namespace mansard::cuda_code
