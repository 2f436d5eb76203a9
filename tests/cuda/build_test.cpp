// The build's own gate: a kernel that the assembler makes into something else is no kernel of this build.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/cuda/images.hpp"
#include "tests/tree/tree.hpp"

namespace mansard::kernels::cuda {
namespace {

/// Builds tests/cuda/wrong/<name>.cu as the build does.
tree::Outcome build(const std::string& name, const std::string& architecture, const std::string& where) {
    return tree::run(
        fmt::format("'{0}' -DNVCC='{1}' -DSOURCE='{2}/{3}.cu' -DROOT='{4}' -DOUTPUT='{5}/{6}' "
                    "'-DFLAGS=-gencode;arch=compute_{7},code=sm_{7}' -P '{4}/cmake/run_nvcc.cmake'",
                    MANSARD_CMAKE, MANSARD_NVCC, MANSARD_SOURCE_DIR "/tests/cuda/wrong", name,
                    MANSARD_SOURCE_DIR, where, name, architecture));
}

TEST(CudaBuild, FailsWhereTheAssemblerPutsMatrixInstructionsOneAfterTheOther) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    const tree::Scratch scratch;
    const tree::Outcome outcome = build("serialized", "90a", scratch.path().string());
    EXPECT_NE(outcome.status, 0);
    EXPECT_NE(outcome.output.find("would not measure what it says"), std::string::npos) << outcome.output;
    EXPECT_NE(outcome.output.find("(C75"), std::string::npos) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "serialized.fatbin"));
}

TEST(CudaBuild, FailsWhereRegistersSpill) {
    if (images().empty()) GTEST_SKIP() << "built without nvcc";
    const tree::Scratch scratch;
    const tree::Outcome outcome = build("spilled", "80", scratch.path().string());
    EXPECT_NE(outcome.status, 0);
    EXPECT_NE(outcome.output.find("would not measure what it says"), std::string::npos) << outcome.output;
    EXPECT_NE(outcome.output.find("bytes spill stores"), std::string::npos) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "spilled.fatbin"));
}

}  // namespace
}  // namespace mansard::kernels::cuda
