// From a plan to launches: which roofs, which sets, which grids.
#include "kernels/cuda/plan.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "kernels/cuda/shape.hpp"
#include "tests/cuda/gpus.hpp"

namespace mansard::kernels::cuda {
namespace {

std::set<std::string> ids(const Experiments& experiments) {
    std::set<std::string> found;
    for (const Experiment& experiment : experiments.wanted) found.insert(roof_id(experiment.target));
    return found;
}

const Plan& standard() {
    static const Plan plan = find_plan("standard");
    return *plan.cuda;
}

/// What quick, standard and thorough want of a GPU with one peer.
std::set<std::string> ids_of(const char* plan, int architecture = 90) {
    Gpu gpu = hopper();
    gpu.architecture = architecture;
    return ids(plan_experiments(*find_plan(plan).cuda, gpu, std::array{1}));
}

void expect_in(const std::set<std::string>& found, const std::string& id, const char* plan) {
    EXPECT_TRUE(found.contains("cuda:0." + id)) << id << " in " << plan;
}

TEST(CudaPlan, EveryPlanHasTheRoofsOfAllTypesAndLevels) {
    for (const char* plan : {"quick", "standard", "thorough"}) {
        const auto found = ids_of(plan);
        for (const char* dtype : {"f64", "f32", "f16", "bf16", "i32"})
            for (const char* op : {"fma", "add", "mul"})
                expect_in(found, fmt::format("device.compute.{}.simt.{}", dtype, op), plan);
        for (const char* dtype : {"f16", "bf16", "tf32", "i8", "f64"})
            expect_in(found, fmt::format("device.compute.{}.mma_sync.fma", dtype), plan);
        for (const char* dtype : {"f16", "bf16", "tf32", "fp8", "i8"}) {
            expect_in(found, fmt::format("device.compute.{}.wgmma.fma", dtype), plan);
            expect_in(ids_of(plan, 100), fmt::format("device.compute.{}.tcgen05.fma", dtype), plan);
        }
        for (const int architecture : {89, 120})
            expect_in(ids_of(plan, architecture), "device.compute.fp8.mma_sync.fma", plan);
        for (const char* of_level :
             {"DRAM.load", "DRAM.store", "DRAM.copy", "DRAM.triad", "DRAM.random", "L2.load", "L2.broadcast",
              "L2.store", "L2.copy", "L1.load", "shared.load", "shared.conflict_2", "shared.conflict_4",
              "shared.conflict_8", "shared.conflict_32", "constant.broadcast"})
            expect_in(found, fmt::format("device.bandwidth.{}", of_level), plan);
        for (const char* level : {"L1", "L2", "DRAM"})
            expect_in(found, fmt::format("core.latency.{}.chase", level), plan);
        expect_in(found, "device.latency.launch", plan);
    }
}

TEST(CudaPlan, LinksAndBytesInFlightAreStandardAndPipelinesThorough) {
    for (const char* plan : {"standard", "thorough"}) {
        const auto found = ids_of(plan);
        for (const char* pattern : {"to_device", "from_device", "to_device_pageable", "from_device_pageable"})
            expect_in(found, fmt::format("device.bandwidth.host_link.{}", pattern), plan);
        for (const char* pattern : {"to_peer", "from_peer"})
            expect_in(found, fmt::format("device.bandwidth.peer_link.{}.cuda:1", pattern), plan);
        for (const char* level : {"DRAM", "L2"})
            for (const int kib : {1, 2, 4, 8, 16, 32, 64, 128})
                expect_in(found, fmt::format("device.bandwidth.{}.load.{}KiB_in_flight", level, kib), plan);
    }
    const auto found = ids_of("thorough");
    for (const char* way : {"simt", "cp_async", "bulk"})
        for (const char* intensity : {"0.5", "2", "4", "8", "16"})
            for (const int buffers : {1, 2, 3, 4})
                for (const int kib : {4, 16})
                    expect_in(found,
                              fmt::format("device.pipeline.f32.{}.DRAM.load.{}.{}x{}KiB", way, intensity,
                                          buffers, kib),
                              "thorough");
}

TEST(CudaPlan, EachTypeIsMeasuredOnZerosAndForSeconds) {
    for (const char* name : {"quick", "standard", "thorough"}) {
        const std::shared_ptr<const Plan> plan = find_plan(name).cuda;
        std::map<Dtype, std::set<Condition>> conditions;
        for (const ComputeGroup& group : plan->compute)
            for (const Dtype dtype : group.dtypes)
                conditions[dtype].insert(group.conditions.begin(), group.conditions.end());
        std::set<Condition> wanted{Condition::zeros};
        if (name != std::string_view("quick"))
            wanted.insert({Condition::sustained, Condition::sustained_zeros});
        for (const Dtype dtype : {Dtype::f64, Dtype::f32, Dtype::tf32, Dtype::f16, Dtype::bf16, Dtype::fp8,
                                  Dtype::i8, Dtype::i32})
            EXPECT_EQ(conditions[dtype], wanted) << name << ", " << name_of(dtype);
    }
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
