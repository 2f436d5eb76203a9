// Zeros and loops of seconds after the ordinary rounds, on a device without hardware: by which kernels, in
// what order.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kernels/cuda/calibrate.hpp"
#include "kernels/cuda/plan.hpp"
#include "kernels/fake/fake_device.hpp"
#include "kernels/measure/plan.hpp"
#include "tests/cuda/gpus.hpp"

namespace mansard::kernels::cuda {
namespace {

/// The standard plan's multiply-adds in FP16 under all conditions.
Plan half_precision() {
    Plan plan = *find_plan("standard").cuda;
    plan.memory.clear();
    plan.in_flight.clear();
    std::erase_if(plan.compute, [](const ComputeGroup& group) { return group.conditions.empty(); });
    for (ComputeGroup& group : plan.compute) group.dtypes = {Dtype::f16};
    return plan;
}

/// wgmma by two warpgroups takes 20 ms, all else 30.
FakeScript best_by_two_warpgroups() {
    FakeScript script;
    script.seconds = [](const Experiment& experiment, int, double) {
        return kernel_name(*experiment.kernel) == "wgmma_f16_w2" ? 0.02 : 0.03;
    };
    return script;
}

Samples measured(FakeDevice& device, const Plan& plan) {
    Samples samples = start_samples(device, plan);
    measure(device, plan, hopper(), plan_experiments(plan, hopper()), device.now(), samples, {},
            [](Experiments&) {});
    return samples;
}

/// Of the roofs under another condition: kernel and series.
std::map<std::string, const Series*> under(const Samples& samples, Condition condition) {
    std::map<std::string, const Series*> found;
    for (const Series& series : samples.series)
        if (series.target.condition == condition) found[roof_id(series.target)] = &series;
    return found;
}

TEST(CudaConditions, AreMeasuredByTheKernelThatWasBest) {
    FakeDevice device({}, best_by_two_warpgroups());
    const Samples samples = measured(device, half_precision());
    EXPECT_TRUE(samples.complete);
    for (const auto& [condition, name] : {std::pair{Condition::zeros, "zeros"},
                                          {Condition::sustained, "sustained"},
                                          {Condition::sustained_zeros, "sustained_zeros"}}) {
        const auto found = under(samples, condition);
        ASSERT_EQ(found.size(), 2U) << name;  // the matrix unit, and the CUDA cores
        const std::string id = "cuda:0.device.compute.f16.wgmma.fma." + std::string(name);
        ASSERT_TRUE(found.contains(id)) << name;
        EXPECT_EQ(found.at(id)->kernel, "wgmma_f16_w2");
        EXPECT_TRUE(found.contains("cuda:0.device.compute.f16.simt.fma." + std::string(name)));
        for (const auto& [roof, series] : found) EXPECT_GE(series->blocks.size(), 13U) << roof;
    }
}

TEST(CudaConditions, BlocksOfALoopOfSecondsFollowEachOther) {
    FakeDevice device({}, best_by_two_warpgroups());
    const Samples samples = measured(device, half_precision());
    for (const Condition condition : {Condition::sustained, Condition::sustained_zeros})
        for (const auto& [id, series] : under(samples, condition)) {
            const auto& loads = device.loads();
            const auto is_it = [&, roof = id](const std::string& load) {
                return load.starts_with(roof + "/");
            };
            const auto first = std::find_if(loads.begin(), loads.end(), is_it);
            ASSERT_NE(first, loads.end()) << id << " among " << loads.back();
            EXPECT_EQ(std::find_if_not(first, loads.end(), is_it) - first,
                      std::count_if(loads.begin(), loads.end(), is_it))
                << id;
            std::size_t trials = 0;
            for (const Block& block : series->blocks) trials += block.seconds.size();
            // Of 80 ms each on a device that is asked for them: two seconds and more.
            EXPECT_GE(static_cast<double>(trials) * 0.08, 2) << id;
        }
}

TEST(CudaConditions, WhatIsWrongUnderOrdinaryOnesIsAbsentUnderOthersWithThatReason) {
    FakeScript script = best_by_two_warpgroups();
    script.faults = [](const Experiment& experiment) {
        return experiment.kernel->engine == Engine::matrix ? std::vector<std::string>{"checksum: wrong"}
                                                           : std::vector<std::string>{};
    };
    FakeDevice device({}, script);
    const Samples samples = measured(device, half_precision());
    int absent = 0;
    for (const Series& series : samples.series) {
        if (!series.target.condition) continue;
        EXPECT_EQ(series.blocks.empty(), series.target.engine == Engine::matrix) << roof_id(series.target);
        if (!series.blocks.empty()) continue;
        ++absent;
        EXPECT_NE(series.absent_reason.find("none of its kernels passed its check"), std::string::npos)
            << series.absent_reason;
    }
    EXPECT_EQ(absent, 3);
}

}  // namespace
}  // namespace mansard::kernels::cuda
