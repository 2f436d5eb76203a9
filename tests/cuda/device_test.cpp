// A GPU that is not there, or does not work: what the program says and with which status it ends. The driver
// is a fake.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/file.hpp"
#include "core/json.hpp"
#include "kernels/cuda/images.hpp"
#include "tests/tree/tree.hpp"

namespace mansard::kernels::cuda {
namespace {

using tree::Outcome;
using tree::Scratch;

const bool has_kernels = !images().empty();

/// One block of each link: with so little to do, no load of the machine uses the budget up.
std::string link_plan() {
    const std::string times =
        R"("budget_s": 100, "trial_s": 0.02, "trials": 1, "long_trials": 1, "long_trial_s": 0.04,
        "search_trials": 1, "search_rounds": 1, "finalists": 1, "min_rounds": 1, "max_rounds": 1, "precision": 0.01,
        "spread_s": 0, )";
    const std::string links = R"("compute": [], "memory": [
        {"levels": ["host_link"], "patterns": ["from_device"], "scopes": ["device"]},
        {"levels": ["peer_link"], "patterns": ["to_peer", "from_peer"], "scopes": ["device"]}])";
    return R"({"name": "links", "summary": "copies across links", )" + times + links + R"(, "cuda": {)" +
           times + links + "}}";
}

/// Calibrates reads of device memory on the fake driver, where `how` goes wrong.
struct Calibration {
    explicit Calibration(const std::string& how, const std::string& device = "cuda",
                         const std::string& filters = "--filter level=DRAM --filter pattern=load",
                         const std::string& plan = "quick") {
        write_file(scratch.path() / "links.json", link_plan());
        outcome = tree::run(fmt::format(
            "cd '{}' && FAKE_CUDA={} LD_LIBRARY_PATH='{}' '{}' calibrate --device {} --plan "
            "{} --budget 100 {} "
            "--no-lock -o out.json",
            scratch.path().string(), how, MANSARD_FAKE_DRIVER, MANSARD_BINARY, device, plan, filters));
    }
    Json ceilings() const { return parse_json(tree::content(scratch.path() / "out.json"), "out.json"); }
    Scratch scratch;
    Outcome outcome;
};

void expect(const Calibration& run, int status, const std::string& words) {
    EXPECT_EQ(run.outcome.status, status) << run.outcome.output;
    EXPECT_NE(run.outcome.output.find(words), std::string::npos) << run.outcome.output;
}

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
    expect(Calibration("none", "cuda:7"), 5, "\"cuda:7\" is no GPU that is visible here");
    expect(Calibration("none", "cuda:GPU-ff"), 5,
           "cuda:1 (Fake GPU, GPU-11111111-1111-1111-1111-111111111111)");
    expect(Calibration("none", "cuda:GPU-1"), 5, "more than one GPU");
}

TEST(CudaDevice, WorkThatWasNotDoneIsNoRoof) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    // Its kernels do nothing at all, in 25 ms.
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
        EXPECT_EQ(run.outcome.status, 0) << run.outcome.output;
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

TEST(CudaDevice, InstructionsThatTheGpuLacksAreAbsentWithThatReason) {
    if (!has_kernels) GTEST_SKIP() << "built without nvcc";
    const Calibration run("turing", "cuda", "--filter dtype=fp8 --filter isa=wgmma");
    EXPECT_EQ(run.outcome.status, 0) << run.outcome.output;
    const Json roof = run.ceilings()["roofs"][0];
    EXPECT_EQ(roof["status"], "absent");
    EXPECT_NE(roof["reason"].get<std::string>().find("sm_75"), std::string::npos) << roof["reason"];
}

}  // namespace
}  // namespace mansard::kernels::cuda
