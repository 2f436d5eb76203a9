#include "analyzer/cost/cost.hpp"

#include <gtest/gtest.h>

#include <set>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

Argument tensor(std::vector<std::int64_t> dims, std::string_view type = "float") {
    return {.tensors = {{.dims = std::move(dims), .type = element_type(type)}}};
}
Argument value(std::string text) {
    return {.value = std::move(text)};
}
Argument list(std::vector<std::vector<std::int64_t>> shapes) {
    Argument argument{.is_list = true};
    for (auto& dims : shapes)
        argument.tensors.push_back({.dims = std::move(dims), .type = element_type("float")});
    return argument;
}
Op call(std::string_view name, std::vector<Argument> inputs) {
    Op op = named_op(name);
    op.inputs = std::move(inputs);
    return op;
}
const Argument none{};

double flops(const Cost& cost) {
    EXPECT_EQ(cost.reason, "");
    EXPECT_EQ(cost.flops.size(), 1u);
    return cost.flops.empty() ? -1 : cost.flops.front().count;
}

TEST(Cost, EachNameBelongsToOneFamily) {
    std::set<std::string_view> seen;
    for (const FamilyDesc* family : families()) {
        EXPECT_FALSE(family->summary.empty()) << family->name;
        for (const std::string_view op : family->ops) {
            EXPECT_FALSE(op.empty()) << family->name;
            EXPECT_TRUE(seen.insert(op).second) << op;
            EXPECT_EQ(family_of(op), family);
        }
    }
    EXPECT_EQ(family_of("empty"), nullptr);
    EXPECT_EQ(cost_of(call("aten::frobnicate", {})).reason, "no cost model knows frobnicate");
}

// Whatever a profile holds, no family may fall over it: no arguments, scalars, zeros, huge and negative
// sizes.
TEST(Cost, NoFamilyFallsOverStrangeCalls) {
    const std::vector<std::vector<std::int64_t>> shapes{
        {}, {0}, {1, 0, 3}, {-1, 4}, {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, {2, 3, 4, 5}};
    for (const FamilyDesc* family : families())
        for (const std::string_view name : family->ops) {
            EXPECT_FALSE(cost_of(call(name, {})).known()) << name;
            for (const auto& dims : shapes)
                for (const std::string_view text : {"", "[]", "[", "-1", "[9, 9]", "True", "nan"}) {
                    std::vector<Argument> inputs;
                    for (int i = 0; i < 12; ++i)
                        inputs.push_back(i < 3 ? tensor(dims) : value(std::string(text)));
                    const Cost cost = cost_of(call(name, inputs));
                    for (const Work& work : cost.flops) EXPECT_TRUE(work.count >= 0) << name;
                    inputs[0] = inputs[1] = list({dims, dims});
                    EXPECT_NO_THROW(cost_of(call(name, std::move(inputs)))) << name;
                }
        }
}

TEST(Cost, ProductsOfMatrices) {
    const Cost mm = cost_of(call("aten::mm", {tensor({128, 5}), tensor({5, 64})}));
    EXPECT_EQ(flops(mm), 2.0 * 128 * 64 * 5);
    EXPECT_EQ(*mm.read, 4.0 * (128 * 5 + 5 * 64));
    EXPECT_EQ(*mm.written, 4.0 * 128 * 64);
    EXPECT_EQ(mm.flops[0].engine, Engine::vector);

    const Cost half =
        cost_of(call("aten::bmm", {tensor({8, 16, 32}, "c10::Half"), tensor({8, 32, 64}, "c10::Half")}));
    EXPECT_EQ(flops(half), 2.0 * 8 * 16 * 64 * 32);
    EXPECT_EQ(half.flops[0].engine, Engine::matrix);
    EXPECT_EQ(half.flops[0].dtype, Dtype::f16);

    EXPECT_EQ(flops(cost_of(call("aten::matmul", {tensor({4, 1, 16, 32}), tensor({8, 32, 64})}))),
              2.0 * 32 * 16 * 64 * 32);
    EXPECT_EQ(flops(cost_of(call("aten::matmul", {tensor({32}), tensor({32})}))), 2.0 * 32);
    EXPECT_EQ(flops(cost_of(call("aten::mv", {tensor({7, 32}), tensor({32})}))), 2.0 * 7 * 32);
    EXPECT_EQ(flops(cost_of(call("aten::linear", {tensor({3, 5, 16}), tensor({10, 16}), tensor({10})}))),
              2.0 * 15 * 10 * 16);

    std::vector<Argument> addmm{tensor({128}), tensor({5, 16}), tensor({16, 128}), value("1"), value("1")};
    EXPECT_EQ(flops(cost_of(call("aten::addmm", addmm))), 2.0 * 5 * 128 * 16);
    EXPECT_EQ(*cost_of(call("aten::addmm", addmm)).read, 4.0 * (128 + 5 * 16 + 16 * 128));
    addmm[3] = value("0");
    EXPECT_EQ(*cost_of(call("aten::addmm", addmm)).read, 4.0 * (5 * 16 + 16 * 128))
        << "beta = 0: no bias is read";
    addmm.push_back(tensor({5, 128}));
    EXPECT_EQ(*cost_of(call("aten::addmm", addmm)).read, 4.0 * (5 * 16 + 16 * 128)) << "out= is not read";

    EXPECT_FALSE(cost_of(call("aten::mm", {tensor({2, 3}), tensor({4, 5})})).known());
    EXPECT_FALSE(cost_of(call("aten::mm", {tensor({2, 3}), none})).known());
    EXPECT_FALSE(cost_of(call("aten::mm", {tensor({2, 3}, "what"), tensor({3, 5}, "what")})).read);
}

TEST(Cost, TheResultsShapeDecidesWhereItIsKnown) {
    // Transposed factors, as a profiler that lists outputs gives them.
    Op op = call("matmul", {tensor({32, 16}, "FLOAT16"), tensor({64, 32}, "FLOAT16")});
    op.outputs = {{.dims = {16, 64}, .type = element_type("FLOAT16")}};
    EXPECT_EQ(flops(cost_of(op)), 2.0 * 16 * 64 * 32);
    op.product_unit = ProductUnit{.dtype = Dtype::hf32};
    EXPECT_EQ(cost_of(op).flops[0].dtype, Dtype::hf32);
    op.inputs[0].tensors[0].padded = true;
    EXPECT_EQ(cost_of(op).notes.size(), 1u);
    op.outputs[0].dims = {16, 63};
    EXPECT_FALSE(cost_of(op).known());
}

TEST(Cost, Convolutions) {
    // 224 × 224, 7 × 7, stride 2, padding 3: the first layer of a ResNet has 118 M multiplications an image.
    std::vector<Argument> first{tensor({32, 3, 224, 224}),
                                tensor({64, 3, 7, 7}),
                                none,
                                value("[2, 2]"),
                                value("[3, 3]"),
                                value("[1, 1]"),
                                value("False"),
                                value("[0, 0]"),
                                value("1")};
    const Cost cost = cost_of(call("aten::convolution", first));
    EXPECT_EQ(flops(cost), 2.0 * 32 * 118013952);
    EXPECT_EQ(*cost.written, 4.0 * 32 * 64 * 112 * 112);
    first[3] = value("[0, 0]");
    EXPECT_FALSE(cost_of(call("aten::convolution", first)).known());
    first[3] = none;
    EXPECT_FALSE(cost_of(call("aten::convolution", first)).known()) << "no stride is recorded";

    // Depthwise: each output channel sees one input channel.
    EXPECT_EQ(
        flops(cost_of(call("aten::conv2d", {tensor({1, 8, 10, 10}), tensor({8, 1, 3, 3}), none,
                                            value("[1, 1]"), value("[1, 1]"), value("[1, 1]"), value("8")}))),
        2.0 * 800 * 9);
    EXPECT_EQ(
        flops(cost_of(call("aten::conv2d", {tensor({1, 8, 10, 10}), tensor({4, 8, 3, 3}), none,
                                            value("[1, 1]"), value("same"), value("[1, 1]"), value("1")}))),
        2.0 * 400 * 72);
    // Transposed, with two groups: 4 × 4 → 9 × 9.
    const Cost up = cost_of(
        call("aten::conv_transpose2d", {tensor({1, 8, 4, 4}), tensor({8, 3, 3, 3}), none, value("[2, 2]"),
                                        value("[0, 0]"), value("[0, 0]"), value("2"), value("[1, 1]")}));
    EXPECT_EQ(flops(up), 2.0 * 8 * 16 * 27);
    EXPECT_EQ(*up.written, 4.0 * 6 * 81);
}

TEST(Cost, GradientsOfConvolutionsAreAPassEach) {
    std::vector<Argument> inputs{tensor({1, 4, 10, 10}),
                                 tensor({1, 8, 10, 10}),
                                 tensor({4, 8, 3, 3}),
                                 value("[0]"),
                                 value("[1, 1]"),
                                 value("[1, 1]"),
                                 value("[1, 1]"),
                                 value("False"),
                                 value("[0, 0]"),
                                 value("1"),
                                 value("[True, True, False]")};
    const double pass = 2.0 * 400 * 72;
    EXPECT_EQ(flops(cost_of(call("aten::convolution_backward", inputs))), 2 * pass);
    inputs[10] = value("[False, True, False]");
    const Cost weight = cost_of(call("aten::convolution_backward", inputs));
    EXPECT_EQ(flops(weight), pass);
    EXPECT_EQ(*weight.read, 4.0 * (400 + 800));
    EXPECT_EQ(*weight.written, 4.0 * 288);
    inputs[10] = none;
    EXPECT_EQ(cost_of(call("aten::convolution_backward", inputs)).notes.size(), 1u);
}

TEST(Cost, Attention) {
    const Argument q = tensor({2, 8, 128, 64}, "c10::BFloat16"), k = tensor({2, 8, 256, 64}, "c10::BFloat16");
    const Cost full =
        cost_of(call("aten::_scaled_dot_product_flash_attention", {q, k, k, value("0."), value("False")}));
    EXPECT_EQ(flops(full), 4.0 * 16 * 128 * 256 * 64);
    EXPECT_EQ(full.flops[0].dtype, Dtype::bf16);
    EXPECT_EQ(*full.written, 2.0 * 16 * 128 * 64);
    // Causal: the first key for the first query, two for the second, …
    const Cost causal =
        cost_of(call("aten::_scaled_dot_product_flash_attention", {q, q, q, value("0."), value("True")}));
    EXPECT_EQ(flops(causal), 4.0 * 16 * (128 * 129 / 2.0) * 64);
    const Cost back = cost_of(call("aten::_scaled_dot_product_flash_attention_backward", {q, q, k, k}));
    EXPECT_EQ(flops(back), 10.0 * 16 * 128 * 256 * 64);
    EXPECT_FALSE(cost_of(call("aten::_flash_attention_forward", {tensor({128, 8, 64}), tensor({128, 8, 64}),
                                                                 tensor({128, 8, 64}), tensor({5}, "int")}))
                     .known());
    // [batch, sequence, heads, size], and fewer heads of keys than of queries.
    EXPECT_EQ(
        flops(cost_of(call("flash_attn::_flash_attn_forward",
                           {tensor({2, 128, 8, 64}), tensor({2, 256, 2, 64}), tensor({2, 256, 2, 64})}))),
        4.0 * 16 * 128 * 256 * 64);
}

TEST(Cost, ElementByElement) {
    const Cost sum = cost_of(call("aten::add", {tensor({8, 1, 16}), tensor({4, 16}), value("1")}));
    EXPECT_EQ(flops(sum), 8.0 * 4 * 16);
    EXPECT_EQ(*sum.read, 4.0 * (8 * 16 + 4 * 16));
    EXPECT_EQ(*sum.written, 4.0 * 8 * 4 * 16);
    const Cost flag = cost_of(call("aten::gt", {tensor({100}), value("0")}));
    EXPECT_EQ(flops(flag), 0);
    EXPECT_EQ(*flag.written, 100);
    EXPECT_EQ(flops(cost_of(call("aten::add_", {tensor({100}, "long int"), value("1")}))), 0)
        << "integers have no FLOP";
    EXPECT_EQ(*cost_of(call("aten::exp", {tensor({100}), tensor({100})})).read, 400)
        << "the second is where the result goes";
    // A broadcast operand is stored once.
    Op op = call("aten::mul", {tensor({64, 64}), tensor({64, 64})});
    op.inputs[1].tensors[0].stored = 64;
    EXPECT_EQ(*cost_of(op).read, 4.0 * (4096 + 64));
    EXPECT_FALSE(cost_of(call("aten::add", {tensor({3}), tensor({4})})).known());

    const Cost lists = cost_of(
        call("aten::_foreach_add_", {list({{128, 128}, {128}}), list({{128, 128}, {128}}), value("-0.001")}));
    EXPECT_EQ(flops(lists), 128.0 * 129);
    EXPECT_EQ(*lists.read, 8.0 * 128 * 129);
    EXPECT_EQ(flops(cost_of(call("aten::_foreach_addcdiv_", {list({{10}}), list({{10}}), list({{10}})}))),
              30);
}

TEST(Cost, Movement) {
    const Cost copy =
        cost_of(call("aten::copy_", {tensor({100}, "c10::Half"), tensor({100}), value("False")}));
    EXPECT_EQ(flops(copy), 0);
    EXPECT_EQ(*copy.read, 400);
    EXPECT_EQ(*copy.written, 200);
    const Cost fill = cost_of(call("aten::fill_", {tensor({100}), value("0")}));
    EXPECT_EQ(*fill.read, 0);
    EXPECT_EQ(*fill.written, 400);
    EXPECT_EQ(*cost_of(call("aten::cat", {list({{10}, {20}}), value("0")})).written, 120);
}

TEST(Cost, Reductions) {
    const Cost all = cost_of(call("aten::sum", {tensor({5, 128}), value("")}));
    EXPECT_EQ(flops(all), 640);
    EXPECT_EQ(*all.written, 4);
    EXPECT_EQ(*cost_of(call("aten::sum", {tensor({5, 128}), value("[0]"), value("True"), none})).written,
              512);
    EXPECT_EQ(*cost_of(call("aten::mean", {tensor({5, 128}), value("[-1]"), value("True"), none})).written,
              20);
    EXPECT_EQ(*cost_of(call("aten::sum", {tensor({5, 128}), value("6")})).written, 4) << "6 is a number type";
    EXPECT_EQ(*cost_of(call("aten::argmax", {tensor({5, 128}), value("1"), value("False")})).written, 40);
    EXPECT_EQ(flops(cost_of(call("aten::_foreach_norm", {list({{10}, {20}}), value("2")}))), 60);
    EXPECT_FALSE(cost_of(call("aten::amax", {tensor({5, 128}), value("[2]"), value("True")})).known());
}

TEST(Cost, NormalizationSoftmaxEmbeddingOptimizer) {
    EXPECT_EQ(flops(cost_of(call("aten::native_layer_norm",
                                 {tensor({4, 64}), value("[64]"), tensor({64}), tensor({64})}))),
              8.0 * 256);
    std::vector<Argument> batch{tensor({4, 64}), tensor({64}), tensor({64}),
                                tensor({64}),    tensor({64}), value("False")};
    EXPECT_EQ(flops(cost_of(call("aten::native_batch_norm", batch))), 4.0 * 256);
    EXPECT_EQ(*cost_of(call("aten::_log_softmax", {tensor({4, 64}, "c10::Half"), value("1"), value("True")}))
                   .written,
              1024);
    const Cost rows =
        cost_of(call("aten::embedding", {tensor({1000, 64}), tensor({4, 8}, "long int"), value("-1")}));
    EXPECT_EQ(*rows.read, 32 * 64 * 4 + 32 * 8);
    EXPECT_EQ(*rows.written, 32 * 64 * 4);
    EXPECT_EQ(*cost_of(call("aten::index_select", {tensor({1000, 64}), value("0"), tensor({8}, "long int")}))
                   .written,
              8 * 64 * 4);
    const Cost adam = cost_of(call("aten::_fused_adam_", {list({{100}}), list({{100}}), list({{100}}),
                                                          list({{100}}), list({}), list({{1}})}));
    EXPECT_EQ(flops(adam), 1300);
    EXPECT_EQ(*adam.read, 1600);
    EXPECT_EQ(*adam.written, 1200);
    EXPECT_EQ(flops(cost_of(call("aten::_fused_sgd_", {list({{100}}), list({{100}}), list({})}))), 200);
}

TEST(Cost, APointGetsItAsModelled) {
    Point point{.name = "mm"};
    apply(cost_of(call("aten::mm", {tensor({2, 3}), tensor({3, 4})})), point, 10);
    ASSERT_EQ(point.flops.size(), 1u);
    EXPECT_EQ(point.flops[0].count, 480);
    EXPECT_EQ(point.flops[0].how, How::modelled);
    ASSERT_EQ(point.bytes.size(), 1u);
    EXPECT_EQ(point.bytes[0].level, Level::DRAM);
    EXPECT_EQ(*point.bytes[0].read, 10 * 4 * 18.0);
    EXPECT_EQ(point.bytes[0].count, 10 * 4 * 26.0);
}

TEST(Cost, WordsOfACall) {
    EXPECT_EQ(number("0."), 0.0);
    EXPECT_EQ(number("-1e-3"), -1e-3);
    EXPECT_FALSE(number("None"));
    EXPECT_EQ(numbers("[1, 2]"), (std::vector<double>{1, 2}));
    EXPECT_EQ(numbers("[]"), std::vector<double>{});
    EXPECT_FALSE(numbers("[1, x]"));
    EXPECT_EQ(element_type("c10::BFloat16").dtype, Dtype::bf16);
    EXPECT_EQ(element_type("DT_BF16").dtype, Dtype::bf16);
    EXPECT_EQ(element_type("long int").bytes, 8);
    EXPECT_EQ(element_type("nonsense").bytes, 0);
    EXPECT_TRUE(named_op("aten::add_").in_place);
    EXPECT_EQ(named_op("aten::__and__").name, "__and__");
}

}  // namespace
}  // namespace mansard::analyzer::cost
