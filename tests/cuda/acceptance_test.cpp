// The script that a machine with a GPU is asked first, on the fake driver: what it needs of a carried folder,
// and what it says where it can compare nothing.
#include <gtest/gtest.h>

#include "tests/cuda/calibration.hpp"

namespace mansard::kernels::cuda {
namespace {

/// The script's words on this build by a plan that lies in `scratch`.
Outcome accepted(const Scratch& scratch, const char* plan) {
    const std::string folder = scratch.path().string();
    return tree::run(
        fmt::format("FAKE_CUDA=none LD_LIBRARY_PATH='{}' '{}/scripts/gpu-acceptance.sh' --build '{}' "
                    "--without-tests --plan '{}/{}' --out '{}/results'",
                    MANSARD_FAKE_DRIVER, MANSARD_SOURCE_DIR, MANSARD_BINARY_DIR, folder, plan, folder));
}

TEST(CudaAcceptance, RunsFromACarriedFolderAndNamesWhatIsNotCompared) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Scratch scratch;
    write_file(scratch.path() / "links.json", link_plan());
    const Outcome outcome = accepted(scratch, "links.json");
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_NE(outcome.output.find("ncu cannot read counters here"), std::string::npos) << outcome.output;
    const std::string table = tree::content(scratch.path() / "results/table.txt");
    EXPECT_NE(table.find("cuda:0.device.bandwidth.host_link.from_device"), std::string::npos) << table;
    EXPECT_NE(table.find("not cross-checked"), std::string::npos) << table;
    EXPECT_NE(tree::content(scratch.path() / "results/linearity.txt").find("fma_f32_c8 1"), std::string::npos)
        << outcome.output;
}

TEST(CudaAcceptance, WhereThereIsNoGpuItSaysSoAtOnce) {
    const Scratch scratch;
    const auto run = [&](const std::string& options) {
        // Neither a driver nor a GPU: an empty folder is all that the loader is told of.
        return tree::run(
            fmt::format("cd '{0}' && LD_LIBRARY_PATH='{0}' '{1}/scripts/gpu-acceptance.sh' --out results {2}",
                        scratch.path().string(), MANSARD_SOURCE_DIR, options));
    };
    if (std::filesystem::exists("/dev/nvidiactl") || std::filesystem::exists("/dev/dxg"))
        GTEST_SKIP() << "there is a GPU here";
    const Outcome compiled = run("--arch 90a");
    EXPECT_EQ(compiled.status, 5) << compiled.output;
    EXPECT_NE(compiled.output.find("there is no NVIDIA GPU here"), std::string::npos) << compiled.output;
    if (!has_kernels) return;
    const Outcome carried = run(fmt::format("--without-tests --build '{}'", MANSARD_BINARY_DIR));
    EXPECT_EQ(carried.status, 5) << carried.output;
    EXPECT_NE(carried.output.find("there is no NVIDIA driver"), std::string::npos) << carried.output;
    EXPECT_NE(carried.output.find("no GPU here that can be calibrated"), std::string::npos) << carried.output;
}

TEST(CudaAcceptance, KernelsThatDoNothingAreNotAccepted) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Scratch scratch;
    std::string plan = link_plan();
    for (std::size_t at = 0; (at = plan.find("\"compute\": []")) != std::string::npos;)
        plan.replace(
            at, 13,
            R"("compute": [{"isas": "all", "dtypes": ["f64"], "ops": ["mul"], "scopes": ["device"]}])");
    write_file(scratch.path() / "plan.json", plan);
    const Outcome outcome = accepted(scratch, "plan.json");
    EXPECT_EQ(outcome.status, 1) << outcome.output;
    EXPECT_NE(outcome.output.find("roofs are suspect"), std::string::npos) << outcome.output;
}

}  // namespace
}  // namespace mansard::kernels::cuda
