// Loads of less than 128 bits a thread: one struct for each instruction, as memory.cuh has them.
#pragma once

#include "kernels/cuda/instructions/memory.cuh"

#if defined(__CUDACC__)
#define MANSARD_LOAD_PART(text, constraint)                                \
    static MANSARD_DEVICE Part load(const Part* at) {                      \
        Part value;                                                        \
        asm volatile(text " %0, [%1];" : "=" constraint(value) : "l"(at)); \
        return value;                                                      \
    }
#elif MANSARD_DEVICE_CODE
#define MANSARD_LOAD_PART(text, constraint)           \
    static MANSARD_DEVICE Part load(const Part* at) { \
        return shim::loaded(at);                      \
    }
#else
#define MANSARD_LOAD_PART(text, constraint)
#endif

namespace mansard::kernels::cuda {

struct LoadNc64 {
    using Part = std::uint64_t;
    MANSARD_FACTS(.ptx = "ld.global.nc.u64", .sass = "LDG.E.64")
    MANSARD_LOAD_PART("ld.global.nc.u64", "l")
};
struct LoadCg64 {
    using Part = std::uint64_t;
    MANSARD_FACTS(.ptx = "ld.global.cg.u64", .sass = "LDG.E.64")
    MANSARD_LOAD_PART("ld.global.cg.u64", "l")
};
struct LoadCa64 {
    using Part = std::uint64_t;
    MANSARD_FACTS(.ptx = "ld.global.ca.u64", .sass = "LDG.E.64")
    MANSARD_LOAD_PART("ld.global.ca.u64", "l")
};
struct LoadCs32 {
    using Part = std::uint32_t;
    MANSARD_FACTS(.ptx = "ld.global.cs.u32", .sass = "LDG")
    MANSARD_LOAD_PART("ld.global.cs.u32", "r")
};

}  // namespace mansard::kernels::cuda
