#include "analyzer/ascend/attention.hpp"

#include <gtest/gtest.h>

#include "analyzer/ascend/model.hpp"

namespace mansard::analyzer::ascend {
namespace {

AttentionFlops flops_of(std::string_view in, std::string_view in_types, std::string_view out,
                        std::string_view out_types, bool backward = false) {
    return attention_flops(read_tensors(in, in_types, ""), read_tensors(out, out_types, ""), backward);
}

constexpr std::string_view halves = "FLOAT16;FLOAT16;FLOAT16";
constexpr std::string_view results = "FLOAT;FLOAT;FLOAT16;FLOAT16";

TEST(AscendAttention, TheSoftmaxTellsTheLayout) {
    // 2 sequences of 64, 4 heads of 16, in each of the layouts.
    const double count = 4.0 * 2 * 4 * 64 * 64 * 16;
    for (const std::string_view factor : {"64,2,64", "2,64,64", "2,4,64,16", "2,64,4,16"}) {
        const std::string f(factor);
        const auto found = flops_of(f + ";" + f + ";" + f, halves, "2,4,64,8;2,4,64,8;;" + f, results);
        ASSERT_TRUE(found.count) << factor << ": " << found.reason;
        EXPECT_DOUBLE_EQ(*found.count, count) << factor;
        EXPECT_FALSE(found.masked);
    }
}

TEST(AscendAttention, AWholeMaskTellsItToo) {
    const auto found = flops_of("128,2,64;256,2,64;256,2,64;;1,1,128,256",
                                "FLOAT16;FLOAT16;FLOAT16;FLOAT;BOOL", "1024;1024;;128,2,64", results);
    ASSERT_TRUE(found.count) << found.reason;
    EXPECT_DOUBLE_EQ(*found.count, 4.0 * 2 * 128 * 256 * 64);
    EXPECT_TRUE(found.masked);
}

TEST(AscendAttention, KeysAndValuesMayHaveFewerHeadsAndOtherSizes) {
    // 8 heads of queries of 24 elements, 2 of keys, values of 16.
    const auto found =
        flops_of("1,8,32,24;1,2,32,24;1,2,32,16", halves, "1,8,32,8;1,8,32,8;;1,8,32,16", results);
    ASSERT_TRUE(found.count) << found.reason;
    EXPECT_DOUBLE_EQ(*found.count, 2.0 * 8 * 32 * 32 * (24 + 16));
}

TEST(AscendAttention, BackwardHasFiveProducts) {
    const auto found =
        flops_of("2,4,64,16;2,4,64,16;2,4,64,16;2,4,64,16;2,4,64,8", "FLOAT16;FLOAT16;FLOAT16;FLOAT16;FLOAT",
                 "2,4,64,16;2,4,64,16;2,4,64,16", halves, true);
    ASSERT_TRUE(found.count) << found.reason;
    EXPECT_DOUBLE_EQ(*found.count, 10.0 * 2 * 4 * 64 * 64 * 16);
}

TEST(AscendAttention, WhatIsNotToldIsNotCounted) {
    EXPECT_FALSE(flops_of("64,2,64;64,2,64;64,2,64", halves, "64,2,64", "FLOAT16").count) << "either layout";
    const auto packed = flops_of("100,4,16;100,4,16;100,4,16", halves, "100,4,8;100,4,8;;100,4,16", results);
    EXPECT_NE(packed.reason.find("lengths"), std::string::npos) << packed.reason;
    EXPECT_FALSE(flops_of("64,2;64,2;64,2", halves, "64,2", "FLOAT16").count);
    EXPECT_FALSE(flops_of("64,2,64", "FLOAT16", "64,2,64", "FLOAT16").count);
    EXPECT_FALSE(flops_of("2,4,0,16;2,4,0,16;2,4,0,16", halves, "2,4,0,8;2,4,0,8;;2,4,0,16", results).count);
}

TEST(AscendModel, QuantizedProductsAreOfTheTypeOfTheirFactors) {
    const Model model;
    const auto dtype_of = [&](std::string_view type, std::string_view types) {
        const cost::Cost cost = model.cost({.type = type,
                                            .in_shapes = "32,64;64,16;16",
                                            .in_types = types,
                                            .in_formats = "ND;ND;ND",
                                            .out_shapes = "32,16",
                                            .out_types = "FLOAT16",
                                            .out_formats = "ND"},
                                           "");
        EXPECT_EQ(cost.flops.size(), 1u);
        EXPECT_DOUBLE_EQ(cost.flops.at(0).count, 2.0 * 32 * 64 * 16);
        return cost.flops.at(0).dtype;
    };
    EXPECT_EQ(dtype_of("QuantBatchMatmulV3", "INT8;INT8;FLOAT"), Dtype::i8);
    EXPECT_EQ(dtype_of("WeightQuantBatchMatmulV2", "FLOAT16;INT8;FLOAT16"), Dtype::f16);
}

TEST(AscendAttention, IsATypeOfOp) {
    const Model model;
    const cost::Cost cost = model.cost({.type = "FlashAttentionScore",
                                        .in_shapes = "2,4,64,16;2,4,64,16;2,4,64,16",
                                        .in_types = "DT_BF16;DT_BF16;DT_BF16",
                                        .in_formats = "ND;ND;ND",
                                        .out_shapes = "2,4,64,8;2,4,64,8;;2,4,64,16",
                                        .out_types = "FLOAT;FLOAT;DT_BF16;DT_BF16",
                                        .out_formats = "ND;ND;ND;ND"},
                                       "");
    ASSERT_EQ(cost.flops.size(), 1u);
    EXPECT_EQ(cost.flops[0].dtype, Dtype::bf16);
    EXPECT_EQ(cost.flops[0].engine, Engine::matrix);
    EXPECT_DOUBLE_EQ(cost.flops[0].count, 4.0 * 2 * 4 * 64 * 64 * 16);
}

}  // namespace
}  // namespace mansard::analyzer::ascend
