// What NVML says of a GPU stands beside the numbers; what it says against them flags them. NVML is a fake.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/cuda/calibration.hpp"

namespace mansard::kernels::cuda {
namespace {

/// One block of copies to the host.
Calibration copies(const std::string& how, const std::string& device = "cuda") {
    return Calibration(how, device, "--filter level=host_link", "links.json");
}

bool has_note(const Json& ceilings, const std::string& code) {
    return std::any_of(ceilings["notes"].begin(), ceilings["notes"].end(),
                       [&](const Json& note) { return note["code"] == code; });
}

TEST(CudaEvidence, StandsInTheFileAndInEachBlock) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run = copies("none");
    const Json gpu = run.ceilings()["context"]["machine"]["gpus"][0];
    EXPECT_EQ(gpu["uuid"], "GPU-10101010-1010-1010-1010-101010101010");
    EXPECT_EQ(gpu["ecc"], true);
    EXPECT_EQ(gpu["mig"], false);
    EXPECT_EQ(gpu["power_limit_w"], 700);
    EXPECT_EQ(gpu["other_processes"], 0);
    const Json samples = run.samples();
    const Json state = samples["series"][0]["blocks"][0]["gpu"];
    EXPECT_EQ(state["power_w"], 612.5);
    EXPECT_EQ(state["temperature_c"], 61);
    EXPECT_EQ(state["clock_hz"], 1.5e9);
    EXPECT_EQ(state["memory_clock_hz"], 3e9);
    EXPECT_EQ(state["throttle_reasons"], Json::array()) << "idleness is none";
}

TEST(CudaEvidence, AThrottledRoundIsRepeatedTwiceAndPublishedFlagged) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration hot = copies("hot");
    expect(hot, 4, "hw_thermal_slowdown");
    const Json roof = hot.ceilings()["roofs"][0];
    EXPECT_EQ(roof["status"], "suspect");
    EXPECT_NE(roof["value"], nullptr);
    EXPECT_EQ(roof["flags"][0], "throttled");
    const Json samples = hot.samples();
    const Json& blocks = samples["series"][0]["blocks"];
    EXPECT_EQ(std::count_if(blocks.begin(), blocks.end(),
                            [](const Json& block) { return block["phase"] == "final"; }),
              3);
    // The ordinary power cap is part of what the GPU is.
    const Calibration capped = copies("capped");
    EXPECT_EQ(capped.outcome.status, 0) << capped.outcome.output;
    const Json under_cap = capped.ceilings()["roofs"][0];
    EXPECT_EQ(under_cap["status"], "measured");
    EXPECT_EQ(under_cap["flags"][0], "throttled");
}

TEST(CudaEvidence, ASliceIsFoundNamedAndNoted) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run = copies("mig", "cuda:MIG-11");
    const Json ceilings = run.ceilings();
    const Json& gpu = ceilings["context"]["machine"]["gpus"][0];
    EXPECT_EQ(gpu["uuid"], "MIG-11111111-1111-1111-1111-111111111111") << run.outcome.output;
    EXPECT_EQ(gpu["mig"], true);
    EXPECT_TRUE(has_note(ceilings, "mig"));
    // Power is the whole GPU's.
    EXPECT_EQ(run.samples()["series"][0]["blocks"][0]["gpu"]["power_w"], 612.5);
}

TEST(CudaEvidence, NothingOfTheManagementLibraryIsUsedButWhatReads) {
    const std::string source = tree::content(MANSARD_SOURCE_DIR "/kernels/cuda/nvml.cpp");
    int functions = 0;
    for (std::size_t at = 0; (at = source.find("\"nvml", at)) != std::string::npos; ++at, ++functions) {
        const std::string name = source.substr(at + 1, source.find('"', at + 1) - at - 1);
        EXPECT_TRUE(name == "nvmlInit_v2" || name.starts_with("nvmlDeviceGet")) << name;
    }
    EXPECT_GT(functions, 8);
}

TEST(CudaEvidence, OtherProcessesAreCountedHoweverMany) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Json ceilings = copies("crowded").ceilings();
    EXPECT_EQ(ceilings["context"]["machine"]["gpus"][0]["other_processes"], 70);
    EXPECT_TRUE(has_note(ceilings, "gpu_shared"));
}

}  // namespace
}  // namespace mansard::kernels::cuda
