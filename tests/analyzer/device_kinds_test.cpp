// Profiles that name no device and can be of no CPU are never put under a CPU's roofs.
#include "analyzer/device_kinds.hpp"

#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "analyzer/compare/compare.hpp"
#include "analyzer/device_check.hpp"
#include "core/error.hpp"
#include "tests/analyzer/fixture.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Profile of_kind(std::string_view kind) {
    Profile profile{.source = "p.csv", .format = "ncu-csv", .records = 1};
    profile.points.push_back(
        {.name = "kernel", .seconds = 1, .flops = {{.dtype = Dtype::f32, .count = 1e9}}});
    state_device_kind(profile, kind);
    return profile;
}

Analysis placed(Profile profile, std::optional<ceilings::Ceilings> ceilings) {
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::move(ceilings), {});
}

ceilings::Ceilings with_gpus(std::initializer_list<const char*> names) {
    ceilings::Ceilings out = four_cores();
    int index = 0;
    for (const char* name : names) {
        out.machine.gpus.push_back({.index = index, .uuid = "GPU-0" + std::to_string(index), .name = name});
        Target target = memory_target(Level::DRAM, Pattern::load, Scope::device);
        target.device = "cuda:" + std::to_string(index++);
        out.roofs.push_back(roof_of(target, 4e12));
    }
    return out;
}

TEST(DeviceKinds, ImportersStateThemWhereNothingIsNamed) {
    for (const auto& [name, kind] : {std::pair("ncu_summary.csv", device_kind::nvidia_gpu),
                                     {"ncu_summary.txt", device_kind::nvidia_gpu},
                                     {"xprof_op_profile.json", device_kind::gpu_or_tpu}}) {
        const Profile profile = import_fixture(name);
        const bool named = !profile.device.empty() && !is_device_kind(profile.device);
        if (named) continue;
        EXPECT_EQ(profile.device, kind) << name;
        EXPECT_EQ(profile.points[0].device, kind) << name;
        EXPECT_THROW(check_device(profile, four_cores(), false), Error) << name;
    }
    const Profile trace = import_text(
        "t.json", R"({"schemaVersion":1,"deviceProperties":[],"traceEvents":[)"
                  R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":0,"stream":7}}]})");
    EXPECT_EQ(trace.device, device_kind::gpu);
    const Profile times =
        import_text("nvprof.csv",
                    "==1== Profiling result:\n"
                    "\"Type\",\"Time(%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n"
                    ",%,ms,,ms,ms,ms,\n"
                    "\"GPU activities\",100,2,1,2,2,2,\"add(float*)\"\n");
    EXPECT_EQ(times.device, device_kind::nvidia_gpu);
    EXPECT_EQ(import_fixture("benchmarks.json").device, "") << "of a CPU, or of anything";
}

TEST(DeviceKinds, AreRefusedUnderTheRoofsOfACpu) {
    for (const std::string_view kind :
         {device_kind::nvidia_gpu, device_kind::amd_gpu, device_kind::gpu, device_kind::gpu_or_tpu}) {
        try {
            check_device(of_kind(kind), four_cores(), false);
            ADD_FAILURE() << kind;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find("--force"), std::string::npos) << error.what();
        }
        EXPECT_EQ(codes(check_device(of_kind(kind), four_cores(), true)), "foreign_device");
    }
    EXPECT_EQ(placed(of_kind(device_kind::nvidia_gpu), std::nullopt).points.at(0).status,
              PlacementStatus::no_roofs);
}

TEST(DeviceKinds, FitTheOnlyGpuThatWasMeasured) {
    const ceilings::Ceilings one = with_gpus({"NVIDIA Example"});
    for (const std::string_view kind : {device_kind::nvidia_gpu, device_kind::gpu, device_kind::gpu_or_tpu})
        EXPECT_EQ(codes(check_device(of_kind(kind), one, false)), "device_unnamed") << kind;
    EXPECT_THROW(check_device(of_kind(device_kind::amd_gpu), one, false), Error);
    EXPECT_NO_THROW(
        check_device(of_kind(device_kind::nvidia_gpu), with_gpus({"NVIDIA A", "NVIDIA A"}), false));
    EXPECT_THROW(check_device(of_kind(device_kind::nvidia_gpu), with_gpus({"NVIDIA A", "NVIDIA B"}), false),
                 Error);
    const Analysis analysis = placed(of_kind(device_kind::nvidia_gpu), one);
    for (const ceilings::Roof& roof : analysis.ceilings->roofs) EXPECT_EQ(roof.target.device, "cuda:0");
}

TEST(DeviceKinds, AreNoNamesToCompareBy) {
    const auto analysis = [](std::string_view device) { return placed(of_kind(device), std::nullopt); };
    const Comparison kinds = compare(analysis(device_kind::nvidia_gpu), analysis(device_kind::gpu), {});
    EXPECT_EQ(kinds.pairs.size(), 1u);
    const Comparison named = compare(analysis(device_kind::nvidia_gpu), analysis("Example T4"), {});
    EXPECT_NE(codes(named.notes).find("device_unnamed"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
