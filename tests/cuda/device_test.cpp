// A GPU that is not there, or does not work: what the program says and with which status it ends. The driver
// is a fake.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/cuda/calibration.hpp"

namespace mansard::kernels::cuda {
namespace {

TEST(CudaDevice, WithoutADriverTheProgramStartsAndSaysSo) {
    const Scratch empty;
    const Outcome outcome =
        tree::run(fmt::format("LD_LIBRARY_PATH='{}' '{}' calibrate --device cuda -o /dev/null",
                              empty.path().string(), MANSARD_BINARY));
    EXPECT_EQ(outcome.status, 5) << outcome.output;
    EXPECT_NE(outcome.output.find(has_kernels ? "no NVIDIA driver" : "no GPU kernels"), std::string::npos)
        << outcome.output;
    EXPECT_EQ(tree::run(fmt::format("'{}' --version", MANSARD_BINARY)).status, 0);
}

TEST(CudaDevice, ADriverThatHasNothingForUsIsNamed) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    expect(Calibration("old"), 5, "the driver supports CUDA 11.4");
    expect(Calibration("no_permission"), 5, "CUDA_ERROR_NOT_PERMITTED");
    expect(Calibration("no_device"), 5, "CUDA_ERROR_NO_DEVICE");
    expect(Calibration("no_device CUDA_VISIBLE_DEVICES=9"), 5, "(CUDA_VISIBLE_DEVICES is \"9\")");
    expect(Calibration("exclusive"), 5, "starting work on the GPU: CUDA_ERROR_DEVICE_UNAVAILABLE");
    expect(Calibration("none", "cuda:7"), 5, "\"cuda:7\" is no GPU that is visible here");
    expect(Calibration("none", "cuda:GPU-ff"), 5,
           "cuda:1 (Fake GPU, GPU-11111111-1111-1111-1111-111111111111)");
    expect(Calibration("none", "cuda:GPU-1"), 5, "more than one GPU");
}

TEST(CudaDevice, WorkThatWasNotDoneIsNoRoof) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    // Its kernels do nothing at all, in 50 ms.
    const Calibration run("none", "cuda:GPU-11");
    expect(run, 4, "checksum");
    const Json ceilings = run.ceilings();
    const Json& roof = ceilings["roofs"][0];
    EXPECT_EQ(roof["id"], "cuda:1.device.bandwidth.DRAM.load");
    EXPECT_EQ(roof["status"], "suspect");
    EXPECT_EQ(roof["threads"], 4);
    EXPECT_EQ(roof["clock_hz"], 1.5e9);
    EXPECT_EQ(ceilings["context"]["machine"]["gpus"][0]["name"], "Fake GPU");
    // 3 GHz × 2 × 4096 bits.
    EXPECT_EQ(roof["limit"]["value"], 3e9 * 2 * 4096 / 8);
}

TEST(CudaDevice, MemoryThatCannotBeHadIsTheRoofsReason) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    for (const auto& [how, words] :
         {std::pair{"oom", "CUDA_ERROR_OUT_OF_MEMORY"}, {"shared", "another process"}}) {
        const Calibration run(how);
        EXPECT_EQ(run.outcome.status, 4) << run.outcome.output;
        const Json roof = run.ceilings()["roofs"][0];
        EXPECT_EQ(roof["status"], "absent");
        EXPECT_NE(roof["reason"].get<std::string>().find(words), std::string::npos) << roof["reason"];
    }
}

TEST(CudaDevice, CopiesAcrossLinksAreReadBack) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const std::string from = "--filter level=host_link --filter pattern=from_device";
    EXPECT_EQ(Calibration("none", "cuda", from, "links.json").outcome.status, 0);
    expect(Calibration("lazy", "cuda", from, "links.json"), 4, "byte 0 is 0x5a instead of 0xa5");
}

TEST(CudaDevice, EveryOtherGpuIsAPeerOfItsOwn) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("none", "cuda:1", "--filter level=peer_link", "links.json");
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.output;
    std::set<std::string> ids;
    const Json ceilings = run.ceilings();
    for (const Json& roof : ceilings["roofs"])
        if (roof["status"] == "measured") ids.insert(roof["id"]);
    EXPECT_EQ(ids, (std::set<std::string>{"cuda:1.device.bandwidth.peer_link.from_peer.cuda:0",
                                          "cuda:1.device.bandwidth.peer_link.to_peer.cuda:0"}));
    const Json roof =
        Calibration("apart", "cuda", "--filter level=peer_link", "links.json").ceilings()["roofs"][0];
    EXPECT_EQ(roof["status"], "absent");
    EXPECT_NE(roof["reason"].get<std::string>().find("does not reach the memory of cuda:1"),
              std::string::npos);
}

TEST(CudaDevice, AFaultOfOneKernelLeavesTheOthers) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("fault");
    expect(run, 4, "suspect");
    const Json roof = run.ceilings()["roofs"][0];
    EXPECT_NE(roof["value"], nullptr);
    // The kernels that fault are those that read by .nc.
    EXPECT_EQ(roof["kernel"].get<std::string>().find("load_nc"), std::string::npos) << roof["kernel"];
}

TEST(CudaDevice, AFaultThatOutlivesItsContextLeavesTheOthersToAnotherProcess) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("lost");
    expect(run, 4, "it begins anew without that kernel");
    const Json roof = run.ceilings()["roofs"][0];
    EXPECT_NE(roof["value"], nullptr) << run.outcome.output;
    EXPECT_EQ(roof["kernel"].get<std::string>().find("load_nc"), std::string::npos) << roof["kernel"];
    const Json samples = run.samples();
    std::set<std::string> without;
    for (const Json& series : samples["series"])
        if (series["blocks"].empty() && series["absent_reason"].get<std::string>().find(
                                            "CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos)
            without.insert(series["kernel"]);
    EXPECT_EQ(without, (std::set<std::string>{"load_nc_u2_t256_b8", "load_nc_u4_t256_b8",
                                              "load_nc_u8_t256_b4", "load_nc_w64_u8_t256_b8"}));
    const Json alone =
        Calibration("lost", "cuda", "--filter kernel=load_nc_u4_t256_b8").ceilings()["roofs"][0];
    EXPECT_EQ(alone["status"], "absent");
    EXPECT_NE(alone["reason"].get<std::string>().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos);
}

TEST(CudaDevice, WhatOneKernelMeetsIsTheReasonOfItsRoofAlone) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    for (const auto& [how, words] : {std::pair{"fault", "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                     {"ecc", "CUDA_ERROR_ECC_UNCORRECTABLE"},
                                     {"refused", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                                     {"no_image", "no machine code of sm_75/load for this GPU"}}) {
        const Json roof =
            Calibration(how, "cuda", "--filter kernel=load_nc_u4_t256_b8").ceilings()["roofs"][0];
        EXPECT_EQ(roof["status"], "absent") << how;
        EXPECT_EQ(roof["value"], nullptr) << how;
        EXPECT_NE(roof["reason"].get<std::string>().find(words), std::string::npos) << roof["reason"];
    }
    for (const char* how : {"ecc", "refused"}) {
        const Json roof = Calibration(how).ceilings()["roofs"][0];
        EXPECT_NE(roof["value"], nullptr) << how;
        EXPECT_EQ(roof["kernel"].get<std::string>().find("load_nc"), std::string::npos) << roof["kernel"];
    }
}

TEST(CudaDevice, AGpuThatCannotBeUsedLosesNoOthersRoofs) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("exclusive", "all", "", "links.json");
    const Json ceilings = run.ceilings();
    std::set<std::string> devices;
    for (const Json& roof : ceilings["roofs"])
        if (roof["status"] == "measured") devices.insert(roof["device"]);
    EXPECT_EQ(devices, std::set<std::string>{"cuda:1"}) << run.outcome.output;
    // Of the CPU is told as much as before the GPUs were measured.
    const Json& context = ceilings["context"];
    for (const char* what : {"steal_s", "load_1min", "involuntary_switches"})
        EXPECT_EQ(context["environment_after"][what].is_null(), context["environment_before"][what].is_null())
            << what;
    EXPECT_EQ(context["environment_after"]["gpu"]["temperature_c"], 61) << context["environment_after"];
    EXPECT_NE(run.outcome.output.find("cuda:0 is not measured: starting work on the GPU"), std::string::npos)
        << run.outcome.output;
}

TEST(CudaDevice, AFaultThatTakesTheGpuLeavesTheCpusRoofsAsTheyWere) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("lost", "all", "", "both.json");
    EXPECT_NE(run.outcome.output.find("ended the measurement of cuda:0"), std::string::npos)
        << run.outcome.output;
    const Json ceilings = run.ceilings();
    std::set<std::string> notes;
    for (const Json& note : ceilings["notes"]) notes.insert(note["code"]);
    EXPECT_TRUE(notes.contains("cuda_0_lost"));
    EXPECT_FALSE(notes.contains("partial")) << "nobody interrupted it";
    const auto roof = std::find_if(ceilings["roofs"].begin(), ceilings["roofs"].end(),
                                   [](const Json& one) { return one["device"] == "cpu"; });
    ASSERT_NE(roof, ceilings["roofs"].end());
    EXPECT_EQ(std::count((*roof)["flags"].begin(), (*roof)["flags"].end(), Json("partial")), 0);
}

TEST(CudaDevice, AnInterruptionOfAGpuOffersNothingToGoOnWith) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    for (const char* when : {"interrupted_at_once", "interrupted"}) {
        const Calibration run(when);
        expect(run, 130, "interrupted before a roof was measured: out.json is not written");
        EXPECT_EQ(run.outcome.output.find("to go on"), std::string::npos) << run.outcome.output;
    }
}

TEST(CudaDevice, InstructionsThatTheGpuLacksAreAbsentWithThatReason) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("turing", "cuda", "--filter dtype=fp8 --filter isa=wgmma");
    EXPECT_EQ(run.outcome.status, 4) << run.outcome.output;
    const Json roof = run.ceilings()["roofs"][0];
    EXPECT_EQ(roof["status"], "absent");
    EXPECT_NE(roof["reason"].get<std::string>().find("sm_75"), std::string::npos) << roof["reason"];
}

}  // namespace
}  // namespace mansard::kernels::cuda
