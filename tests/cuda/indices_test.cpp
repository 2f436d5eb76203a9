// Which thread touches what: every word once, banks, core matrices and fragments, each derived here a second
// time.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

// What a kernel's file is told by the build.
#define MANSARD_CUDA_IMAGE "test"
#include "kernels/cuda/core_matrices.cuh"
#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/matrix_reference.hpp"
#include "kernels/cuda/shared.cuh"
#include "kernels/cuda/tcgen05.cuh"
#include "kernels/cuda/wgmma.cuh"

namespace mansard::kernels::cuda {
namespace {

std::vector<int> touches(Walk walk, unsigned blocks, unsigned threads, unsigned unroll, std::uint64_t words) {
    std::vector<int> count(words, 0);
    for (unsigned block = 0; block < blocks; ++block)
        for (unsigned thread = 0; thread < threads; ++thread) {
            const Place place = place_of(walk, words, block, blocks, thread, threads, unroll);
            for (std::uint64_t trip = 0; trip < place.trips; ++trip)
                for (unsigned i = 0; i < unroll; ++i)
                    ++count.at(place.first + trip * place.stride + std::uint64_t{i} * threads);
        }
    return count;
}

TEST(CudaWalk, TouchesEveryWordOnceOrOnceForEachBlock) {
    constexpr unsigned blocks = 6, threads = 32, unroll = 4;
    for (const Walk walk : {Walk::together, Walk::apart, Walk::same}) {
        const std::uint64_t words = 3 * granule(Walk::together, blocks, threads, unroll);
        EXPECT_EQ(touches(walk, blocks, threads, unroll, words),
                  std::vector<int>(words, walk == Walk::same ? blocks : 1));
    }
}

TEST(CudaWalk, BlocksThatWalkApartStayInAPartOfTheirOwn) {
    constexpr std::uint64_t words = 4 * 32 * 2 * 5;
    for (unsigned block = 0; block < 4; ++block) {
        const Place last = place_of(Walk::apart, words, block, 4, 31, 32, 2);
        EXPECT_LT(last.first + (last.trips - 1) * last.stride + 32, (block + 1) * words / 4);
        EXPECT_GE(place_of(Walk::apart, words, block, 4, 0, 32, 2).first, block * words / 4);
    }
}

TEST(CudaWalk, ScatteredSectorsAreABijectionInNoOrder) {
    for (const std::uint64_t sectors : {std::uint64_t{1}, std::uint64_t{256}, std::uint64_t{1} << 14}) {
        std::set<std::uint64_t> seen;
        std::uint64_t neighbours = 0;
        for (std::uint64_t i = 0; i < sectors; ++i) {
            const std::uint64_t at = scattered(i, sectors);
            EXPECT_LT(at, sectors);
            seen.insert(at);
            neighbours += i > 0 && at == scattered(i - 1, sectors) + 1;
        }
        EXPECT_EQ(seen.size(), sectors);
        if (sectors > 1000) {
            EXPECT_LT(neighbours, sectors / 100);
        }
    }
}

/// Turns that a warp's access takes: the most different words on one bank, where threads of a phase go
/// together.
int turns(const std::vector<std::uint32_t>& bytes) {
    std::map<unsigned, std::set<std::uint32_t>> words_of_bank;
    for (const std::uint32_t at : bytes) words_of_bank[at / 4 % 32].insert(at / 4);
    std::size_t most = 0;
    for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
    return static_cast<int>(most);
}

TEST(CudaShared, WideReadsHaveNoConflict) {
    for (unsigned access = 0; access < shared_accesses; ++access)
        for (unsigned phase = 0; phase < 4; ++phase) {  // a quarter of the warp, 128 bytes, at a time
            std::vector<std::uint32_t> bytes;
            for (unsigned lane = 8 * phase; lane < 8 * phase + 8; ++lane)
                for (unsigned part = 0; part < 4; ++part)
                    bytes.push_back(wide_shared_at(lane, 256, access) + 4 * part);
            EXPECT_EQ(turns(bytes), 1);
        }
}

TEST(CudaShared, ConflictsAreAsManyAsTheNameSays) {
    for (const unsigned ways : {2U, 4U, 8U, 32U})
        for (unsigned warp = 0; warp < 8; ++warp)
            for (unsigned access = 0; access < shared_accesses; ++access) {
                std::vector<std::uint32_t> bytes;
                for (unsigned lane = 0; lane < 32; ++lane)
                    bytes.push_back(conflicting_shared_at(32 * warp + lane, ways, access));
                EXPECT_EQ(turns(bytes), static_cast<int>(ways));
                EXPECT_LE(*std::max_element(bytes.begin(), bytes.end()) + 4, shared_accesses * 32 * ways * 4);
            }
}

TEST(CudaCoreMatrices, EveryElementHasAByteOfItsOwnWithinTheTile) {
    for (const unsigned bytes : {1U, 2U, 4U}) {
        const unsigned k = 32 / bytes;
        std::set<unsigned> seen;
        for (unsigned row = 0; row < 64; ++row)
            for (unsigned i = 0; i < k; ++i) {
                const unsigned at = element_at(row, i, bytes);
                EXPECT_LE(at + bytes, tile_bytes(64));
                EXPECT_TRUE(seen.insert(at).second);
                // A second derivation: core matrix (row ÷ 8, byte ÷ 16), row by row within it.
                const unsigned core = row / 8 * 2 + i * bytes / 16;
                EXPECT_EQ(at, core * 128 + row % 8 * 16 + i * bytes % 16);
            }
        EXPECT_EQ(seen.size() * bytes, tile_bytes(64));
    }
    EXPECT_EQ(tile_bytes(64), 2048U);
    EXPECT_EQ(tile_bytes(256), 8192U);
}

TEST(CudaCoreMatrices, TensorDescriptorsSayTheirVersion) {
    EXPECT_EQ(tensor_descriptor(0x12340) & ~(std::uint64_t{3} << 46), matrix_descriptor(0x12340));
    EXPECT_EQ(tensor_descriptor(0x12340) >> 46 & 3, 1U);
}

/// Field by field, as the manual lists them: what the unit will read out of the word.
TEST(CudaTcgen05, InstructionDescriptorsNameFormatsAndShape) {
    struct Fields {
        unsigned result, a, b, columns, rows;
        bool operator==(const Fields&) const = default;
    };
    const auto read = [](std::uint32_t word) {
        EXPECT_EQ(word & 0xfU, 0U);          // dense, no saturation
        EXPECT_EQ(word & (0xfU << 13), 0U);  // no sign turned, both K-major
        EXPECT_EQ(word & 1U << 23, 0U);      // reserved
        EXPECT_EQ(word >> 29, 0U);           // reserved, no shift
        return Fields{word >> 4 & 3, word >> 7 & 7, word >> 10 & 7, (word >> 17 & 0x3f) * 8,
                      (word >> 24 & 0x1f) * 16};
    };
    const auto of = [&](auto instruction) {
        using I = decltype(instruction);
        return read(instruction_descriptor(I::formats, I::m, I::n));
    };
    EXPECT_EQ(of(Tcgen05F16{}), (Fields{1, 0, 0, 256, 128}));
    EXPECT_EQ(of(Tcgen05Bf16{}), (Fields{1, 1, 1, 256, 128}));
    EXPECT_EQ(of(Tcgen05Tf32{}), (Fields{1, 2, 2, 256, 128}));
    EXPECT_EQ(of(Tcgen05Fp8{}), (Fields{1, 0, 0, 256, 128}));
    EXPECT_EQ(of(Tcgen05I8{}), (Fields{2, 1, 1, 256, 128}));
}

TEST(CudaTcgen05, TilesAndBarriersLieApartAndAligned) {
    using I = Tcgen05Fp8;
    unsigned end = 0;
    for (unsigned stage = 0; stage < tcgen05_stages; ++stage)
        for (unsigned part = 0; part < 2; ++part) {
            EXPECT_EQ(tcgen05_tile_at<I>(stage, part), end);
            end += tile_bytes(part == 0 ? I::m : I::n);
        }
    EXPECT_EQ(tcgen05_barriers_at<I>(), end);
    EXPECT_EQ(end % 16, 0U);  // one barrier's address is the other's with bit 3 turned
    EXPECT_GE(tcgen05_shared_bytes<I>(), end + 2 * 8 + 4);
}

TEST(CudaCoreMatrices, DescriptorsHoldAddressAndDistancesInUnitsOf16Bytes) {
    const std::uint64_t descriptor = matrix_descriptor(0x12340);
    EXPECT_EQ(descriptor & 0x3fff, 0x1234U);
    EXPECT_EQ(descriptor >> 16 & 0x3fff, 8U);
    EXPECT_EQ(descriptor >> 32 & 0x3fff, 16U);
    EXPECT_EQ(descriptor >> 49, 0U);  // base offset 0, no swizzle
    // The next tile is an addition to the descriptor, as the loop makes it.
    EXPECT_EQ(matrix_descriptor(0x12340 + tile_bytes(64)), descriptor + tile_bytes(64) / 16);
}

TEST(CudaCoreMatrices, TilesOfAllStagesLieSideBySide) {
    unsigned end = 0;
    for (unsigned stage = 0; stage < wgmma_stages; ++stage)
        for (unsigned part = 0; part < 3; ++part) {
            EXPECT_EQ(wgmma_tile_at<WgmmaF16>(stage, part), end);
            end += tile_bytes(part < 2 ? 64 : 256);
        }
    EXPECT_EQ(end, wgmma_shared_bytes<WgmmaF16>());
}

/// Each element of an m × k operand stands in one register part of one lane.
template <typename I>
void expect_operands_cover() {
    const int parts = I::element == Element::f64 ? 1 : 32 / bits_of(I::element);
    std::set<std::pair<unsigned, unsigned>> a, b, d;
    for (unsigned lane = 0; lane < 32; ++lane) {
        for (int part = 0; part < parts; ++part) {
            for (int i = 0; i < I::a; ++i) {
                const Cell cell = a_cell(I::element, I::a, lane, i, part);
                EXPECT_TRUE(cell.row < I::m && cell.column < I::k);
                a.insert({cell.row, cell.column});
            }
            for (int i = 0; i < I::b; ++i) {
                const Cell cell = b_cell(I::element, lane, i, part);
                EXPECT_TRUE(cell.row < I::k && cell.column < I::n);
                b.insert({cell.row, cell.column});
            }
        }
        for (int i = 0; i < I::d; ++i) {
            const Cell cell = d_cell(lane, i);
            d.insert({cell.row, cell.column});
        }
    }
    EXPECT_EQ(a.size(), static_cast<std::size_t>(I::m * I::k));
    EXPECT_EQ(b.size(), static_cast<std::size_t>(I::k * I::n));
    EXPECT_EQ(d.size(), static_cast<std::size_t>(I::m * I::n));
}

TEST(CudaFragments, HoldEveryElementOnce) {
    expect_operands_cover<MmaF16>();
    expect_operands_cover<MmaBf16>();
    expect_operands_cover<MmaTf32>();
    expect_operands_cover<MmaI8>();
    expect_operands_cover<MmaFp8>();
    expect_operands_cover<MmaF64>();
    expect_operands_cover<MmaF64Wide>();
    expect_operands_cover<MmaF16K8>();
    std::set<std::pair<unsigned, unsigned>> d;
    for (unsigned thread = 0; thread < 128; ++thread)
        for (int i = 0; i < 128; ++i)
            d.insert({warpgroup_cell(thread, i).row, warpgroup_cell(thread, i).column});
    EXPECT_EQ(d.size(), std::size_t{64} * 256);
}

}  // namespace
}  // namespace mansard::kernels::cuda
