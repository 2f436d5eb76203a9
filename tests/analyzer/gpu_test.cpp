// Profiles of GPU kernels under the roofs of a GPU, alone or beside those of its host.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "ceilings/in_flight.hpp"
#include "core/error.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr double kibibyte = 1024;

Target gpu_target(Level level, Pattern pattern) {
    Target target = memory_target(level, pattern, Scope::device);
    target.device = "cuda:0";
    target.threads = 100;
    return target;
}

void add_gpu(ceilings::Ceilings& out) {
    out.machine.gpus = {
        {.index = 0, .uuid = "GPU-01", .name = "NVIDIA Example", .architecture = 90, .sms = 100}};
    Target compute{.device = "cuda:0",
                   .kind = Kind::compute,
                   .dtype = Dtype::f32,
                   .isa = Isa::simt,
                   .engine = Engine::vector,
                   .op = Op::fma,
                   .scope = Scope::device,
                   .threads = 100};
    out.roofs.push_back(roof_of(compute, 50e12));
    out.roofs.push_back(roof_of(gpu_target(Level::DRAM, Pattern::load), 4e12));
    for (const auto& [bytes, value] :
         {std::pair{4 * kibibyte, 1e12}, {8 * kibibyte, 2e12}, {32 * kibibyte, 4e12}}) {
        Target target = gpu_target(Level::DRAM, Pattern::load);
        target.in_flight_bytes = bytes;
        out.roofs.push_back(roof_of(target, value));
    }
}

ceilings::Ceilings of_gpu() {
    ceilings::Ceilings out = four_cores();
    out.roofs.clear();
    add_gpu(out);
    return out;
}

/// One second, `bytes` of device memory.
Analysis analyzed(const std::string& device, double bytes, double in_flight, ceilings::Ceilings ceilings) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .device = device, .records = 1};
    Details details;
    if (in_flight > 0) details.metrics.push_back({std::string(bytes_in_flight_metric), in_flight});
    profile.points.push_back({.name = "kernel",
                              .seconds = 1,
                              .flops = {{.dtype = Dtype::f32, .count = 1e9}},
                              .bytes = {{.level = Level::DRAM, .count = bytes}},
                              .details = std::make_shared<const Details>(std::move(details))});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    return analyze(std::move(profiles), std::move(ceilings), {});
}

bool finds(const Analysis& analysis, std::string_view code) {
    return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                       [code](const Finding& finding) { return finding.code == code; });
}

bool has_note(const Analysis& analysis, std::string_view code) {
    return std::any_of(analysis.notes.begin(), analysis.notes.end(),
                       [code](const Note& note) { return note.code == code; });
}

TEST(GpuProfiles, StandUnderTheRoofsOfTheGpuThatTheyName) {
    for (const char* name : {"NVIDIA Example", "GPU-01", "cuda:0"}) {
        const Analysis analysis = analyzed(name, 2e12, 0, of_gpu());
        EXPECT_DOUBLE_EQ(*analysis.points.at(0).efficiency, 0.5) << name;
        EXPECT_FALSE(has_note(analysis, "threads_unknown")) << "a kernel has the whole GPU";
    }
    EXPECT_THROW(analyzed("NVIDIA Other", 2e12, 0, of_gpu()), Error);
}

TEST(GpuProfiles, OfOneFileForHostAndGpuTheRoofsOfOneAreUsed) {
    ceilings::Ceilings both = four_cores();
    const double host_roof = 1e9;
    for (ceilings::Roof& roof : both.roofs)
        if (roof.target.level == Level::DRAM) roof.value = host_roof;
    add_gpu(both);
    const Analysis gpu = analyzed("NVIDIA Example", 2e12, 0, both);
    EXPECT_DOUBLE_EQ(*gpu.points.at(0).efficiency, 0.5);
    EXPECT_TRUE(has_note(gpu, "one_device"));
    for (const ceilings::Roof& roof : gpu.ceilings->roofs) EXPECT_EQ(roof.target.device, "cuda:0");
    const Analysis host = analyzed("AMD EPYC 7763 64-Core Processor", 1e8, 0, both);
    for (const ceilings::Roof& roof : host.ceilings->roofs) EXPECT_EQ(roof.target.device, "cpu");
    EXPECT_TRUE(has_note(analyzed("", 1e8, 0, both), "one_device"));
}

TEST(GpuProfiles, UnitsOfAGpuWorkSideBySide) {
    ceilings::Ceilings ceilings = of_gpu();
    for (const Dtype dtype : {Dtype::f64, Dtype::f16}) {
        Target target = ceilings.roofs.front().target;
        target.dtype = dtype;
        ceilings.roofs.push_back(roof_of(target, dtype == Dtype::f64 ? 25e12 : 100e12));
    }
    const auto efficiency = [&](FlopCounts flops) {
        Profile profile{.source = "p.csv", .format = "mansard-csv", .device = "cuda:0", .records = 1};
        profile.points.push_back({.name = "kernel", .seconds = 1, .flops = std::move(flops)});
        std::vector<Profile> profiles;
        profiles.push_back(std::move(profile));
        return *analyze(std::move(profiles), ceilings, {}).points.at(0).efficiency;
    };
    EXPECT_DOUBLE_EQ(
        efficiency({{.dtype = Dtype::f32, .count = 20e12}, {.dtype = Dtype::f64, .count = 20e12}}), 0.8)
        << "the longer of 0.4 s and 0.8 s";
    EXPECT_DOUBLE_EQ(
        efficiency({{.dtype = Dtype::f32, .count = 20e12}, {.dtype = Dtype::f16, .count = 20e12}}), 0.6)
        << "0.4 s and 0.2 s of the same unit";
}

TEST(BytesInFlight, ExplainAKernelThatIsAsFastAsTheyAllow) {
    EXPECT_TRUE(finds(analyzed("cuda:0", 0.95e12, 4 * kibibyte, of_gpu()), "few_bytes_in_flight"));
    // Three quarters of the way from 4 to 8 KiB.
    EXPECT_TRUE(finds(analyzed("cuda:0", 1.7e12, 7 * kibibyte, of_gpu()), "few_bytes_in_flight"));
    EXPECT_FALSE(finds(analyzed("cuda:0", 0.5e12, 4 * kibibyte, of_gpu()), "few_bytes_in_flight"))
        << "something else holds it up";
    EXPECT_FALSE(finds(analyzed("cuda:0", 0.95e12, 0, of_gpu()), "few_bytes_in_flight"))
        << "they are unknown";
    EXPECT_FALSE(finds(analyzed("cuda:0", 3.9e12, 64 * kibibyte, of_gpu()), "few_bytes_in_flight"))
        << "there is nothing to gain";
}

TEST(BytesInFlight, TheCurveIsReadBetweenItsSamples) {
    const ceilings::InFlightCurve curve(of_gpu(), Level::DRAM, "cuda:0");
    EXPECT_DOUBLE_EQ(*curve.at(2 * kibibyte), 0.5e12);
    EXPECT_DOUBLE_EQ(*curve.at(6 * kibibyte), 1.5e12);
    EXPECT_DOUBLE_EQ(*curve.at(1000 * kibibyte), 4e12);
    EXPECT_DOUBLE_EQ(curve.bytes_for(0.75), 20 * kibibyte);
    EXPECT_TRUE(ceilings::InFlightCurve(of_gpu(), Level::L2, "cuda:0").empty());
    EXPECT_FALSE(ceilings::InFlightCurve(of_gpu(), Level::DRAM, "cuda:1").at(kibibyte));
    ceilings::Ceilings suspect = of_gpu();
    for (ceilings::Roof& roof : suspect.roofs) roof.status = ceilings::Status::suspect;
    EXPECT_TRUE(ceilings::InFlightCurve(suspect, Level::DRAM, "cuda:0").empty());
}

}  // namespace
}  // namespace mansard::analyzer
