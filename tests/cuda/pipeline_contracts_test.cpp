// The machine code of the copy pipelines: the loop over tiles asks for each tile by as many copies as it has
// words for a thread (the copy engine: by one), reads it once, does the multiply-adds that are claimed and no
// others, and calculates no address by a division, which would take longer than a small tile. For each
// architecture of the build.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>

#include "kernels/cuda/images.hpp"
#include "kernels/kernel.hpp"
#include "tests/cuda/cubin.hpp"

namespace mansard::kernels::cuda {
namespace {

using cuda_code::Kernel;
using cuda_code::Loop;

/// The smallest loop that copies and reads what was copied.
std::optional<Loop> tile_loop(const Kernel& kernel, const std::string& copy, int architecture) {
    std::optional<Loop> found;
    for (const Loop& loop : cuda_code::loops_of(kernel, architecture))
        if (count_of(kernel, loop, copy) > 0 && count_of(kernel, loop, "LDS.128") > 0 &&
            (!found || loop.last - loop.first < found->last - found->first))
            found = loop;
    return found;
}

/// What is wrong with the machine code of one pipeline; empty: nothing.
std::string faults_of(const KernelDesc& desc, const Kernel& kernel, int architecture) {
    const std::string copy(desc.instruction);
    const auto loop = tile_loop(kernel, copy, architecture);
    if (!loop) return "no loop over tiles";
    std::string faults;
    const auto words = static_cast<int>(desc.gpu.unroll);
    const auto expect = [&](const Loop& where, const char* name, int wanted, const char* what) {
        if (const int count = count_of(kernel, where, name); count != wanted)
            faults += fmt::format("{} × {} instead of {} in {}; ", count, name, wanted, what);
    };
    expect(*loop, copy.c_str(), copy == "UBLKCP" ? 1 : words, "the loop over tiles");
    expect(*loop, "LDS.128", words, "the loop over tiles");
    // Four floats of a word, once at an intensity of one half, and four times in a loop of their own.
    expect(*loop, "FFMA", (1 + 4) * 4 * words, "the loop over tiles");
    expect(*loop, "MUFU", 0, "the loop over tiles");
    expect(*loop, "CALL", 0, "the loop over tiles");
    int loops = 0;
    for (const Loop& inner : innermost_loops(kernel, architecture)) {
        if (count_of(kernel, inner, "FFMA") == 0) continue;
        ++loops;
        expect(inner, "FFMA", 4 * 4 * words, "the loop of multiply-adds");
        if (const int foreign = foreign_arithmetic(kernel, inner, "FFMA", architecture))
            faults += fmt::format("{} instructions of other arithmetic; ", foreign);
    }
    if (loops != 1) faults += fmt::format("{} loops of multiply-adds; ", loops);
    return faults;
}

struct Found {
    const KernelDesc* desc;
    Kernel kernel;
    int architecture;
};

/// Every pipeline of every cubin of the build.
std::vector<Found> pipelines() {
    std::vector<Found> found;
    std::ifstream in(MANSARD_BINARY_DIR "/generated/cuda_cubins.txt");
    for (std::string image, architecture, path; in >> image >> architecture >> path;) {
        if (image.find("pipeline") == std::string::npos) continue;
        const auto kernels = cuda_code::read_cubin(path);
        for (const KernelDesc* desc : all_cuda_kernels())
            if (desc->gpu.image == image && desc->measures == Kind::pipeline && desc->intensity == 0.5)
                found.push_back({desc, kernels.at(std::string(desc->gpu.symbol)), std::stoi(architecture)});
    }
    return found;
}

TEST(CudaContracts, EveryPipelineCopiesAndConsumesWhatItSays) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    const auto all = pipelines();
    for (const Found& one : all)
        EXPECT_EQ(faults_of(*one.desc, one.kernel, one.architecture), "")
            << one.desc->gpu.symbol << " for sm_" << one.architecture;
    EXPECT_GE(all.size(), 8U);
}

TEST(CudaContracts, AWrongPipelineIsReported) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    const auto all = pipelines();
    const auto one = std::find_if(all.begin(), all.end(), [](const Found& found) {
        return found.desc->gpu.symbol == "pipeline_plain_s2_t16k";
    });
    ASSERT_NE(one, all.end());
    const auto loop = tile_loop(one->kernel, "LDG.E.128", one->architecture);
    ASSERT_TRUE(loop);
    const auto change_first = [&](const char* mnemonic, unsigned operation) {
        Kernel wrong = one->kernel;
        for (std::size_t i = loop->first; i <= loop->last; ++i)
            if (count_of(wrong, {i, i}, mnemonic) > 0) {
                wrong.code[i].low = (wrong.code[i].low & ~std::uint64_t{0x1ff}) | operation;
                break;
            }
        return faults_of(*one->desc, wrong, one->architecture);
    };
    EXPECT_NE(change_first("LDG.E.128", 0x118).find("3 × LDG.E.128 instead of 4"), std::string::npos);
    EXPECT_NE(change_first("LDS.128", 0x118).find("3 × LDS.128 instead of 4"), std::string::npos);
    EXPECT_NE(change_first("FFMA", 0x021).find("79 × FFMA instead of 80"), std::string::npos);
    EXPECT_NE(change_first("FFMA", 0x108).find("1 × MUFU"), std::string::npos);
}

}  // namespace
}  // namespace mansard::kernels::cuda
