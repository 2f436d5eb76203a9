// Plain kernels run on the CPU: the values that they leave, and how often they touch each word.
#include <gtest/gtest.h>

#include "tests/cuda/shim.hpp"

// The shim stands before the kernels, which become ordinary functions.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#include "kernels/cuda/sm_75/broadcast.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/chase.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/copy.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/l1_load.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/load.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/load_narrow.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/random.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/shared_load.cu"
#include "kernels/cuda/sm_75/store.cu"
#undef MANSARD_VARIANTS
#undef MANSARD_ENTRY
#include "kernels/cuda/sm_75/support.cu"
#include "kernels/cuda/sm_75/triad.cu"
#pragma GCC diagnostic pop

#include "kernels/cuda/reference.hpp"

namespace mansard::kernels::cuda {
namespace {

/// Memory of `arrays` arrays of `words` words, results, and a frame that names them.
struct Bench {
    Bench(unsigned grid, unsigned block, int arrays, std::uint64_t words, std::uint64_t passes = 1)
        : blocks(grid),
          threads(block),
          memory(words * static_cast<std::size_t>(arrays)),
          result(static_cast<std::size_t>(blocks) * threads * 2) {
        frame = {.memory = reinterpret_cast<unsigned char*>(memory.data()),
                 .words = words,
                 .passes = passes,
                 .result = reinterpret_cast<unsigned char*>(result.data()),
                 .stamps = nullptr,
                 .mask = ~0U,
                 .parameter = 0};
        auto* const numbers = reinterpret_cast<std::uint32_t*>(memory.data());
        for (std::size_t i = 0; i < 4 * memory.size(); ++i)
            numbers[i] = number_at(static_cast<std::uint32_t>(i));
        shim::counts = {.memory = frame.memory,
                        .loads = std::vector<int>(memory.size()),
                        .stores = std::vector<int>(memory.size())};
    }
    template <typename Kernel>
    void run(const Kernel& kernel, std::size_t shared_bytes = 0) {
        shim::run(kernel, frame, blocks, threads, shared_bytes);
    }
    std::uint32_t sum() const {
        std::uint32_t total = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(blocks) * threads; ++i) total += result[i];
        return total;
    }
    std::vector<int> loads(int array) const { return part(shim::counts.loads, array); }
    std::vector<int> stores(int array) const { return part(shim::counts.stores, array); }
    std::uint32_t number(int array, std::uint64_t index) const {
        return reinterpret_cast<const std::uint32_t*>(
            memory.data())[4 * frame.words * static_cast<std::uint64_t>(array) + index];
    }
    std::vector<int> all(int count) const { return std::vector<int>(frame.words, count); }

    unsigned blocks, threads;
    std::vector<Word> memory;
    std::vector<std::uint32_t> result;
    GpuFrame frame{};

  private:
    std::vector<int> part(const std::vector<int>& counts, int array) const {
        const auto first = counts.begin() + static_cast<std::ptrdiff_t>(frame.words) * array;
        return {first, first + static_cast<std::ptrdiff_t>(frame.words)};
    }
};

TEST(CudaShim, LoadsReadEveryWordInEachPass) {
    Bench bench(3, 32, 1, 3 * 32 * 4 * 5, 2);
    bench.run(load_loop<LoadNc, Walk::together, 4>);
    EXPECT_EQ(bench.loads(0), bench.all(2));
    EXPECT_EQ(bench.sum(), 2 * sum_of_numbers(4 * bench.frame.words));
}

TEST(CudaShim, NarrowLoadsReadEveryPartOnce) {
    Bench halves(3, 32, 1, 3 * 32 * 2 * 5, 2);
    halves.run(narrow_loop<LoadNc64, Walk::together, 2>);
    EXPECT_EQ(halves.loads(0), halves.all(2 * 2));
    EXPECT_EQ(halves.sum(), 2 * sum_of_numbers(4 * halves.frame.words));
    Bench quarters(2, 16, 1, 2 * 16 * 3 * 4);
    quarters.run(narrow_loop<LoadCs32, Walk::apart, 3>);
    EXPECT_EQ(quarters.loads(0), quarters.all(4));
    EXPECT_EQ(quarters.sum(), sum_of_numbers(4 * quarters.frame.words));
}

TEST(CudaShim, BlocksReadPartsOfTheirOwnOrAllTheSame) {
    Bench apart(4, 16, 1, 4 * 16 * 2 * 3);
    apart.run(load_loop<LoadCa, Walk::apart, 2>);
    EXPECT_EQ(apart.loads(0), apart.all(1));
    EXPECT_EQ(apart.sum(), sum_of_numbers(4 * apart.frame.words));
    Bench same(4, 16, 1, 16 * 2 * 3);
    same.run(load_loop<LoadCg, Walk::same, 2>);
    EXPECT_EQ(same.loads(0), same.all(4));
    EXPECT_EQ(same.sum(), 4 * sum_of_numbers(4 * same.frame.words));
}

TEST(CudaShim, StoresWriteEveryWordWithWhatItsPlaceSays) {
    Bench bench(2, 32, 1, 2 * 32 * 4 * 2);
    bench.run(store_loop<StoreWb, 4>);
    EXPECT_EQ(bench.stores(0), bench.all(1));
    EXPECT_EQ(bench.loads(0), bench.all(0));
    for (std::uint64_t word = 0; word < bench.frame.words; word += 37) {
        EXPECT_EQ(bench.number(0, 4 * word), word);
        EXPECT_EQ(bench.number(0, 4 * word + 1), ~static_cast<std::uint32_t>(word));
    }
}

TEST(CudaShim, CopiesAndTriadsMoveWhatTheyCount) {
    Bench copy(2, 32, 2, 2 * 32 * 4 * 3);
    copy.run(copy_loop<LoadCs, StoreCs, Walk::together, 4>);
    EXPECT_EQ(copy.loads(0), copy.all(1));
    EXPECT_EQ(copy.stores(1), copy.all(1));
    EXPECT_EQ(copy.loads(1), copy.all(0));
    for (std::uint64_t i = 0; i < 4 * copy.frame.words; ++i)
        ASSERT_EQ(copy.number(1, i), number_at(static_cast<std::uint32_t>(i)));

    Bench triad(2, 32, 3, 2 * 32 * 2 * 3);
    triad.run(triad_loop<LoadNc, StoreWb, 2>);
    EXPECT_EQ(triad.loads(0), triad.all(1));
    EXPECT_EQ(triad.loads(1), triad.all(1));
    EXPECT_EQ(triad.stores(2), triad.all(1));
    for (std::uint64_t i = 0; i < 4 * triad.frame.words; ++i)
        ASSERT_EQ(triad.number(2, i), triad.number(0, i) + 3 * triad.number(1, i));
}

TEST(CudaShim, RandomReadsTakeEverySectorOnce) {
    Bench bench(4, 32, 1, 4 * 32 * 2 * 4);  // a power of two
    bench.run(random_loop<2>);
    EXPECT_EQ(bench.loads(0), bench.all(1));
    EXPECT_EQ(bench.sum(), sum_of_numbers(4 * bench.frame.words));
}

TEST(CudaShim, SharedReadsAddUpToWhatTheirPlacesHold) {
    Bench bench(2, 64, 1, 16, 3);
    bench.run(shared_loop<WideAccess>, WideAccess::shared_bytes(64));
    std::uint32_t expected = 0;
    for (unsigned i = 0; i < WideAccess::shared_bytes(64) / 4; ++i) expected += number_at(i);
    EXPECT_EQ(bench.sum(), expected * 3 * 2);
}

TEST(CudaShim, AChaseVisitsEveryLineAndStandsWhereItsStepsLead) {
    constexpr std::uint64_t lines = 64;
    Bench bench(1, 1, 1, lines * 8, lines / 2);
    GpuFrame links = bench.frame;
    links.passes = link_factor;
    links.parameter = link_term;
    shim::run(fill_links_loop, links, 2, 8);
    std::vector<int> seen(lines, 0);
    const unsigned char* at = bench.frame.memory;
    for (std::uint64_t i = 0; i < lines; ++i) {
        ++seen.at(static_cast<std::size_t>(at - bench.frame.memory) / 128);
        at = *reinterpret_cast<const unsigned char* const*>(at);
    }
    EXPECT_EQ(seen, std::vector<int>(lines, 1));
    for (int launch = 1; launch <= 3; ++launch) {
        bench.run(chase_ca);
        std::uint64_t place = 0;
        std::memcpy(&place, bench.result.data(), sizeof place);
        EXPECT_EQ(place, line_after(0, lines / 2 * static_cast<std::uint64_t>(launch), lines) * 128);
    }
}

}  // namespace
}  // namespace mansard::kernels::cuda
