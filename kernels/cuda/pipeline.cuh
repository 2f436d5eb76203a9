// A tile copied from device memory into shared memory and consumed, with 1 to 4 buffers: what buffering can
// reach at an arithmetic intensity. Each file gives the way of copying; the loop and the descriptors are the
// same.
//
// An element is 16 bytes of the set. Each of its four floats takes part in `repeats` fused multiply-adds: 8 ×
// repeats FLOP, an intensity of repeats ÷ 2. While tile k is consumed, those up to k + stages − 1 are on
// their way; with one buffer nothing is.
#pragma once

#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/instructions/copies.cuh"
#include "kernels/cuda/instructions/memory.cuh"

namespace mansard::kernels::cuda {

inline constexpr unsigned pipeline_threads = 256;

/// 16-byte words of a tile that each thread copies and consumes → bytes of the tile.
MANSARD_BOTH constexpr unsigned pipeline_tile_bytes(unsigned words) {
    return words * pipeline_threads * 16;
}

}  // namespace mansard::kernels::cuda

#if MANSARD_DEVICE_CODE

#if defined(__CUDACC__)
extern "C" __shared__ __align__(128) unsigned char mansard_buffers[];
#define MANSARD_BUFFERS mansard_buffers
#else
#define MANSARD_BUFFERS shim::shared_at(0)
#endif

namespace mansard::kernels::cuda {

/// Address of the first buffer as copies take it.
MANSARD_DEVICE std::uint32_t buffers_base() {
#if defined(__CUDACC__)
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_buffers));
#else
    return 0;
#endif
}

/// One multiply-add: halved and a number below 2 added stays below 4.
MANSARD_DEVICE void consume_one(float& acc, float x) {
#if defined(__CUDACC__)
    asm volatile("fma.rn.f32 %0, %0, 0f3F000000, %1;" : "+f"(acc) : "f"(x));
#else
    acc = acc * 0.5F + x;
#endif
}

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
        for (int i = 0; i < 4 * Words; ++i) consume_one(acc[i], x[i]);
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

/// Where the block's tiles lie, one after another; walks follow each other without a seam. Counted on: the
/// division that finds a tile by its number takes longer than a small tile does.
class Tiles {
  public:
    MANSARD_DEVICE Tiles(const GpuFrame& frame, unsigned words)
        : place_(place_of(Walk::together, frame.words, blockIdx.x, gridDim.x, 0, pipeline_threads, words)),
          first_(reinterpret_cast<const Word*>(frame.memory) + place_.first),
          next_(first_),
          left_(place_.trips) {}
    /// Of a walk.
    MANSARD_DEVICE std::uint64_t count() const { return place_.trips; }
    MANSARD_DEVICE const Word* next() {
        const Word* const tile = next_;
        next_ += place_.stride;
        if (--left_ == 0) {
            next_ = first_;
            left_ = place_.trips;
        }
        return tile;
    }

  private:
    Place place_;
    const Word* first_;
    const Word* next_;
    std::uint64_t left_;
};

/// Copy::start(buffer, from) begins the copy of a tile, Copy::skip() stands for one that there is not;
/// Copy::finish(buffer, parity) waits until the buffer's tile is there for all threads: its even ones (0) or
/// odd ones (1). Copy::release() comes behind the consumption and waits for that of all threads, so that the
/// next tile may overwrite it.
template <typename Copy, int Stages, int Words>
MANSARD_DEVICE void pipeline_loop(const GpuFrame& frame) {
    Tiles from(frame, Words);
    const std::uint64_t tiles = from.count() * frame.passes;
    float acc[4 * Words];
#pragma unroll
    for (int i = 0; i < 4 * Words; ++i) acc[i] = 0;
    std::uint32_t sum = 0;
    Copy copy;
    std::uint64_t to_start = tiles;
    unsigned filled = 0, consumed = 0, parity = 0;
    const auto start_one = [&] {
        if (to_start > 0) {
            copy.start(filled, from.next());
            --to_start;
        } else {
            copy.skip();
        }
        filled = filled + 1 == Stages ? 0 : filled + 1;
    };
#pragma unroll
    for (int stage = 0; stage < Stages - 1; ++stage) start_one();
#pragma unroll 1
    for (std::uint64_t left = tiles; left > 0; --left) {
        start_one();
        copy.finish(consumed, parity);
        consume<Words>(reinterpret_cast<const Word*>(MANSARD_BUFFERS + consumed * pipeline_tile_bytes(Words)),
                       frame.parameter, acc, sum);
        copy.release();
        if (++consumed == Stages) {
            consumed = 0;
            parity ^= 1;
        }
    }
    float total = 0;
#pragma unroll
    for (int i = 0; i < 4 * Words; ++i) total += acc[i];
    // Never so; it keeps the arithmetic.
    if (total < 0) sum = 0;
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
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
