// The raw profile of JAX and TensorFlow.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/make_space.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr std::int64_t us = 1'000'000;  ///< in ps

std::uint64_t u(std::uint64_t value) {
    return value;
}

/// A core that runs two steps of 500 us, each with a loop around a fusion, a copy, an infeed and a custom
/// call; it starts `late` ps after its line.
std::string tpu_core(const std::string& name, std::int64_t late = 0) {
    PlaneMaker core(name, {{"device_type_string", std::string("TPU v0")},
                           {"peak_teraflops_per_second", 100.0},
                           {"peak_hbm_bw_gigabytes_per_second", 1000.0},
                           {"peak_vmem_rd_bw_gigabytes_per_second", 10000.0}});
    const auto described = [](const std::string& category, Stats stats) {
        stats.insert(stats.begin(), {{"hlo_category", Reference{category}}, {"program_id", u(7)}});
        return stats;
    };
    const auto fusion =
        core.op("%fusion.1 = f32[8]{0} fusion(%p)",
                described("convolution fusion", {{"flops", u(10'000'000'000)},
                                                 {"model_flops", u(9'000'000'000)},
                                                 {"bytes_accessed", u(999)},
                                                 {"memory_access_breakdown", breakdown({{1, 1, 30'000'000},
                                                                                        {2, 1, 20'000'000},
                                                                                        {1, 3, 200'000'000},
                                                                                        {2, 3, 100'000'000},
                                                                                        {1, 9, 77}})},
                                                 {"tf_op", std::string("jit(step)/dot_general:")}}),
                "fusion.1");
    const auto loop = core.op("while.2", described("while", {{"flops", u(1)}, {"bytes_accessed", u(2)}}));
    const auto copy = core.op("copy-start.3", described("copy-start", {{"bytes_accessed", u(40'000'000)}}));
    const auto infeed = core.op("infeed.4", described("infeed", {}));
    const auto call = core.op("custom-call.5", described("custom-call", {}));
    const auto one = core.op("1", {}), two = core.op("2", {});
    const auto at = [&](std::int64_t from_us, std::int64_t length_us, std::int64_t op, Stats stats = {}) {
        return SpaceEvent{op, late + from_us * us, length_us * us, 0, std::move(stats)};
    };
    std::vector<SpaceEvent> events;
    for (const std::int64_t step : {0, 500}) {
        events.push_back(at(step, 220, loop));
        events.push_back(at(step + 10, 100, fusion, {{"dma_stall_duration_ps", std::int64_t{25 * us}}}));
        events.push_back(at(step + 110, 100, fusion));
        events.push_back(at(step + 220, 80, copy));
        events.push_back(at(step + 300, 50, infeed));
        events.push_back(
            at(step + 400, 100, call, {{"flops", u(2'000'000)}, {"bytes_accessed", u(3'000'000)}}));
    }
    core.line("Steps", {at(0, 500, one), at(500, 500, two)});
    core.line("XLA Modules", {at(0, 1000, one)});
    core.line("XLA Ops", events);
    core.line("Async XLA Ops", {at(0, 400, copy)});
    return core.bytes();
}

std::string host(const Stats& stats = {}) {
    PlaneMaker plane("/host:CPU", stats);
    plane.line("python", {{plane.op("main", {}), 0, 1000 * us}});
    return plane.bytes();
}

std::string tpu_space() {
    return space({tpu_core("/device:TPU:0"), tpu_core("/device:TPU:1", 3 * us), host()});
}

Profile import_space(const std::string& content, const ImportOptions& options = {}) {
    const Scratch scratch;
    const auto path = scratch.write("host.xplane.pb", content);
    return find_importer(path, "").import(path, options);
}

const Point& named(const Profile& profile, std::string_view name) {
    for (const Point& point : profile.points)
        if (point.name == name) return point;
    throw std::logic_error("no such point");
}

TEST(XprofXplane, OperationsAreThePointsOverAllCores) {
    const Profile profile = import_text("host.xplane.pb", tpu_space());
    EXPECT_EQ(profile.format, "xprof-xplane");
    EXPECT_EQ(profile.device, "TPU v0");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 5u);
    const Point& fusion = named(profile, "fusion.1");
    EXPECT_EQ(fusion.category, "convolution fusion");
    EXPECT_DOUBLE_EQ(fusion.calls, 8);
    EXPECT_DOUBLE_EQ(*fusion.seconds, 800e-6);
    EXPECT_DOUBLE_EQ(fusion.flops.at(0).count, 8e10);
    EXPECT_EQ(fusion.flops[0].dtype, Dtype::bf16);
    EXPECT_EQ(fusion.flops[0].engine, Engine::matrix);
    EXPECT_EQ(fusion.flops[0].how, How::modelled);
    ASSERT_EQ(fusion.bytes.size(), 2u) << "HBM and VMEM; the memory 9 is none of those with a roof";
    EXPECT_EQ(fusion.bytes[0].level, Level::DRAM);
    EXPECT_DOUBLE_EQ(fusion.bytes[0].count, 4e8);
    EXPECT_DOUBLE_EQ(*fusion.bytes[0].read, 2.4e8);
    EXPECT_DOUBLE_EQ(*fusion.bytes[0].written, 1.6e8);
    EXPECT_EQ(fusion.bytes[1].level, Level::VMEM);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].read, 1.6e9);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].written, 8e8);
    EXPECT_EQ(fusion.details->regions.at(0), "jit(step)/dot_general:");
    ASSERT_EQ(fusion.details->metrics.size(), 2u);
    EXPECT_DOUBLE_EQ(fusion.details->metrics[0].value, 7.2e10) << "model_flops";
    EXPECT_DOUBLE_EQ(fusion.details->metrics[1].value, 0.125) << "dma_stall, a share";
    EXPECT_EQ(fusion.details->verdict, "Compute") << "100 TFLOP/s of 100, 500 GB/s of 1000";
    EXPECT_EQ(codes(profile.notes), "profiler_peaks cores_summed other_memories");
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 2000e-6) << "of two cores";
}

TEST(XprofXplane, ALoopHasTheTimeThatIsNotItsOperations) {
    const Profile profile = import_space(tpu_space());
    const Point& loop = named(profile, "while.2");
    EXPECT_NEAR(*loop.seconds, 4 * 20e-6, 1e-15);
    EXPECT_EQ(loop.flops.at(0).count, 0);
    EXPECT_TRUE(loop.bytes.empty());
}

TEST(XprofXplane, UnknownCostsStayUnknown) {
    const Profile profile = import_space(tpu_space());
    EXPECT_TRUE(named(profile, "infeed.4").flops.empty());
    EXPECT_TRUE(named(profile, "infeed.4").bytes.empty());
    const Point& copy = named(profile, "copy-start.3");
    EXPECT_EQ(copy.flops.at(0).count, 0) << "the cost model knows it: it has bytes";
    EXPECT_DOUBLE_EQ(copy.bytes.at(0).count, 4 * 4e7);
    EXPECT_FALSE(copy.bytes[0].read);
    EXPECT_FALSE(copy.notes.empty()) << "it goes on beside others";
    EXPECT_EQ(copy.details->verdict, "HBM");
}

TEST(XprofXplane, ARunsOwnWorkComesBeforeItsDescription) {
    const Profile profile = import_space(tpu_space());
    const Point& call = named(profile, "custom-call.5");
    EXPECT_DOUBLE_EQ(call.flops.at(0).count, 4 * 2e6);
    EXPECT_DOUBLE_EQ(call.bytes.at(0).count, 4 * 3e6);
    EXPECT_EQ(call.bytes.size(), 1u) << "of VMEM nothing is known, and that is not 0";
}

TEST(XprofXplane, StepsAreWholes) {
    const Profile profile = import_space(tpu_space());
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_EQ(profile.program[0].name, "total");
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 2000e-6) << "of two cores, idle time included";
    EXPECT_DOUBLE_EQ(profile.program[0].flops.at(0).count, 8e10 + 4 * 2e6);
    ASSERT_EQ(profile.steps.size(), 3u);
    EXPECT_EQ(profile.steps[0].name, "average step");
    EXPECT_DOUBLE_EQ(*profile.steps[0].seconds, 1000e-6) << "of two cores";
    EXPECT_DOUBLE_EQ(profile.steps[0].flops.at(0).count, 4e10 + 2 * 2e6);
    EXPECT_EQ(profile.steps[1].name, "step 1");
    EXPECT_EQ(profile.steps[2].step, "2");
    EXPECT_DOUBLE_EQ(profile.steps[2].flops.at(0).count, 4e10 + 2 * 2e6);
    ASSERT_EQ(profile.step_points.size(), 10u);
    double seconds = 0;
    for (const Point& point : profile.step_points)
        if (point.name == "fusion.1" && point.step == "1") seconds += *point.seconds;
    EXPECT_DOUBLE_EQ(seconds, 400e-6);
}

TEST(XprofXplane, SkippedStepsAreNowhere) {
    const Profile profile = import_space(tpu_space(), {.skip_steps = 1});
    EXPECT_DOUBLE_EQ(*named(profile, "fusion.1").seconds, 400e-6);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 1000e-6);
    EXPECT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.rejected.size(), 0u);
    EXPECT_THROW(import_space(tpu_space(), {.skip_steps = 2}), Error);
}

TEST(XprofXplane, WithoutFeedsTheirTimeIsGone) {
    const Profile profile = import_space(tpu_space(), {.feeds = false});
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "infeed.4");
    EXPECT_NEAR(*profile.seconds_wall, 1800e-6, 1e-12);
    EXPECT_NEAR(*profile.steps[1].seconds, 900e-6, 1e-12);
    EXPECT_EQ(profile.step_points.size(), 8u);
}

TEST(XprofXplane, AFeedThatOutlastsItsStepLeavesNoNegativeTime) {
    PlaneMaker core("/device:TPU:0");
    const auto infeed = core.op("infeed", {{"hlo_category", std::string("infeed")}});
    core.line("Steps", {{core.op("1", {}), 0, 10}});
    core.line("XLA Ops", {{infeed, 5, 100}});
    const Profile profile = import_space(space({core.bytes()}), {.feeds = false});
    EXPECT_EQ(*profile.steps.at(1).seconds, 0);
}

TEST(XprofXplane, CountersGiveTheWholeFromPeaks) {
    const Profile profile = import_space(
        space({tpu_core("/device:TPU:0"),
               host({{"matrix_unit_utilization_percent", 40.0}, {"hbm_utilization_percent", 25.0}})}));
    ASSERT_EQ(profile.program.size(), 2u);
    EXPECT_EQ(profile.program[1].name, "total (hardware counters)");
    EXPECT_NEAR(profile.program[1].flops.at(0).count, 0.4 * 100e12 * 1000e-6, 1);
    EXPECT_NEAR(profile.program[1].bytes.at(0).count, 0.25 * 1000e9 * 1000e-6, 1);
    EXPECT_EQ(profile.program[1].flops[0].how, How::counted);
}

TEST(XprofXplane, TheDevicesOwnClockComesFirstAndOrderDoesNotMatter) {
    PlaneMaker core("/device:TPU:0");
    const auto outer = core.op("while", {{"hlo_category", std::string("while")}});
    const auto inner = core.op("dot", {{"flops", u(5)}});
    const auto timed = [](std::int64_t op, std::int64_t begin, std::int64_t duration) {
        return SpaceEvent{op, 99, 1, 0, {{"device_offset_ps", begin}, {"device_duration_ps", duration}}};
    };
    core.line("XLA Ops", {timed(inner, 40, 20), timed(inner, 10, 20), timed(outer, 0, 100)});
    const Profile profile = import_space(space({core.bytes()}));
    EXPECT_NEAR(*named(profile, "while").seconds, 60e-12, 1e-20);
    EXPECT_NEAR(*named(profile, "dot").seconds, 40e-12, 1e-20);
    EXPECT_NEAR(*profile.seconds_wall, 100e-12, 1e-20);
}

TEST(XprofXplane, WhatWasSummedUpHasItsRunsAndItsOwnTime) {
    PlaneMaker core("/device:TPU:0");
    const auto dot = core.op("dot", {{"flops", u(5)}, {"bytes_accessed", u(2)}});
    core.line("XLA Ops", {{dot, 0, 1000, 4, {{"self_duration_ps", std::int64_t{600}}}}});
    const Profile profile = import_space(space({core.bytes()}));
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 4);
    EXPECT_NEAR(*profile.points[0].seconds, 600e-12, 1e-20);
    EXPECT_DOUBLE_EQ(profile.points[0].flops.at(0).count, 20);
}

std::string gpu(const std::string& name) {
    PlaneMaker plane(
        name, {{"gpu_device_name", std::string("NVIDIA H200")}, {"memory_bandwidth", u(4'800'000'000'000)}});
    const auto kernel = plane.op("loop_fusion_kernel", {}), nccl = plane.op("ncclDevKernel_AllReduce", {});
    const auto in = plane.op("MemcpyH2D", {}), move = plane.op("MemcpyD2D", {}), set = plane.op("Memset", {});
    const Stats fusion{{"hlo_op", std::string("loop_fusion.3")}, {"program_id", u(7)}};
    plane.line("Stream #13(Compute)", {{kernel, 0, 100 * us, 0, fusion},
                                       {kernel, 100 * us, 100 * us, 0, fusion},
                                       {nccl, 300 * us, 50 * us}});
    plane.line(
        "Stream #20(Memcpy)",
        {{in,
          150 * us,
          100 * us,
          0,
          {{"memcpy_details", std::string("kind_src:pinned kind_dst:device size:4096 dest:0 async:1")}}},
         {in, 400 * us, 10 * us, 0, {{"memcpy_details", std::string("num_bytes:100\nasync:1")}}},
         {move,
          410 * us,
          10 * us,
          0,
          {{"memcpy_details", std::string("kind_src:device kind_dst:device size:64 dest:0")}}},
         {set, 420 * us, 10 * us, 0, {{"memset_details", std::string("kind:device size:32 async:1")}}}});
    plane.line("XLA Ops", {{kernel, 0, 200 * us}});
    return plane.bytes();
}

TEST(XprofXplane, AGpusKernelsHaveTimeAndItsCopiesBytes) {
    const Profile profile = import_text("host.xplane.pb", space({gpu("/device:GPU:0"), host()}));
    EXPECT_EQ(profile.device, "NVIDIA H200");
    ASSERT_EQ(profile.points.size(), 5u);
    const Point& fusion = named(profile, "loop_fusion.3");
    EXPECT_DOUBLE_EQ(*fusion.seconds, 200e-6);
    EXPECT_DOUBLE_EQ(fusion.calls, 2);
    EXPECT_TRUE(fusion.flops.empty());
    EXPECT_EQ(named(profile, "ncclDevKernel_AllReduce").category, "communication");
    const Point& in = named(profile, "MemcpyH2D");
    EXPECT_EQ(in.category, "in-feed");
    ASSERT_EQ(in.bytes.size(), 2u);
    EXPECT_DOUBLE_EQ(*in.bytes[0].written, 4196);
    EXPECT_EQ(in.bytes[1].level, Level::host_link);
    EXPECT_DOUBLE_EQ(in.bytes[1].count, 4196);
    EXPECT_EQ(in.bytes[1].how, How::counted);
    EXPECT_DOUBLE_EQ(named(profile, "MemcpyD2D").bytes.at(0).count, 128);
    EXPECT_DOUBLE_EQ(named(profile, "Memset").bytes.at(0).count, 32);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 430e-6);
    EXPECT_NEAR(*profile.seconds_busy, 330e-6, 1e-12) << "what overlaps counts once";
    EXPECT_EQ(codes(profile.notes), "profiler_peaks no_costs");
}

TEST(XprofXplane, SparseCoresRunBeside) {
    PlaneMaker sparse("/device:TPU:0 SparseCore 0");
    const auto gather = sparse.op("gather.9", {{"program_id", u(7)}});
    sparse.line("Sparse Core Ops", {{gather, 0, us}, {gather, us, us}});
    const Profile profile = import_text("host.xplane.pb", space({tpu_core("/device:TPU:0"), sparse.bytes()}));
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "gather.9");
    EXPECT_EQ(profile.records, 6u);
}

TEST(XprofXplane, WhatIsDamagedIsRejectedAlone) {
    PlaneMaker core("/device:TPU:0");
    const auto dot = core.op("dot", {{"flops", u(5)}});
    const auto wrong = core.op("wrong", {{"flops", -3.0}});
    core.line("XLA Ops", {{dot, 0, 100}, {dot, 200, -5}, {77, 300, 5}, {wrong, 400, 5}});
    core.raw_line("\x1a\x7f");
    std::string good = core.bytes();
    const Profile profile =
        import_text("host.xplane.pb", space({good, tpu_core("/device:TPU:1").substr(0, 500)}));
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.rejected.size(), 5u);
    EXPECT_NE(profile.rejected[0].reason.find("time"), std::string::npos);
    EXPECT_NE(profile.rejected[1].reason.find("description"), std::string::npos);
    EXPECT_NE(profile.rejected[2].reason.find("line"), std::string::npos);
    EXPECT_EQ(profile.rejected[3].name, "/device:TPU:1");
    EXPECT_NE(profile.rejected[4].reason.find("FLOPs"), std::string::npos);
}

TEST(XprofXplane, OfACutFileTheWholePlanesAreKept) {
    const std::string whole = tpu_space();
    const Profile profile =
        import_text("host.xplane.pb", std::string_view(whole).substr(0, whole.size() - 5));
    EXPECT_EQ(profile.points.size(), 5u);
    EXPECT_NE(codes(profile.notes).find("truncated"), std::string::npos);
}

TEST(XprofXplane, WhatHoldsNoDeviceIsAnError) {
    const Scratch scratch;
    for (const std::string& text : {space({host()}), std::string(),
                                    std::string("\x0a\x05"
                                                "abc"),
                                    std::string("{}")}) {
        const auto path = scratch.write("host.xplane.pb", text);
        EXPECT_THROW(find_importer(path, "xprof-xplane").import(path, {}), Error);
    }
}

TEST(XprofXplane, AFolderOfOneIsRead) {
    const Scratch scratch;
    std::filesystem::create_directories(scratch.path() / "plugins/profile/run");
    scratch.write("plugins/profile/run/a.xplane.pb", tpu_space());
    EXPECT_EQ(find_importer(scratch.path(), "").import(scratch.path(), {}).points.size(), 5u);
    scratch.write("plugins/profile/run/b.xplane.pb", tpu_space());
    EXPECT_THROW(find_importer(scratch.path(), "").import(scratch.path(), {}), Error) << "which of them?";
}

/// The fixture that the fuzzers and the mutation tests start from.
TEST(XprofXplane, TheFixturesAreWhatIsMadeHere) {
    EXPECT_EQ(read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/xprof_tpu.xplane.pb"), tpu_space());
    EXPECT_EQ(read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/xprof_gpu.xplane.pb"),
              space({gpu("/device:GPU:0"), host()}));
}

}  // namespace
}  // namespace mansard::analyzer
