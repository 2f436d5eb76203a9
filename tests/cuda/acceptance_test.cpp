// The script that a machine with a GPU is asked first, on the fake driver: what it needs of a carried folder,
// and what it says where it can compare nothing.
#include <gtest/gtest.h>

#include "tests/cuda/calibration.hpp"

namespace mansard::kernels::cuda {
namespace {

TEST(CudaAcceptance, RunsFromACarriedFolderAndNamesWhatIsNotCompared) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Scratch scratch;
    const std::string folder = scratch.path().string();
    write_file(scratch.path() / "links.json", link_plan());
    const Outcome outcome = tree::run(
        fmt::format("FAKE_CUDA=none LD_LIBRARY_PATH='{}' '{}/scripts/gpu-acceptance.sh' --build '{}' "
                    "--without-tests --plan '{}/links.json' --out '{}/results'",
                    MANSARD_FAKE_DRIVER, MANSARD_SOURCE_DIR, MANSARD_BINARY_DIR, folder, folder));
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_NE(outcome.output.find("ncu cannot read counters here"), std::string::npos) << outcome.output;
    const std::string table = tree::content(scratch.path() / "results/table.txt");
    EXPECT_NE(table.find("cuda:0.device.bandwidth.host_link.from_device"), std::string::npos) << table;
    EXPECT_NE(table.find("not cross-checked"), std::string::npos) << table;
    EXPECT_NE(tree::content(scratch.path() / "results/linearity.txt").find("fma_f32_c8 1"), std::string::npos)
        << outcome.output;
}

}  // namespace
}  // namespace mansard::kernels::cuda
