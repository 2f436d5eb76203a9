// A tile copied from device memory into shared memory and consumed, with 1 to 4 buffers: what buffering can
// reach at an arithmetic intensity. Each file gives the way of copying; the loop and the descriptors are the
// same.
//
// An element is 16 bytes of the set. Each of its four floats takes part in `repeats` fused multiply-adds: 8 ×
// repeats FLOP, an intensity of repeats ÷ 2. While tile k is consumed, those up to k + stages − 1 are on
// their way; with one buffer nothing is.
#pragma once

#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/instructions/memory.cuh"

namespace mansard::kernels::cuda {

inline constexpr unsigned pipeline_threads = 256;

/// 16-byte words of a tile that each thread copies and consumes → bytes of the tile.
MANSARD_BOTH constexpr unsigned pipeline_tile_bytes(unsigned words) {
    return words * pipeline_threads * 16;
}

}  // namespace mansard::kernels::cuda

#if defined(__CUDACC__)
extern "C" __shared__ __align__(128) unsigned char mansard_buffers[];

namespace mansard::kernels::cuda {

/// `repeats` multiply-adds on each float of the thread's words of a tile, and their bits added up for the
/// check.
template <int Words>
MANSARD_DEVICE void consume(const Word* tile, unsigned repeats, float (&acc)[4 * Words], std::uint32_t& sum) {
    float x[4 * Words];
#pragma unroll
    for (int i = 0; i < Words; ++i) {
        const Word word = tile[i * pipeline_threads + threadIdx.x];
        x[4 * i] = __uint_as_float(word.x), x[4 * i + 1] = __uint_as_float(word.y);
        x[4 * i + 2] = __uint_as_float(word.z), x[4 * i + 3] = __uint_as_float(word.w);
        sum += word.x + word.y + word.z + word.w;
    }
    const auto step = [&] {
#pragma unroll
        for (int i = 0; i < 4 * Words; ++i)
            // Halved and a number below 2 added: stays below 4.
            asm volatile("fma.rn.f32 %0, %0, 0f3F000000, %1;" : "+f"(acc[i]) : "f"(x[i]));
    };
    if (repeats == 1) {
        step();
        return;
    }
#pragma unroll 1
    for (unsigned repeat = 0; repeat < repeats; repeat += 4) {
        step();
        step();
        step();
        step();
    }
}

/// Copy::start(k) begins the copy of tile k, Copy::finish(k) waits until it is there for all threads.
template <typename Copy, int Stages, int Words>
MANSARD_DEVICE void pipeline_loop(const GpuFrame& frame) {
    const Place place =
        place_of(Walk::together, frame.words, blockIdx.x, gridDim.x, 0, pipeline_threads, Words);
    const std::uint64_t tiles = place.trips * frame.passes;
    float acc[4 * Words];
#pragma unroll
    for (int i = 0; i < 4 * Words; ++i) acc[i] = 0;
    std::uint32_t sum = 0;
    Copy copy(frame, place);
    for (int stage = 0; stage < Stages - 1; ++stage)
        if (static_cast<std::uint64_t>(stage) < tiles) copy.start(stage);
#pragma unroll 1
    for (std::uint64_t tile = 0; tile < tiles; ++tile) {
        const std::uint64_t ahead = tile + Stages - 1;
        if (ahead < tiles)
            copy.start(ahead);
        else
            copy.skip();
        copy.finish(tile);
        consume<Words>(
            reinterpret_cast<const Word*>(mansard_buffers + tile % Stages * pipeline_tile_bytes(Words)),
            frame.parameter, acc, sum);
        copy.release();
    }
    float total = 0;
#pragma unroll
    for (int i = 0; i < 4 * Words; ++i) total += acc[i];
    // Never so; it keeps the arithmetic.
    if (total < 0) sum = 0;
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/// Where tile `tile` begins in device memory: walks follow each other without a seam.
MANSARD_DEVICE const Word* tile_at(const GpuFrame& frame, const Place& place, std::uint64_t tile) {
    return reinterpret_cast<const Word*>(frame.memory) + place.first + tile % place.trips * place.stride;
}

}  // namespace mansard::kernels::cuda

#define MANSARD_PIPELINE_KERNELS(isa, list, loads) list(MANSARD_PIPELINE_CODE, 0)
#define MANSARD_PIPELINE_CODE(ignored, symbol, copy, stages, words) \
    MANSARD_CUDA_ENTRY(                                             \
        symbol, mansard::kernels::cuda::pipeline_threads,           \
        mansard::kernels::cuda::pipeline_loop<mansard::kernels::cuda::copy<stages, words>, stages, words>)

#else

#include "kernels/cuda/reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

inline std::string check_pipeline(const Evidence& evidence) {
    const auto passes = static_cast<std::uint32_t>(evidence.passes);
    return compare_sums(sum_of_results(evidence), passes * sum_of_floats(4 * evidence.words));
}

constexpr KernelDesc pipeline_kernel(std::string_view symbol, Isa isa, std::string_view instruction,
                                     int architecture, unsigned stages, unsigned words, unsigned repeats) {
    return {.family = "pipeline",
            .summary = "tiles copied into shared memory and consumed",
            .measures = Kind::pipeline,
            .device = DeviceKind::cuda,
            .isa = isa,
            .dtype = Dtype::f32,
            .pattern = Pattern::load,
            .intensity = repeats / 2.0,
            .work = {.flops = 8.0 * repeats, .read_bytes = 16},
            .instruction = instruction,
            .instructions_per_trip = 0,
            .streams = static_cast<int>(stages),
            .arrays = 1,
            .granule = 16,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .architecture = architecture,
                    .threads = pipeline_threads,
                    .blocks_per_sm = words == 1 ? 4U : 2U,
                    .shared_bytes = stages * pipeline_tile_bytes(words) + (isa == Isa::bulk ? 64U : 0U),
                    .unroll = words,
                    .levels = bit_of(Level::DRAM),
                    .stages = stages,
                    .tile_bytes = pipeline_tile_bytes(words),
                    .parameter = repeats,
                    .carveout = Carveout::shared,
                    .counted = Counted::words,
                    .contents = Contents::floats,
                    .check = check_pipeline}};
}

/// The same kernel without arithmetic: reads of device memory or L2 by that way of copying. All ways of
/// reading compete for one roof, so they are of one kind (`isa`).
constexpr KernelDesc pipeline_load_kernel(std::string_view symbol, std::string_view instruction,
                                          int architecture, unsigned stages, unsigned words) {
    KernelDesc kernel = pipeline_kernel(symbol, Isa::bulk, instruction, architecture, stages, words, 0);
    kernel.isa = Isa::simt;
    kernel.family = "load";
    kernel.summary = "reads by way of shared memory";
    kernel.measures = Kind::bandwidth;
    kernel.dtype = std::nullopt;
    kernel.intensity = std::nullopt;
    kernel.gpu.levels = bit_of(Level::DRAM) | bit_of(Level::L2);
    return kernel;
}

}  // namespace mansard::kernels::cuda

/// One kernel stands for five intensities: 0.5, 2, 4, 8 and 16 FLOP/B.
#define MANSARD_PIPELINE_DESC(isa, symbol, copy, stages, words)                                \
    pipeline_kernel(#symbol, isa, copy_instruction, copy_architecture, stages, words, 1),      \
        pipeline_kernel(#symbol, isa, copy_instruction, copy_architecture, stages, words, 4),  \
        pipeline_kernel(#symbol, isa, copy_instruction, copy_architecture, stages, words, 8),  \
        pipeline_kernel(#symbol, isa, copy_instruction, copy_architecture, stages, words, 16), \
        pipeline_kernel(#symbol, isa, copy_instruction, copy_architecture, stages, words, 32),
#define MANSARD_PIPELINE_LOAD_DESC(isa, symbol, copy, stages, words) \
    pipeline_load_kernel(#symbol, copy_instruction, copy_architecture, stages, words),
#define MANSARD_PIPELINE_KERNELS(isa, list, loads)                                       \
    namespace mansard::kernels::cuda {                                                   \
    namespace {                                                                          \
    constinit const KernelDesc kernels[] = {list(MANSARD_PIPELINE_DESC, isa)             \
                                                loads(MANSARD_PIPELINE_LOAD_DESC, isa)}; \
    }                                                                                    \
    MANSARD_CUDA_TABLE                                                                   \
    }

#endif
