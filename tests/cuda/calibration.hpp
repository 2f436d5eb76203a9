// A calibration of a GPU that is not there, by the fakes of its driver and of NVML.
#pragma once

#include <gtest/gtest.h>

#include "core/file.hpp"
#include "core/json.hpp"
#include "kernels/cuda/images.hpp"
#include "tests/tree/tree.hpp"

namespace mansard::kernels::cuda {

using tree::Outcome;
using tree::Scratch;

inline const bool has_kernels = !images().empty();

/// One block of each roof of `cpu` and `gpu` (a plan's members): with so little to do, no load of the machine
/// uses the budget up.
inline std::string one_block_plan(const std::string& name, const std::string& cpu, const std::string& gpu) {
    const std::string times =
        R"("budget_s": 100, "trial_s": 0.02, "trials": 1, "long_trials": 1, "long_trial_s": 0.04,
        "search_trials": 1, "search_rounds": 1, "finalists": 1, "min_rounds": 1, "max_rounds": 1, "precision": 0.01,
        "spread_s": 0, )";
    return R"({"name": ")" + name + R"(", "summary": "one block of each", )" + times + cpu +
           R"(, "cuda": {)" + times + gpu + "}}";
}

inline std::string link_plan() {
    const std::string links = R"("compute": [], "memory": [
        {"levels": ["host_link"], "patterns": ["from_device"], "scopes": ["device"]},
        {"levels": ["peer_link"], "patterns": ["to_peer", "from_peer"], "scopes": ["device"]}])";
    return one_block_plan("links", links, links);
}

/// One core's multiplications, and reads of device memory.
inline std::string both_plan() {
    return one_block_plan(
        "both",
        R"("compute": [{"isas": "widest", "dtypes": ["f64"], "ops": ["mul"], "scopes": ["core"]}], "memory": [])",
        R"("compute": [], "memory": [{"levels": ["DRAM"], "patterns": ["load"], "scopes": ["device"]}])");
}

/// Calibrates reads of device memory on the fake driver, where `how` goes wrong.
struct Calibration {
    explicit Calibration(const std::string& how, const std::string& device = "cuda",
                         const std::string& filters = "--filter level=DRAM --filter pattern=load",
                         const std::string& plan = "quick") {
        write_file(scratch.path() / "links.json", link_plan());
        write_file(scratch.path() / "both.json", both_plan());
        outcome = tree::run(fmt::format(
            "cd '{}' && FAKE_CUDA={} LD_LIBRARY_PATH='{}' '{}' calibrate --device {} --plan "
            "{} --budget 100 {} "
            "--no-lock -o out.json",
            scratch.path().string(), how, MANSARD_FAKE_DRIVER, MANSARD_BINARY, device, plan, filters));
    }
    Json ceilings() const { return written("out.json"); }
    Json samples() const { return written("out.samples.json"); }
    Json written(const char* name) const { return parse_json(tree::content(scratch.path() / name), name); }
    Scratch scratch;
    Outcome outcome;
};

inline void expect(const Calibration& run, int status, const std::string& words) {
    EXPECT_EQ(run.outcome.status, status) << run.outcome.output;
    EXPECT_NE(run.outcome.output.find(words), std::string::npos) << run.outcome.output;
}

}  // namespace mansard::kernels::cuda
