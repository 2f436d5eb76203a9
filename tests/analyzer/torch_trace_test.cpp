#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/torch/kernel_name.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using testing::codes;

Profile import_trace(std::string_view content, const ImportOptions& options = {}) {
    const testing::Scratch scratch;
    const auto path = scratch.write("trace.json", content);
    Profile profile = find_importer(path, "torch-trace").import(path, options);
    std::size_t records = profile.rejected.size();
    for (const Point& point : profile.points) records += point.records;
    EXPECT_EQ(records, profile.records);
    return profile;
}

Profile three_steps(const ImportOptions& options = {}) {
    return import_trace(read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/torch_steps.json"), options);
}

template <typename Points>
const Point& point_of(const Points& points, std::string_view name) {
    for (const Point& point : points)
        if (point.name == name) return point;
    throw std::runtime_error("no point " + std::string(name));
}

constexpr double us = 1e-6;
constexpr std::string_view addmm = "aten::addmm [128] [64,32] [32,128]";

TEST(TorchTrace, OperationsStandForTheirKernels) {
    const Profile profile = three_steps();
    EXPECT_EQ(profile.records, 24u);
    ASSERT_EQ(profile.points.size(), 7u);
    const Point& point = point_of(profile.points, addmm);
    EXPECT_EQ(point.granularity, Granularity::op);
    EXPECT_EQ(point.records, 6u) << "two kernels in each of three calls";
    EXPECT_DOUBLE_EQ(point.calls, 3);
    EXPECT_DOUBLE_EQ(*point.seconds, 3 * 14.625 * us);
    ASSERT_EQ(point.flops.size(), 1u) << "aten::linear around it is not counted again";
    EXPECT_DOUBLE_EQ(point.flops[0].count, 3 * 2.0 * 64 * 128 * 32);
    EXPECT_EQ(point.flops[0].how, How::modelled);
    EXPECT_DOUBLE_EQ(*point.bytes[0].read, 3 * 4.0 * (128 + 64 * 32 + 32 * 128));
    EXPECT_EQ(point.category, "matmul");
    EXPECT_EQ(point.device, "Fictional GPU 1");
    EXPECT_EQ(profile.device, "Fictional GPU 1");
    const Point& unknown = point_of(profile.points, "mystery_kernel");
    EXPECT_TRUE(unknown.flops.empty());
    EXPECT_EQ(unknown.category, "kernel");
    EXPECT_EQ(unknown.details->grid, "8,1,1");
}

TEST(TorchTrace, CopiesFeedTheDevice) {
    const Profile profile = three_steps();
    const Point& in = point_of(profile.points, "Memcpy HtoD (Pinned -> Device)");
    EXPECT_EQ(in.category, "in-feed");
    ASSERT_EQ(in.bytes.size(), 2u);
    EXPECT_EQ(in.bytes[0].level, Level::host_link);
    EXPECT_DOUBLE_EQ(in.bytes[0].count, 3 * 8192);
    EXPECT_EQ(in.bytes[0].how, How::counted);
    EXPECT_EQ(point_of(profile.points, "Memcpy DtoH (Device -> Pageable)").category, "out-feed");
    const Point& set = point_of(profile.points, "Memset (Device)");
    EXPECT_DOUBLE_EQ(*set.bytes[0].written, 3 * 512);
    EXPECT_DOUBLE_EQ(set.flops.at(0).count, 0);
}

TEST(TorchTrace, Steps) {
    const Profile profile = three_steps();
    ASSERT_EQ(profile.steps.size(), 4u);
    EXPECT_EQ(profile.steps[0].name, "average step");
    EXPECT_DOUBLE_EQ(*profile.steps[0].seconds, 900.25 * us);
    EXPECT_EQ(profile.steps[1].name, "ProfilerStep#5");
    EXPECT_TRUE(profile.steps[1].flops.empty()) << "one of its kernels has none";
    EXPECT_EQ(profile.step_points.size(), 21u);
    EXPECT_EQ(profile.step_points[20].step, "ProfilerStep#7");
    EXPECT_NEAR(*profile.seconds_busy, 3 * 41.625 * us, 1e-15);
    EXPECT_NEAR(*profile.seconds_wall, 2425 * us, 1e-15);
}

TEST(TorchTrace, StepsCanBeSkipped) {
    const Profile profile = three_steps({.skip_steps = 2});
    EXPECT_EQ(profile.records, 8u);
    EXPECT_EQ(profile.steps.size(), 2u);
    EXPECT_NEAR(*profile.seconds_busy, 41.625 * us, 1e-15);
    EXPECT_NEAR(*profile.seconds_wall, 430 * us, 1e-15) << "from the beginning of the step";
    EXPECT_NE(codes(profile.notes).find("steps_skipped"), std::string::npos);
    EXPECT_THROW(three_steps({.skip_steps = 3}), Error);
}

TEST(TorchTrace, ModulesAndAnnotationsAreRegions) {
    const Profile profile = three_steps();
    EXPECT_NEAR(*point_of(profile.regions, "encoder").seconds, 3 * 27.625 * us, 1e-15);
    EXPECT_NEAR(*point_of(profile.regions, "encoder / Linear_0").seconds, 3 * 24.625 * us, 1e-15);
    const Point& backward = point_of(profile.regions, "encoder / Linear_0 / backward");
    EXPECT_NEAR(*backward.seconds, 3 * 10 * us, 1e-15);
    EXPECT_DOUBLE_EQ(backward.flops.at(0).count, 3 * 2.0 * 32 * 128 * 64);
    EXPECT_EQ(profile.regions.size(), 3u);
}

TEST(TorchTrace, EachLaunchAlone) {
    const Profile profile = three_steps({.per_launch = true});
    EXPECT_EQ(profile.points.size(), 21u);
    EXPECT_EQ(*point_of(profile.points, "mystery_kernel").details->launch, 1004);
    EXPECT_EQ(point_of(profile.points, addmm).records, 2u);
}

std::string kernel(std::string_view name, std::string_view times, std::string_view args) {
    return fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}",{},"args":{{"device":0,"stream":7{}}}}})",
                       name, times, args);
}

TEST(TorchTrace, TheCorrelationCanStandInPlaceOfTheLink) {
    // The External id of the kernel is its correlation, and an operation has that number by chance.
    const std::string content =
        R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":20,"args":{"External id":1,"Input Dims":[[4,4],[4,4]],"Input type":["float","float"]}},
            {"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":40,"dur":20,"args":{"External id":77,"Input Dims":[[9],[9]],"Input type":["float","float"]}},
            {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":15,"dur":2,"args":{"correlation":77}},)" +
        kernel("k", R"("ts":50,"dur":3)", R"(,"External id":77,"correlation":77)") + "]";
    const Profile profile = import_trace(content);
    EXPECT_EQ(profile.points.at(0).name, "aten::mm [4,4] [4,4]");
}

TEST(TorchTrace, BrokenEventsAreRejectedWithTheirPlace) {
    const std::string content =
        "[" + kernel("good", R"("ts":1,"dur":2)", "") + "," + kernel("zero", R"("ts":0,"dur":0)", "") + "," +
        kernel("negative", R"("ts":1,"dur":-2)", "") + "," + kernel("text", R"("ts":"soon","dur":2)", "") +
        "," + kernel("none", R"("ts":1)", "") + ",{\"broken\"}," +
        kernel("good", R"("ts":"4.5","dur":"2")", "") + "]";
    const Profile profile = import_trace(content);
    EXPECT_EQ(profile.records, 7u);
    ASSERT_EQ(profile.rejected.size(), 5u);
    EXPECT_EQ(profile.rejected[0].name, "zero");
    EXPECT_NE(profile.rejected[0].record.find("byte "), std::string::npos);
    EXPECT_NE(profile.rejected[0].reason.find("before it had ended"), std::string::npos);
    EXPECT_DOUBLE_EQ(*profile.points.at(0).seconds, 4 * us);
    EXPECT_EQ(import_trace(content.substr(0, content.size() - 20)).records, 6u);
    EXPECT_NE(codes(import_trace(content.substr(0, content.size() - 20)).notes).find("truncated"),
              std::string::npos);
}

TEST(TorchTrace, OverlapsOnAStreamAreTold) {
    const Profile profile = import_trace("[" + kernel("a", R"("ts":1.5,"dur":10)", "") + "," +
                                         kernel("b", R"("ts":5.25,"dur":10)", "") + "]");
    EXPECT_NE(codes(profile.notes).find("kernels_overlap"), std::string::npos);
    EXPECT_NEAR(*profile.seconds_busy, 13.75 * us, 1e-15);
}

TEST(TorchTrace, SeveralDevicesAreTold) {
    const Profile profile = import_trace(
        R"({"schemaVersion":1,"deviceProperties":[],"traceEvents":[)"
        R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":0,"stream":7}},)"
        R"({"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{"device":1,"stream":7}}]})");
    EXPECT_NE(codes(profile.notes).find("several_devices"), std::string::npos) << codes(profile.notes);
    EXPECT_DOUBLE_EQ(*profile.seconds_busy, 4e-6);
}

TEST(TorchTrace, CounterRangesAreCountsWithoutTimes) {
    const std::string content = read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/torch_ranges.json");
    const Profile profile = import_trace(content);
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& point = profile.points[0];
    EXPECT_FALSE(point.seconds);
    ASSERT_EQ(point.flops.size(), 2u) << "no counter of f64";
    EXPECT_DOUBLE_EQ(point.flops[0].count, 207);
    EXPECT_EQ(point.flops[0].how, How::counted);
    EXPECT_DOUBLE_EQ(point.flops[1].count, 40) << "a packed FMA is four";
    EXPECT_DOUBLE_EQ(import_trace(content, {.fp16 = HalfCount::nersc}).points[0].flops[1].count, 20);
    EXPECT_DOUBLE_EQ(point.bytes.at(0).count, 5120);
    EXPECT_EQ(point.bytes[0].basis, Basis::traffic);
    EXPECT_EQ(profile.points[1].name, "__missing__");
    EXPECT_FALSE(profile.seconds_busy);
    EXPECT_FALSE(profile.seconds_wall);
    EXPECT_EQ(codes(profile.notes), "ranges_untimed");
}

TEST(TorchTrace, CounterRangesBesideKernels) {
    const auto range = [](std::string_view name, int ts) {
        return fmt::format(
            R"({{"ph":"X","cat":"cuda_profiler_range","name":"{}","ts":{},"dur":9,"args":{{"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum":5}}}})",
            name, ts);
    };
    const std::string kernels =
        "[" + kernel("a", R"("ts":1,"dur":2)", "") + "," + kernel("b", R"("ts":4,"dur":3)", "") + ",";
    const Profile joined = import_trace(kernels + range("a", 100) + "," + range("__missing__", 200) + "]");
    ASSERT_EQ(joined.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*joined.points[1].seconds, 3 * us);
    EXPECT_DOUBLE_EQ(joined.points[1].flops.at(0).count, 10);
    const Profile apart = import_trace(kernels + range("b", 100) + "]");
    EXPECT_EQ(apart.rejected.size(), 1u);
    EXPECT_TRUE(apart.points.at(0).flops.empty());
}

TEST(TorchTrace, WithoutDevicesOperationsHaveTheirOwnTime) {
    const Profile legacy =
        import_trace(read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/torch_legacy.json"));
    ASSERT_EQ(legacy.points.size(), 3u);
    EXPECT_DOUBLE_EQ(*point_of(legacy.points, "aten::mm").seconds, 70 * us);
    EXPECT_DOUBLE_EQ(*point_of(legacy.points, "aten::add").seconds, 5 * us);
    EXPECT_EQ(legacy.points[0].device, "cpu");

    const Profile shapes = import_trace(
        R"([{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":10,"dur":100,"args":{"Input Dims":[[4,8],[6,8]],"Input type":["float","float"]}},
            {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":1,"tid":1,"ts":20,"dur":50,"args":{"Input Dims":[[6],[4,8],[8,6]],"Input type":["float","float","float"]}},
            {"ph":"X","cat":"cpu_op","name":"aten::empty","pid":1,"tid":1,"ts":30,"dur":5,"args":{"Input Dims":[[]],"Input type":[""]}}])");
    ASSERT_EQ(shapes.points.size(), 1u) << "what runs within an operation is a part of it";
    EXPECT_EQ(shapes.points[0].records, 3u);
    EXPECT_DOUBLE_EQ(*shapes.points[0].seconds, 100 * us);
    EXPECT_DOUBLE_EQ(shapes.points[0].flops.at(0).count, 2.0 * 4 * 6 * 8);
}

TEST(TorchTrace, TypesOfElementsAreKeptApart) {
    const auto call = [](int id, std::string_view type, std::string_view kernel, int duration) {
        return fmt::format(
            R"({{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":{0}0,"dur":9,)"
            R"("args":{{"External id":{0},"Input Dims":[[64,32],[32,128]],"Input type":["{1}","{1}"],)"
            R"("Concrete Inputs":["",""]}}}},)"
            R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{0}1,"dur":2,)"
            R"("args":{{"External id":{0},"correlation":{0}}}}},)"
            R"({{"ph":"X","cat":"kernel","name":"{2}","pid":0,"tid":7,"ts":{0}00,"dur":{3},)"
            R"("args":{{"External id":{0},"device":0,"stream":7,"correlation":{0}}}}})",
            id, type, kernel, duration);
    };
    const Profile mixed =
        import_trace("{\"schemaVersion\":1,\"traceEvents\":[" + call(1, "float", "sgemm", 50) + "," +
                     call(2, "c10::Half", "hgemm", 5) + "," + call(3, "float", "sgemm", 50) + "]}");
    ASSERT_EQ(mixed.points.size(), 2u);
    const Point& f32 = point_of(mixed.points, "aten::mm [64,32] [32,128] (f32)");
    const Point& f16 = point_of(mixed.points, "aten::mm [64,32] [32,128] (f16)");
    EXPECT_DOUBLE_EQ(*f32.seconds, 100 * us);
    EXPECT_DOUBLE_EQ(*f16.seconds, 5 * us);
    EXPECT_EQ(f32.flops.at(0).dtype, Dtype::f32);
    EXPECT_EQ(f16.flops.at(0).dtype, Dtype::f16);
    EXPECT_EQ(f32.flops.size(), 1u);
    const Profile one =
        import_trace("{\"schemaVersion\":1,\"traceEvents\":[" + call(1, "c10::Half", "hgemm", 50) + "]}");
    EXPECT_EQ(one.points.at(0).name, "aten::mm [64,32] [32,128]") << "nothing to tell apart";
}

TEST(TorchTrace, OneSquareProductShowsItsSize) {
    const auto gemm = [](std::string_view grid) {
        return kernel("ampere_fp16_s16816gemm_fp16_128x256_ldg8_f2f_stages_64x3_nn", R"("ts":20,"dur":9)",
                      fmt::format(R"(,"External id":3,"correlation":4,"grid":{})", grid));
    };
    const std::string op =
        R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":5,"args":{"External id":3}},)";
    const Profile square = import_trace(op + gemm("[8,4,1]") + "," + gemm("[8,4,1]") + "]");
    EXPECT_DOUBLE_EQ(square.points.at(0).flops.at(0).count, 2 * 2.0 * 1024 * 1024 * 1024);
    EXPECT_EQ(square.points[0].flops[0].engine, Engine::matrix);
    EXPECT_NE(square.points[0].notes.at(0).find("assumed"), std::string::npos);
    EXPECT_NE(codes(square.notes).find("square_products_assumed"), std::string::npos);
    EXPECT_TRUE(import_trace(op + gemm("[8,5,1]") + "]").points.at(0).flops.empty()) << "not square";
    EXPECT_TRUE(import_trace(op + gemm("[8,4,1]") + "," + gemm("[16,8,1]") + "]").points.at(0).flops.empty())
        << "two products";
    EXPECT_TRUE(import_trace("[" + gemm("[8,4,1]") + "]").points.at(0).flops.empty())
        << "no operation says that it is a product";
}

TEST(TorchTrace, NamesOfKernelsTellUnitsAndTypes) {
    using torch::element_type_in;
    using torch::product_unit;
    EXPECT_EQ(product_unit("ampere_tf32_s1688gemm_128x128")->dtype, Dtype::tf32);
    EXPECT_EQ(product_unit("cutlass_80_tensorop_s1688gemm_64x64")->dtype, Dtype::tf32);
    EXPECT_FALSE(product_unit("turing_fp16_s1688gemm_fp16_128x128"));
    EXPECT_EQ(product_unit("cutlass_80_tensorop_d884gemm_64x32")->dtype, Dtype::f64);
    EXPECT_FALSE(product_unit("ampere_sgemm_128x64_nn"));
    EXPECT_EQ(element_type_in("multi_tensor_apply_kernel<Functor<c10::BFloat16, 3> >").dtype, Dtype::bf16);
    EXPECT_EQ(element_type_in("k<float, double>").bytes, 0) << "two types are none";
    EXPECT_EQ(torch::gemm_kernel("ampere_sgemm_128x64_nn")->tile_columns, 64);
    EXPECT_FALSE(torch::gemm_kernel("void splitKreduce_kernel<32, 16>"));
    EXPECT_EQ(torch::short_name("void at::native::(anonymous namespace)::apply<float, 3>(int)"),
              "at::native::apply");
    EXPECT_EQ(torch::short_name("<lambda>"), "<lambda>");
}

TEST(TorchTrace, WhatHoldsNothingSaysSo) {
    try {
        import_trace(
            R"({"schemaVersion":1,"deviceProperties":[],"traceEvents":[{"ph":"M","name":"process_name"}]})");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string(error.what()).find("1 event"), std::string::npos) << error.what();
    }
}

TEST(TorchTrace, ItIsKnownByItsContent) {
    for (const char* name : {"torch_steps.json", "torch_ranges.json", "torch_legacy.json"}) {
        const auto path = std::string(MANSARD_SOURCE_DIR "/tests/data/analyzer/") + name;
        EXPECT_EQ(find_importer(path, "").name, "torch-trace") << name;
    }
    const testing::Scratch scratch;
    for (const char* text :
         {R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"k","ts":1,"dur":2,"args":{}}]})",
          R"({"traceEvents": [{"ph": "X", "cat": "python_function", "name": "f", "ts": 1, "dur": 2}]})",
          R"([{"ph":"X","cat":"Kernel","name":"k","ts":"1","dur":2,"args":{}}])",
          R"([{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": "1", "dur": 2, "args": {}}])"})
        EXPECT_EQ(find_importer(scratch.write("t.json", text), "").name, "torch-trace") << text;
}

TEST(TorchTrace, ATraceOfKernelsThatBreaksOffKeepsThem) {
    const Profile profile = testing::import_text(
        "cut.json", R"({"schemaVersion":1,"traceEvents":[{"ph":"X","cat":"kernel","name":"k",)"
                    R"("ts":1,"dur":2,"args":{}},{"ph":"X","cat":"kernel","na)");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_NE(codes(profile.notes).find("truncated"), std::string::npos);
}

/// One operation with shapes and its kernel, which nothing but an External id links.
std::string linked(int external, int correlation, std::string_view kernel = "gemm",
                   std::string_view after = "") {
    return fmt::format(
        R"({{"schemaVersion":1,"deviceProperties":[],"traceEvents":[)"
        R"({{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":100,"dur":50,"args":{{"External id":1,)"
        R"("Input Dims":[[64,64],[64,64]],"Input type":["float","float"]}}}},)"
        R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":120.5,"dur":10,"args":{{"External id":{},)"
        R"("device":0,"stream":7,"correlation":{}}}}}]}}{})",
        kernel, external, correlation, after);
}

TEST(TorchTrace, WithoutLaunchesTheExternalIdIsTheLink) {
    EXPECT_EQ(import_trace(linked(1, 1)).points.at(0).name, "aten::mm [64,64] [64,64]");
    EXPECT_EQ(import_trace(linked(5, 5)).points.at(0).name, "gemm") << "it hits no operation";
}

TEST(TorchTrace, AHalfOfASurrogatePairIsEscapedAndSaid) {
    const Profile profile = import_trace(linked(5, 5, R"(bad\ud800name)"));
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, R"(bad\ud800name)");
    EXPECT_NE(codes(profile.notes).find("text_mended"), std::string::npos);
}

TEST(TorchTrace, AByteOrderMarkAndASecondDocument) {
    const Profile marked = testing::import_text("trace.json", "\xef\xbb\xbf" + linked(1, 1));
    EXPECT_EQ(marked.format, "torch-trace");
    EXPECT_EQ(codes(marked.notes), "modelled");
    EXPECT_EQ(codes(import_trace(linked(1, 1, "gemm", linked(1, 1))).notes), "modelled more_than_a_trace");
}

}  // namespace
}  // namespace mansard::analyzer
