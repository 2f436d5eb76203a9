// From a plan to launches: which roofs, which sets, which grids.
#include "kernels/cuda/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <set>

#include "kernels/cuda/shape.hpp"

namespace mansard::kernels::cuda {
namespace {

Gpu hopper() {
    return {.name = "Example",
            .architecture = 90,
            .sms = 132,
            .memory_bytes = 141e9,
            .l2_bytes = 50 << 20,
            .shared_bytes_per_sm = 228 << 10};
}

std::set<std::string> ids(const Experiments& experiments) {
    std::set<std::string> found;
    for (const Experiment& experiment : experiments.wanted) found.insert(roof_id(experiment.target));
    return found;
}

const Plan& standard() {
    static const Plan plan = find_plan("standard");
    return *plan.cuda;
}

TEST(CudaPlan, CoversEveryTypeAndLevelOfHopper) {
    const auto found = ids(plan_experiments(standard(), hopper()));
    for (const char* id : {"cuda:0.device.compute.f64.simt.fma", "cuda:0.device.compute.f32.simt.add",
                           "cuda:0.device.compute.bf16.simt.mul", "cuda:0.device.compute.i32.simt.fma",
                           "cuda:0.device.compute.f64.mma_sync.fma", "cuda:0.device.compute.f16.wgmma.fma",
                           "cuda:0.device.compute.fp8.wgmma.fma", "cuda:0.device.compute.tf32.wgmma.fma",
                           "cuda:0.device.compute.i8.wgmma.fma", "cuda:0.device.bandwidth.DRAM.load",
                           "cuda:0.device.bandwidth.DRAM.random", "cuda:0.device.bandwidth.L2.broadcast",
                           "cuda:0.device.bandwidth.L1.load", "cuda:0.device.bandwidth.shared.conflict_32",
                           "cuda:0.device.bandwidth.host_link.to_device_pageable",
                           "cuda:0.device.bandwidth.DRAM.load.16KiB_in_flight",
                           "cuda:0.core.latency.L2.chase", "cuda:0.device.latency.launch"})
        EXPECT_TRUE(found.contains(id)) << id;
    EXPECT_FALSE(found.contains("cuda:0.device.compute.fp8.mma_sync.fma"));  // emulated there
}

TEST(CudaPlan, BlackwellHasTcgen05AndEachPeerTwoLinks) {
    Gpu blackwell = hopper();
    blackwell.architecture = 100;
    const auto found = ids(plan_experiments(standard(), blackwell, std::array{2, 3}));
    for (const char* id :
         {"cuda:0.device.compute.f16.tcgen05.fma", "cuda:0.device.compute.fp8.tcgen05.fma",
          "cuda:0.device.compute.i8.tcgen05.fma", "cuda:0.device.bandwidth.constant.broadcast",
          "cuda:0.device.bandwidth.peer_link.to_peer.cuda:2",
          "cuda:0.device.bandwidth.peer_link.from_peer.cuda:3"})
        EXPECT_TRUE(found.contains(id)) << id;
    EXPECT_FALSE(found.contains("cuda:0.device.compute.f16.wgmma.fma"));  // sm_90a's alone
    for (const std::string& id : ids(plan_experiments(standard(), hopper())))
        EXPECT_EQ(id.find("peer_link"), std::string::npos) << id;
}

TEST(CudaPlan, WhatAnOlderGpuLacksIsAbsentOnce) {
    Gpu turing = hopper();
    turing.architecture = 75;
    const Experiments experiments = plan_experiments(standard(), turing);
    std::set<std::string> absent;
    for (const Absent& one : experiments.absent) {
        EXPECT_TRUE(absent.insert(roof_id(one.target)).second) << roof_id(one.target);
        EXPECT_FALSE(one.reason.empty());
    }
    EXPECT_TRUE(absent.contains("cuda:0.device.compute.f16.wgmma.fma"));
    EXPECT_TRUE(ids(experiments).contains("cuda:0.device.compute.f16.mma_sync.fma"));
    EXPECT_FALSE(absent.contains("cuda:0.device.compute.f16.mma_sync.fma"));
}

TEST(CudaPlan, SetsAreWholeTripsOfTheGridAndLieWhereTheyShould) {
    const auto thorough = find_plan("thorough").cuda;
    ASSERT_NE(thorough, nullptr);
    const Plan& plan = *thorough;
    for (const Experiment& experiment : plan_experiments(plan, hopper()).wanted) {
        const KernelDesc& kernel = *experiment.kernel;
        if (kernel.arrays == 0) continue;
        const Geometry geometry = geometry_of(kernel, 132);
        const std::uint64_t words = words_of(kernel, geometry, experiment.set_bytes);
        EXPECT_EQ(words * 16 * static_cast<std::uint64_t>(kernel.arrays), experiment.set_bytes)
            << experiment.name();
        EXPECT_GT(words, 0U) << experiment.name();
        if (kernel.power_of_two) {
            EXPECT_TRUE(std::has_single_bit(words)) << experiment.name();
        }
        const auto bytes = static_cast<double>(experiment.set_bytes);
        if (experiment.target.level == Level::L2) {
            EXPECT_LE(bytes, 0.4 * hopper().l2_bytes);
        }
        if (experiment.target.level == Level::L1) {
            EXPECT_LE(bytes, 0.25 * hopper().shared_bytes_per_sm * 132);
        }
        if (experiment.target.level == Level::DRAM) {
            EXPECT_GE(bytes, 0.95 * 16 * hopper().l2_bytes);
        }
        if (experiment.target.level == Level::DRAM) {
            EXPECT_LE(bytes, 0.4 * hopper().memory_bytes);
        }
    }
}

TEST(CudaPlan, ElementsAreCountedByWhatTheyAre) {
    KernelDesc kernel{.family = "test",
                      .summary = "made by hand",
                      .instruction = "",
                      .arrays = 1,
                      .gpu = {.threads = 256, .blocks_per_sm = 2}};
    const Geometry geometry = geometry_of(kernel, 10);
    EXPECT_EQ(geometry.blocks, 20U);
    EXPECT_EQ(elements_of(kernel, geometry, 0, 7), 7.0 * 20 * 8);  // trips of warps
    kernel.gpu.threads_per_element = 128;
    EXPECT_EQ(elements_of(kernel, geometry, 0, 7), 7.0 * 20 * 2);  // of warpgroups
    kernel.gpu.counted = Counted::words;
    EXPECT_EQ(elements_of(kernel, geometry, 1000, 3), 3000);
    kernel.gpu.counted = Counted::words_by_all;
    EXPECT_EQ(elements_of(kernel, geometry, 1000, 3), 60000);
    kernel.gpu.counted = Counted::steps;
    kernel.steps_per_trip = 8;
    EXPECT_EQ(elements_of(kernel, geometry, 1000, 17), 16);
}

TEST(CudaPlan, NoMoreBlocksThanAnSmHolds) {
    const KernelDesc kernel{.family = "test",
                            .summary = "made by hand",
                            .instruction = "",
                            .gpu = {.threads = 256, .blocks_per_sm = 8}};
    const Geometry asked = geometry_of(kernel, 10);
    EXPECT_EQ(fitted(kernel, asked, 10, 5).blocks, 50U);
    EXPECT_EQ(fitted(kernel, asked, 10, 9).blocks, 80U);
    EXPECT_EQ(fitted(kernel, asked, 10, 0).blocks, 80U);
}

TEST(CudaPlan, OtherConditionsAreMeasuredByTheBestKernel) {
    const Experiments ordinary = plan_experiments(standard(), hopper());
    Samples samples;
    for (const Experiment& experiment : ordinary.wanted) {
        if (roof_id(experiment.target) != "cuda:0.device.compute.f16.wgmma.fma") continue;
        const bool two = kernel_name(*experiment.kernel) == "wgmma_f16_w2";
        samples.series.push_back({.target = experiment.target,
                                  .kernel = kernel_name(*experiment.kernel),
                                  .work = experiment.kernel->work,
                                  .blocks = {{.elements = 1e6, .seconds = {two ? 0.02 : 0.03}}}});
    }
    const Experiments zeros = plan_condition(standard(), hopper(), Condition::zeros, samples);
    ASSERT_EQ(zeros.wanted.size(), 1U);
    EXPECT_EQ(roof_id(zeros.wanted[0].target), "cuda:0.device.compute.f16.wgmma.fma.zeros");
    EXPECT_EQ(kernel_name(*zeros.wanted[0].kernel), "wgmma_f16_w2");
}

}  // namespace
}  // namespace mansard::kernels::cuda
