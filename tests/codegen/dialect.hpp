// What the checks must know of an instruction set. Everything that is particular to one stands in its own
// file (x86.cpp, aarch64.cpp); the checks and the parser are the same for all.
#pragma once

#include <string>

#include "core/names.hpp"
#include "tests/codegen/disassembly.hpp"

namespace mansard::codegen {

/// What one instruction does, as far as the checks ask.
struct Effect {
    enum class Flow { next, jump, away };  ///< away: a call, or a jump to where no operand says
    Flow flow = Flow::next;
    int flops = 0;  ///< floating-point operations, all lanes together; a fused multiply-add is 2
    bool x87 = false;
    int loads = 0, stores = 0;  ///< bytes of memory
    bool stack = false;         ///< the memory is the stack's, by the stack pointer
    bool frame = false;    ///< the memory's address starts from the register that may be the frame pointer
    int vector_bytes = 0;  ///< the widest vector register that it names
};

class Dialect {
  public:
    virtual ~Dialect() = default;
    virtual Effect effect_of(const Instruction& instruction) const = 0;
    /// Whether the function reaches its stack through a frame pointer, which is a register like any other
    /// where it does not.
    virtual bool has_frame_pointer(const Function& function) const = 0;
    /// Whether it makes a loaded value checkable, beside the load, where arithmetic has no memory operands.
    virtual bool checks_load(const Instruction& instruction) const = 0;
    /// Bytes of the vector registers that kernels of this row use; the scalar row's hold one number.
    virtual int register_bytes(Isa row) const = 0;
    /// Why code compiled for `row` must not hold this instruction; empty: it may.
    virtual std::string foreign_to(Isa row, const Instruction& instruction) const = 0;
};

const Dialect& x86();
const Dialect& aarch64();
/// Of the machine that the tests are built for.
const Dialect& native();

}  // namespace mansard::codegen
