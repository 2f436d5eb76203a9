// Raw profiles written byte by byte, by xplane.proto's numbers and not by the library that reads them.
#include <gtest/gtest.h>

#include <bit>
#include <map>

#include "core/error.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string varint(std::uint64_t value) {
    std::string out;
    for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
    return out + static_cast<char>(value);
}
std::string whole(int field, std::int64_t value) {
    return varint(static_cast<std::uint64_t>(field) << 3) + varint(static_cast<std::uint64_t>(value));
}
std::string real(int field, double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    std::string out = varint((static_cast<std::uint64_t>(field) << 3) | 1);
    for (int shift = 0; shift < 64; shift += 8) out += static_cast<char>(bits >> shift);
    return out;
}
std::string bytes(int field, std::string_view value) {
    return varint((static_cast<std::uint64_t>(field) << 3) | 2) + varint(value.size()) + std::string(value);
}

/// XStat's values: double 2, uint64 3, int64 4, str 5, bytes 6, ref 7.
constexpr int as_double = 2, as_uint64 = 3, as_int64 = 4, as_text = 5, as_bytes = 6, as_reference = 7;

constexpr std::int64_t us = 1'000'000;  ///< ps

class RawPlane {
  public:
    RawPlane(int id, std::string_view name) : head_(whole(1, id) + bytes(2, name)) {}

    std::string stat(const std::string& name, int kind, std::int64_t value) {
        return whole(1, id_of(name)) + whole(kind, value);
    }
    std::string stat(const std::string& name, double value) {
        return whole(1, id_of(name)) + real(as_double, value);
    }
    std::string stat(const std::string& name, int kind, const std::string& value) {
        return whole(1, id_of(name)) + (kind == as_reference ? whole(7, id_of(value)) : bytes(kind, value));
    }
    /// XEventMetadata: id 1, name 2, metadata 3, display_name 4, stats 5, child_id 6.
    void op(int id, std::string_view name, const std::vector<std::string>& stats = {},
            std::string_view display_name = "") {
        std::string message = whole(1, id) + bytes(2, name) + bytes(3, "\x01\x02");
        if (!display_name.empty()) message += bytes(4, display_name);
        for (const std::string& stat : stats) message += bytes(5, stat);
        ops_ += bytes(4, whole(1, id) + bytes(2, message + whole(6, 99)));
    }
    /// XEvent: metadata_id 1, offset_ps 2, duration_ps 3, stats 4.
    static std::string event(int op, std::int64_t offset, std::int64_t duration,
                             const std::vector<std::string>& stats = {}) {
        std::string message = whole(1, op) + whole(2, offset) + whole(3, duration);
        for (const std::string& stat : stats) message += bytes(4, stat);
        return bytes(4, message);
    }
    /// XLine: id 1, name 2, timestamp_ns 3, events 4, duration_ps 9, display_id 10, display_name 11.
    void line(std::string_view name, const std::string& events) {
        lines_ += bytes(3, whole(1, 5) + bytes(2, name) + whole(3, 1'700'000'000'000'000'000) + events +
                               whole(9, 7) + whole(10, 5) + bytes(11, "shown as"));
    }
    void add(const std::string& stat) { stats_ += bytes(6, stat); }

    std::string message() const {
        std::string names;
        for (const auto& [name, id] : ids_)
            names += bytes(5, whole(1, id) + bytes(2, whole(1, id) + bytes(2, name) + bytes(3, "described")));
        return head_ + lines_ + ops_ + names + stats_ + bytes(15, "a field of a later version");
    }

  private:
    int id_of(const std::string& name) {
        // Large, so that its varint has several bytes.
        return ids_.try_emplace(name, 300 + static_cast<int>(ids_.size())).first->second;
    }
    std::string head_, lines_{}, ops_{}, stats_{};
    std::map<std::string, int> ids_{};
};

/// XSpace: planes 1, errors 2, warnings 3, hostnames 4.
std::string space_of(const std::vector<RawPlane>& planes) {
    std::string out;
    for (const RawPlane& plane : planes) out += bytes(1, plane.message());
    return out + bytes(2, "an error") + bytes(3, "a warning") + bytes(4, "host");
}

RawPlane tpu() {
    RawPlane plane(7, "/device:TPU:0");
    plane.add(plane.stat("device_type_string", as_text, "TPU v9"));
    plane.add(plane.stat("peak_teraflops_per_second", 100.0));
    plane.add(plane.stat("peak_hbm_bw_gigabytes_per_second", as_uint64, 1000));
    const std::string access = bytes(1, whole(1, 1) + whole(2, 1) + whole(3, 4000)) +
                               bytes(1, whole(1, 2) + whole(2, 1) + whole(3, 1000));
    plane.op(
        10, "%dot.1 = bf16[2,2] dot(%a, %b)",
        {plane.stat("flops", as_uint64, 5'000'000'000), plane.stat("model_flops", as_int64, 4'000'000'000),
         plane.stat("hlo_category", as_reference, "convolution fusion"),
         plane.stat("program_id", as_uint64, 42), plane.stat("bytes_accessed", as_int64, 9),
         plane.stat("memory_access_breakdown", as_bytes, access),
         plane.stat("tf_op", as_reference, "jit(step)/dot")},
        "dot.1");
    plane.op(11, "add.2",
             {plane.stat("flops", 250.0), plane.stat("bytes_accessed", as_uint64, 3000),
              plane.stat("hlo_category", as_text, "loop fusion"), plane.stat("program_id", as_int64, 42)});
    plane.op(1, "1");
    plane.op(2, "2");
    plane.line("Steps", RawPlane::event(1, 0, 100 * us) + RawPlane::event(2, 100 * us, 100 * us));
    plane.line("XLA Modules", RawPlane::event(11, 0, 200 * us));
    plane.line("XLA Ops", RawPlane::event(10, 0, 50 * us) + RawPlane::event(11, 50 * us, 20 * us) +
                              RawPlane::event(10, 100 * us, 50 * us) + RawPlane::event(77, 160 * us, us));
    plane.line("Framework Ops", RawPlane::event(11, 0, 200 * us));
    return plane;
}

RawPlane gpu() {
    RawPlane plane(8, "/device:GPU:0");
    plane.add(plane.stat("gpu_device_name", as_text, "NVIDIA H900"));
    plane.add(plane.stat("memory_bandwidth", as_uint64, 4'000'000'000'000));
    plane.op(20, "gemm_kernel");
    plane.op(21, "MemcpyH2D");
    plane.op(1, "1");
    plane.op(2, "2");
    const std::vector<std::string> launched{plane.stat("hlo_op", as_reference, "dot.1"),
                                            plane.stat("program_id", as_uint64, 42),
                                            plane.stat("correlation_id", as_int64, 12)};
    plane.line("Stream #14(Compute)",
               RawPlane::event(20, 0, 30 * us, launched) + RawPlane::event(20, 100 * us, 40 * us, launched));
    plane.line("Stream #15(MemcpyH2D)",
               RawPlane::event(
                   21, 10 * us, 5 * us,
                   {plane.stat("memcpy_details", as_text, "kind_src:pinned kind_dst:device size:4096")}));
    plane.line("Steps", RawPlane::event(1, 0, 90 * us) + RawPlane::event(2, 100 * us, 90 * us));
    plane.line("XLA Ops", RawPlane::event(20, 0, 30 * us));
    return plane;
}

Profile read(const std::string& content, const ImportOptions& options = {},
             const std::string& name = "host.xplane.pb") {
    const Scratch scratch;
    const auto path = scratch.write(name, content);
    return find_importer(path, "").import(path, options);
}

TEST(XprofWire, StatsOfEachKindAreRead) {
    const Profile profile = read(space_of({tpu()}));
    EXPECT_EQ(profile.device, "TPU v9");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& dot = profile.points[0];
    EXPECT_EQ(dot.name, "dot.1");
    EXPECT_EQ(dot.category, "convolution fusion");
    EXPECT_DOUBLE_EQ(dot.calls, 2);
    EXPECT_DOUBLE_EQ(*dot.seconds, 100e-6);
    EXPECT_DOUBLE_EQ(dot.flops.at(0).count, 1e10);
    EXPECT_DOUBLE_EQ(*dot.bytes.at(0).read, 8000);
    EXPECT_DOUBLE_EQ(*dot.bytes[0].written, 2000);
    EXPECT_EQ(dot.details->regions.at(0), "jit(step)/dot");
    EXPECT_EQ(dot.details->verdict, "Compute");
    const Point& add = profile.points[1];
    EXPECT_EQ(add.name, "add.2");
    EXPECT_EQ(add.category, "loop fusion");
    EXPECT_DOUBLE_EQ(add.flops.at(0).count, 250);
    EXPECT_DOUBLE_EQ(add.bytes.at(0).count, 3000);
    EXPECT_EQ(add.details->verdict, "HBM");
    ASSERT_EQ(profile.rejected.size(), 1u) << "its description is missing";
    EXPECT_EQ(profile.records, 3u);
    EXPECT_EQ(profile.steps.size(), 3u);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 200e-6);
}

TEST(XprofWire, KindsOfDevicesStayApart) {
    const Profile profile = read(space_of({RawPlane(1, "/host:CPU"), tpu(), gpu()}));
    ASSERT_EQ(profile.points.size(), 4u);
    EXPECT_EQ(profile.points[0].device, "TPU v9");
    const Point& kernel = profile.points[2];
    EXPECT_EQ(kernel.name, "dot.1") << "the same program's, and another device's";
    EXPECT_EQ(kernel.device, "NVIDIA H900");
    EXPECT_DOUBLE_EQ(*kernel.seconds, 70e-6);
    EXPECT_TRUE(kernel.flops.empty());
    EXPECT_EQ(profile.points[3].flops.at(0).dtype, Dtype::unknown) << "of a GPU";
    EXPECT_EQ(profile.device, "");
    EXPECT_EQ(profile.steps.size(), 6u);
    EXPECT_EQ(profile.steps[3].device, "NVIDIA H900");
    ASSERT_EQ(profile.program.size(), 1u) << "a GPU's kernels have no costs, the TPU's operations have";
    EXPECT_EQ(profile.program[0].device, "TPU v9");
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 200e-6);
}

TEST(XprofWire, AGpusStepsAreThoseOfItsLine) {
    const Profile profile = read(space_of({gpu()}), {.skip_steps = 1});
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 1);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 40e-6);
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "MemcpyH2D");
    ASSERT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.steps[1].name, "step 2");
    ASSERT_EQ(profile.step_points.size(), 1u);
    EXPECT_EQ(profile.step_points[0].step, "2");
    EXPECT_DOUBLE_EQ(*profile.step_points[0].seconds, 40e-6);
    EXPECT_THROW(read(space_of({gpu()}), {.skip_steps = 2}), Error);
}

TEST(XprofWire, ItsNameTellsWhereTheFirstPlaneDoesNot) {
    const std::string later = space_of({RawPlane(1, "A plane of a later version"), tpu()});
    EXPECT_EQ(read(later).points.size(), 2u);
    EXPECT_EQ(read(bytes(2, "an error first") + later).points.size(), 2u);
    EXPECT_THROW(read(later, {}, "unnamed"), Error);
}

}  // namespace
}  // namespace mansard::analyzer
