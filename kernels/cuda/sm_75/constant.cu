// Reads of constant memory by which all threads of a warp get the same eight bytes: what coefficients and
// kernel parameters in tables come from.
//
// Work: 32 threads × 8 bytes for each read, as the threads receive them; an element is a trip of a warp. The
// table of 2 KiB fits into the first constant cache of every chip. Pitfalls: an assembler that sees equal
// reads in every trip takes them out of the loop, so each trip begins elsewhere; and where all threads
// provably read the same it takes another instruction, so each warp begins elsewhere, too.
#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/instructions/memory.cuh"

#define MANSARD_VARIANTS(KERNEL)     \
    KERNEL(constant_t256_b4, 256, 4) \
    KERNEL(constant_t512_b4, 512, 4)

namespace mansard::kernels::cuda {

inline constexpr unsigned constant_reads = 8, constant_places = 256;

/// The place of eight bytes that a warp reads in access `access` of its trip.
MANSARD_BOTH constexpr unsigned constant_at(unsigned warp, std::uint64_t trip, unsigned access) {
    return (static_cast<unsigned>(trip) + 37 * warp + 32 * access) % constant_places;
}

}  // namespace mansard::kernels::cuda

#if defined(__CUDACC__)
namespace mansard::kernels::cuda {

struct alignas(8) ConstantTable {
    std::uint32_t numbers[2 * constant_places];
};
constexpr ConstantTable make_table() {
    ConstantTable table{};
    for (unsigned i = 0; i < 2 * constant_places; ++i) table.numbers[i] = number_at(i);
    return table;
}
__constant__ ConstantTable mansard_constants = make_table();

MANSARD_DEVICE void constant_loop(const GpuFrame& frame) {
    std::uint64_t base;
    asm("cvta.to.const.u64 %0, %1;" : "=l"(base) : "l"(&mansard_constants));
    const unsigned warp = threadIdx.x / 32;
    std::uint32_t sum = 0;
#pragma unroll 1
    for (std::uint64_t trip = 0; trip < frame.passes; ++trip) {
        std::uint64_t values[constant_reads];
#pragma unroll
        for (unsigned access = 0; access < constant_reads; ++access)
            asm volatile("ld.const.u64 %0, [%1];"
                         : "=l"(values[access])
                         : "l"(base + 8 * constant_at(warp, trip, access)));
#pragma unroll
        for (unsigned access = 0; access < constant_reads; ++access)
            sum +=
                static_cast<std::uint32_t>(values[access]) + static_cast<std::uint32_t>(values[access] >> 32);
    }
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace mansard::kernels::cuda
#define MANSARD_ENTRY(symbol, threads, blocks) \
    MANSARD_CUDA_ENTRY(symbol, threads, mansard::kernels::cuda::constant_loop)
MANSARD_VARIANTS(MANSARD_ENTRY)
#elif !MANSARD_DEVICE_CODE
#include "kernels/cuda/reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {
namespace {

std::string check_constant(const Evidence& evidence) {
    std::uint32_t expected = 0;
    // Trips repeat after a round through the table.
    const std::uint64_t rounds = evidence.passes / constant_places, rest = evidence.passes % constant_places;
    for (unsigned warp = 0; warp < evidence.threads / 32; ++warp)
        for (std::uint64_t trip = 0; trip < constant_places; ++trip)
            for (unsigned access = 0; access < constant_reads; ++access) {
                const unsigned place = constant_at(warp, trip, access);
                const auto times = static_cast<std::uint32_t>(rounds + (trip < rest ? 1 : 0));
                expected += times * (number_at(2 * place) + number_at(2 * place + 1));
            }
    return compare_sums(sum_of_results(evidence), expected * 32 * evidence.blocks);
}

constexpr KernelDesc constant_kernel(std::string_view symbol, unsigned threads, unsigned blocks) {
    return {.family = "constant",
            .summary = "reads of constant memory, the same for all threads of a warp",
            .measures = Kind::bandwidth,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .pattern = Pattern::broadcast,
            .work = {.read_bytes = 32.0 * 8 * constant_reads},
            .instruction = "LDC.64",
            .instructions_per_trip = constant_reads,
            .streams = constant_reads,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .threads = threads,
                    .blocks_per_sm = blocks,
                    .unroll = constant_reads,
                    .levels = bit_of(Level::constant),
                    .counted = Counted::trips,
                    .check = check_constant}};
}

#define MANSARD_DESC(symbol, threads, blocks) constant_kernel(#symbol, threads, blocks),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
