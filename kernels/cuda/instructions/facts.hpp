// What is known of a GPU instruction, as data. Each instruction is a struct with these facts and one device
// function that issues it; whoever needs a number of it asks here.
#pragma once

#include <string_view>

#include "core/names.hpp"

namespace mansard::kernels::cuda {

struct InstructionFacts {
    std::string_view ptx;                    ///< "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
    std::string_view sass;                   ///< how a disassembler's mnemonic begins: "HMMA"
    int architecture = 75;                   ///< the least that has it (natively), times ten
    bool only_that = false;                  ///< and no later one
    int emulated_from = 0, emulated_to = 0;  ///< architectures on which several others stand for it
    Isa isa = Isa::simt;
    Dtype dtype = Dtype::f32;
    Dtype accumulator = Dtype::f32;
    int m = 1, n = 1, k = 1;  ///< of a matrix instruction
    int threads = 32;         ///< that issue it together
    double flops = 0;         ///< of one issue, all its threads together: 2 for each multiply-add
};

}  // namespace mansard::kernels::cuda
