// Loads and stores: one struct for each instruction. On the device each is one PTX statement that the
// compiler may not remove; in the tests' shim it is an ordinary access.
#pragma once

#include "kernels/cuda/frame.cuh"

#if MANSARD_DEVICE_CODE
#define MANSARD_FACTS(...)
#else
#include "kernels/cuda/instructions/facts.hpp"
#define MANSARD_FACTS(...) static constexpr InstructionFacts facts{__VA_ARGS__};
#endif

#if defined(__CUDACC__)
#define MANSARD_LOAD(text)                                                        \
    static MANSARD_DEVICE Word load(const Word* at) {                             \
        Word value;                                                               \
        asm volatile(text " {%0, %1, %2, %3}, [%4];"                              \
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w) \
                     : "l"(at));                                                  \
        return value;                                                             \
    }
#define MANSARD_STORE(text)                                                                               \
    static MANSARD_DEVICE void store(Word* at, const Word& value) {                                       \
        asm volatile(text " [%0], {%1, %2, %3, %4};" ::"l"(at), "r"(value.x), "r"(value.y), "r"(value.z), \
                     "r"(value.w)                                                                         \
                     : "memory");                                                                         \
    }
#elif MANSARD_DEVICE_CODE
#define MANSARD_LOAD(text)                            \
    static MANSARD_DEVICE Word load(const Word* at) { \
        return shim::loaded(at);                      \
    }
#define MANSARD_STORE(text)                                         \
    static MANSARD_DEVICE void store(Word* at, const Word& value) { \
        shim::stored(at) = value;                                   \
    }
#else
#define MANSARD_LOAD(text)
#define MANSARD_STORE(text)
#endif

namespace mansard::kernels::cuda {

/// Through L1, by the path for data that nobody writes.
struct LoadNc {
    MANSARD_FACTS(.ptx = "ld.global.nc.v4.u32", .sass = "LDG.E.128")
    MANSARD_LOAD("ld.global.nc.v4.u32")
};
/// Through L1 and kept there.
struct LoadCa {
    MANSARD_FACTS(.ptx = "ld.global.ca.v4.u32", .sass = "LDG.E.128")
    MANSARD_LOAD("ld.global.ca.v4.u32")
};
/// From L2, past L1.
struct LoadCg {
    MANSARD_FACTS(.ptx = "ld.global.cg.v4.u32", .sass = "LDG.E.128")
    MANSARD_LOAD("ld.global.cg.v4.u32")
};
/// Data that is used once: evicted first.
struct LoadCs {
    MANSARD_FACTS(.ptx = "ld.global.cs.v4.u32", .sass = "LDG.E.128")
    MANSARD_LOAD("ld.global.cs.v4.u32")
};
struct StoreWb {
    MANSARD_FACTS(.ptx = "st.global.wb.v4.u32", .sass = "STG.E.128")
    MANSARD_STORE("st.global.wb.v4.u32")
};
struct StoreCs {
    MANSARD_FACTS(.ptx = "st.global.cs.v4.u32", .sass = "STG.E.128")
    MANSARD_STORE("st.global.cs.v4.u32")
};

/// 128 bits of shared memory a thread. Volatile, because an assembler that sees equal loads in every trip
/// takes them out of the loop.
struct LoadShared128 {
    MANSARD_FACTS(.ptx = "ld.volatile.shared.v4.u32", .sass = "LDS.128")
#if defined(__CUDACC__)
    static MANSARD_DEVICE std::uint32_t load(std::uint32_t at) {
        Word value;
        asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "r"(at));
        return value.x + value.y + value.z + value.w;
    }
#elif MANSARD_DEVICE_CODE
    static MANSARD_DEVICE std::uint32_t load(std::uint32_t at) {
        const Word value = *reinterpret_cast<const Word*>(shim::shared_at(at));
        return value.x + value.y + value.z + value.w;
    }
#endif
};
/// 32 bits of shared memory a thread.
struct LoadShared32 {
    MANSARD_FACTS(.ptx = "ld.volatile.shared.u32", .sass = "LDS")
#if defined(__CUDACC__)
    static MANSARD_DEVICE std::uint32_t load(std::uint32_t at) {
        std::uint32_t value;
        asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(value) : "r"(at));
        return value;
    }
#elif MANSARD_DEVICE_CODE
    static MANSARD_DEVICE std::uint32_t load(std::uint32_t at) {
        return *reinterpret_cast<const std::uint32_t*>(shim::shared_at(at));
    }
#endif
};

}  // namespace mansard::kernels::cuda
