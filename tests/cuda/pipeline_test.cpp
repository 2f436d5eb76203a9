// The copy pipelines run on the CPU with models of the copies: every tile is consumed once, whole and in
// time, with as many buffers as there are and with fewer tiles than buffers.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/cuda/shim_copies.hpp"

// The shim stands before the kernels, which become ordinary functions.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "kernels/cuda/sm_75/pipeline_plain.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_LOADS
#include "kernels/cuda/sm_80/pipeline_cp_async.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_LOADS
#include "kernels/cuda/sm_90/pipeline_bulk.cu"
#pragma GCC diagnostic pop

#include "kernels/cuda/reference.hpp"

namespace mansard::kernels::cuda {
namespace {

struct Size {
    std::uint64_t trips, passes;
};

/// Two blocks walk over `trips` tiles each, `passes` times: whether they added up every word as often, and
/// nothing else.
template <typename Kernel>
bool is_right(const Kernel& kernel, int stages, unsigned words_of_thread, const Size& size,
              unsigned repeats = 4) {
    constexpr unsigned blocks = 2;
    const std::uint64_t words =
        size.trips * granule(Walk::together, blocks, pipeline_threads, words_of_thread);
    std::vector<Word> memory(words);
    for (std::size_t i = 0; i < 4 * words; ++i) {
        const std::uint32_t bits = float_bits_at(static_cast<std::uint32_t>(i));
        std::memcpy(reinterpret_cast<unsigned char*>(memory.data()) + 4 * i, &bits, sizeof bits);
    }
    std::vector<std::uint32_t> result(std::size_t{blocks} * pipeline_threads);
    const GpuFrame frame{.memory = reinterpret_cast<unsigned char*>(memory.data()),
                         .words = words,
                         .passes = size.passes,
                         .result = reinterpret_cast<unsigned char*>(result.data()),
                         .stamps = nullptr,
                         .mask = ~0U,
                         .parameter = repeats};
    shim::counts = {.memory = frame.memory, .loads = std::vector<int>(words), .stores = {}};
    shim::stuck = false;
    shim::run(kernel, frame, blocks, pipeline_threads,
              static_cast<unsigned>(stages) * pipeline_tile_bytes(words_of_thread) + 64);
    const auto passes = static_cast<std::uint32_t>(size.passes);
    return !shim::stuck && shim::counts.loads == std::vector<int>(words, static_cast<int>(size.passes)) &&
           std::accumulate(result.begin(), result.end(), 0U) == passes * sum_of_floats(4 * words);
}

/// One tile in all, fewer than buffers, and many.
constexpr Size sizes[] = {{1, 1}, {1, 3}, {3, 4}};

template <template <int, int> typename Copy, int Stages, int Words>
void expect_right(const char* name) {
    for (const shim::Engine engine : {shim::Engine::late, shim::Engine::early})
        for (const Size& size : sizes) {
            shim::engine = engine;
            EXPECT_TRUE(is_right(pipeline_loop<Copy<Stages, Words>, Stages, Words>, Stages, Words, size))
                << name << ", " << Stages << " buffers, " << size.trips << " × " << size.passes << " tiles"
                << (engine == shim::Engine::early ? ", early" : ", late");
        }
}

template <template <int, int> typename Copy>
void expect_all_right(const char* name) {
    expect_right<Copy, 1, 1>(name);
    expect_right<Copy, 2, 1>(name);
    expect_right<Copy, 3, 1>(name);
    expect_right<Copy, 4, 1>(name);
    expect_right<Copy, 3, 4>(name);
}

TEST(CudaPipeline, OrdinaryLoadsConsumeEveryTileOnce) {
    expect_all_right<PlainCopy>("plain");
}

TEST(CudaPipeline, CpAsyncConsumesEveryTileOnce) {
    expect_all_right<AsyncCopy>("cp.async");
}

TEST(CudaPipeline, BulkCopiesConsumeEveryTileOnce) {
    expect_all_right<BulkCopy>("bulk");
}

TEST(CudaPipeline, TheIntensityChangesNothingOfWhatIsRead) {
    shim::engine = shim::Engine::late;
    for (const unsigned repeats : {0U, 1U, 32U})
        EXPECT_TRUE(is_right(pipeline_cp_async_s2_t4k, 2, 1, {2, 2}, repeats)) << repeats;
}

/// Waits for one group less than it must.
template <int Stages, int Words>
class Hasty : public AsyncCopy<Stages, Words> {
  public:
    void finish(unsigned, unsigned) {
        CopyAsync::wait<Stages>();
        __syncthreads();
    }
};
/// Waits for the phase before.
template <int Stages, int Words>
class OutOfPhase : public BulkCopy<Stages, Words> {
  public:
    void finish(unsigned buffer, unsigned parity) {
        BulkCopy<Stages, Words>::finish(buffer, parity ^ 1);
        __syncthreads();
    }
};
/// Announces more bytes than come.
template <int Stages, int Words>
class Waiting : public BulkCopy<Stages, Words> {
  public:
    void start(unsigned buffer, const Word* from) {
        if (threadIdx.x == 0) shim::barriers.at(Stages * pipeline_tile_bytes(Words) + buffer * 8).bytes += 16;
        BulkCopy<Stages, Words>::start(buffer, from);
    }
};

TEST(CudaPipeline, ALoopThatWaitsForTheWrongThingIsFound) {
    shim::engine = shim::Engine::late;
    const int patience = shim::patience;
    shim::patience = 100;
    EXPECT_FALSE(is_right(pipeline_loop<Hasty<3, 1>, 3, 1>, 3, 1, {3, 4}));
    EXPECT_FALSE(is_right(pipeline_loop<OutOfPhase<2, 1>, 2, 1>, 2, 1, {3, 4}));
    EXPECT_FALSE(is_right(pipeline_loop<Waiting<2, 1>, 2, 1>, 2, 1, {3, 4}));
    shim::patience = patience;
}

}  // namespace
}  // namespace mansard::kernels::cuda
