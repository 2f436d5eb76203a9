// Points that name their device as roofs do: "hip:1", "cuda:1".
#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "core/error.hpp"
#include "tests/analyzer/fixture.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// Two devices, the second half as fast, of a file that names no machine.
ceilings::Ceilings two_devices(const std::string& make) {
    ceilings::Ceilings out{.tool_version = "0.1.0", .created = "2026-01-01T00:00:00Z", .plan = "imported"};
    for (int index : {0, 1}) {
        Target target = memory_target(Level::DRAM, Pattern::load, Scope::device);
        target.device = make + ":" + std::to_string(index);
        target.threads = 1;
        out.roofs.push_back(roof_of(target, index == 0 ? 2e12 : 1e12));
        out.roofs.back().status = ceilings::Status::imported;
    }
    return out;
}

Analysis placed(const std::vector<std::string>& devices, ceilings::Ceilings ceilings,
                AnalyzeOptions options = {}) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = devices.size()};
    for (const std::string& device : devices)
        profile.points.push_back({.name = "k",
                                  .device = device,
                                  .seconds = 1,
                                  .flops = {{.dtype = Dtype::f64, .count = 0}},
                                  .bytes = {{.level = Level::DRAM, .count = 5e11}}});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::move(ceilings), options);
}

TEST(DeviceIds, ChooseTheRoofsOfThatDevice) {
    for (const std::string make : {"hip", "cuda"}) {
        EXPECT_DOUBLE_EQ(*placed({make + ":0"}, two_devices(make)).points.at(0).efficiency, 0.25);
        EXPECT_DOUBLE_EQ(*placed({make + ":1"}, two_devices(make)).points.at(0).efficiency, 0.5);
    }
}

TEST(DeviceIds, OfSeveralAFilterKeepsOne) {
    const std::vector<std::string> both{"hip:0", "hip:1"};
    EXPECT_NE(codes(placed(both, two_devices("hip")).notes).find("several_devices"), std::string::npos);
    const Analysis second = placed(both, two_devices("hip"), {.filters = {{"device", "hip:1"}}});
    ASSERT_EQ(second.points.size(), 1U);
    EXPECT_DOUBLE_EQ(*second.points[0].efficiency, 0.5) << "what the note's remedy promises";
}

TEST(DeviceIds, AreRefusedWhereNoRoofIsOfThem) {
    for (const char* device : {"hip:2", "cuda:1"}) {
        EXPECT_THROW(placed({device}, two_devices("hip")), Error) << device;
        const Analysis forced = placed({device}, two_devices("hip"), {.force = true});
        EXPECT_NE(codes(forced.notes).find("foreign_device"), std::string::npos) << device;
    }
    EXPECT_NO_THROW(placed({"AMD Instinct MI300X"}, two_devices("hip"))) << "a file that names no machine";
}

TEST(DeviceIds, NeedNoListOfGpusBesideAHost) {
    ceilings::Ceilings ceilings = two_devices("cuda");
    ceilings.machine.cpu_model = "AMD EPYC 7763 64-Core Processor";
    EXPECT_DOUBLE_EQ(*placed({"cuda:1"}, ceilings).points.at(0).efficiency, 0.5);
}

}  // namespace
}  // namespace mansard::analyzer
