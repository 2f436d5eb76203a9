// Load-to-use latency: one thread follows a chain of addresses; each load waits for the one before. The lines
// of 128 bytes form one cycle through the whole set, in no order, and a launch goes on where the last one
// stopped, so that a short one does not stay in a part that a cache holds.
//
// Work: an element is a step; the rate is seconds for each. Pitfall: beyond the reach of the TLBs a chase
// measures page walks too.
#include "kernels/cuda/stream.cuh"

#include <cstring>

#define MANSARD_VARIANTS(KERNEL)                            \
    KERNEL(chase_ca, "ld.global.ca.u64", bit_of(Level::L1)) \
    KERNEL(chase_cg, "ld.global.cg.u64", bit_of(Level::L2) | bit_of(Level::DRAM))

namespace mansard::kernels::cuda {
inline constexpr int chase_steps = 8;
}

#if MANSARD_DEVICE_CODE
namespace mansard::kernels::cuda {

template <typename Step>
MANSARD_DEVICE void chase_loop(const GpuFrame& frame, const Step& step) {
    auto* const place = reinterpret_cast<std::uint64_t*>(frame.result);
    const unsigned char* at = frame.memory + *place;
#pragma unroll 1
    for (std::uint64_t trip = frame.passes / chase_steps; trip > 0; --trip) {
#pragma unroll
        for (int i = 0; i < chase_steps; ++i) step(at);
    }
    *place = static_cast<std::uint64_t>(at - frame.memory);
}

}  // namespace mansard::kernels::cuda
#if defined(__CUDACC__)
#define MANSARD_STEP(text) asm volatile(text " %0, [%0];" : "+l"(at))
#else
#define MANSARD_STEP(text) at = *reinterpret_cast<const unsigned char* const*>(at)
#endif
#define MANSARD_ENTRY(symbol, text, levels)                                                          \
    MANSARD_CUDA_ENTRY(symbol, 1, [](const mansard::kernels::cuda::GpuFrame& f) {                    \
        mansard::kernels::cuda::chase_loop(f, [](const unsigned char*& at) { MANSARD_STEP(text); }); \
    })
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

std::string check(const Evidence& evidence) {
    const std::uint64_t lines = evidence.words / 8, steps = evidence.passes / chase_steps * chase_steps;
    std::uint64_t found = 0;
    std::memcpy(&found, evidence.result, sizeof found);
    const std::uint64_t expected = line_after(0, evidence.steps_before + steps, lines) * 128;
    return found == expected ? std::string() : "the chase does not stand where its steps lead";
}

constexpr KernelDesc chase_kernel(std::string_view symbol, unsigned levels) {
    return {.family = "chase",
            .summary = "one dependent load after another through a cycle of lines",
            .measures = Kind::latency,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .engine = Engine::scalar,
            .pattern = Pattern::chase,
            .work = {.read_bytes = 8},
            .instruction = "LDG.E.64",
            .instructions_per_trip = chase_steps,
            .steps_per_trip = chase_steps,
            .streams = 1,
            .arrays = 1,
            .granule = 128,
            .power_of_two = true,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .threads = 1,
                    .blocks_per_sm = 0,
                    .levels = levels,
                    .result_bytes = 8,
                    .carveout = Carveout::l1,
                    .counted = Counted::steps,
                    .contents = Contents::links,
                    .check = check}};
}

#define MANSARD_DESC(symbol, text, levels) chase_kernel(#symbol, levels),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
