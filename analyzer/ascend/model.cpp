#include "analyzer/ascend/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "analyzer/ascend/attention.hpp"
#include "analyzer/ascend/products.hpp"
#include "analyzer/cost/sizes.hpp"
#include "core/embedded.hpp"
#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard::analyzer::ascend {
namespace {

constexpr std::string_view config = "configs/metrics/ascend/op_types.json";

/// More layouts than any program's weights have: a file of made-up ones must not grow the memory.
constexpr std::size_t most_weights = 100'000;

std::string weight_key(std::string_view format, std::string_view shape) {
    return fmt::format("{} {}", format.substr(0, format.find(':')), shape);
}

/// N, C, H, W of a weight in one of the plain layouts; empty for others.
std::vector<std::int64_t> as_nchw(std::vector<std::int64_t> d, std::string_view format) {
    if (format == "NCDHW" && d.size() == 5) return d;
    if (d.size() != 4) return {};
    if (format == "NCHW" || format == "ND" || format.empty()) return d;
    if (format == "NHWC") return {d[0], d[3], d[1], d[2]};
    if (format == "HWCN") return {d[3], d[2], d[0], d[1]};
    return {};
}

std::string_view plain(std::string_view format) {
    if (format.starts_with("FORMAT_")) format.remove_prefix(7);
    return format.substr(0, format.find(':'));
}

/// The padded weight's place among the tensors of a convolution: the one in FRACTAL_Z.
std::string padded_weight(std::string_view shapes, std::string_view formats) {
    const auto all_shapes = parts(unquoted(shapes), ';'), all_formats = parts(unquoted(formats), ';');
    for (std::size_t i = 0; i < std::min(all_shapes.size(), all_formats.size()); ++i)
        if (plain(all_formats[i]).starts_with("FRACTAL_Z"))
            return weight_key(plain(all_formats[i]), all_shapes[i]);
    return {};
}

std::optional<double> sum_of_bytes(const Tensors& tensors) {
    double sum = 0;
    for (const cost::Tensor& tensor : tensors.list) {
        const auto one = cost::bytes(tensor);
        if (!one) return std::nullopt;
        sum += *one;
    }
    return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
}

/// The unit and type of a product: the matrix unit's, in HF32 where the op may use it.
cost::Work product_work(std::span<const cost::Tensor> factors, std::string_view hf32, double count) {
    Dtype dtype = factors.front().type.dtype;
    for (const cost::Tensor& tensor : factors)
        if (tensor.type.is_float) {
            dtype = tensor.type.dtype;
            break;
        }
    if (dtype == Dtype::f32 && trimmed(hf32) == "YES") dtype = Dtype::hf32;
    return {.dtype = dtype, .engine = Engine::matrix, .count = count};
}

void add_product(cost::Cost& cost, std::span<const cost::Tensor> factors, std::string_view hf32,
                 const std::optional<ProductFlops>& flops) {
    if (!flops) {
        cost.notes.emplace_back("no FLOPs: the shapes of its factors do not fit");
        return;
    }
    if (!std::isfinite(flops->count) || flops->count < 0) return;
    cost.flops = {product_work(factors, hf32, flops->count)};
    if (flops->padded) cost.notes.emplace_back("FLOPs are of padded sizes: the true ones are not known");
}

void add_attention(cost::Cost& cost, const Tensors& in, const Tensors& out, bool backward) {
    const AttentionFlops flops = attention_flops(in, out, backward);
    if (!flops.count) {
        cost.notes.push_back("no FLOPs: " + flops.reason);
        return;
    }
    if (!std::isfinite(*flops.count)) return;
    cost.flops = {product_work(in.list, "", *flops.count)};
    if (flops.masked)
        cost.notes.emplace_back("FLOPs count all pairs of query and key: what a mask hides is not known");
}

/// By a family of analyzer/cost, which counts the elements of the layouts as they are.
void add_family(cost::Cost& cost, std::string_view name, const Tensors& in, const Tensors& out) {
    cost::Op op{.name = std::string(name)};
    if (name.starts_with("_foreach_")) {
        // The first of the lists has as many tensors as the result.
        const std::size_t count = std::min(out.list.size(), in.list.size());
        op.inputs.push_back(
            {.tensors = {in.list.begin(), in.list.begin() + static_cast<std::ptrdiff_t>(count)},
             .is_list = true});
    } else {
        for (const cost::Tensor& tensor : in.list) op.inputs.push_back({.tensors = {tensor}});
        op.outputs = out.list;
    }
    const cost::Cost found = cost::cost_of(op);
    if (found.known())
        cost.flops = found.flops;
    else
        cost.notes.push_back("no FLOPs: " + found.reason);
}

}  // namespace

Model::Model() {
    const std::string where(config);
    const Json document = parse_json(embedded_file(config), where);
    for (const auto& [kind, types] : document["types"].items())
        for (const Json& type : types) kinds_.emplace(type.get<std::string>(), kind);
}

void Model::observe(const OpText& op) {
    if (op.type != "TransData" || !plain(op.out_formats).starts_with("FRACTAL_Z")) return;
    const auto dims = dimensions(unquoted(op.in_shapes));
    if (!dims) return;
    const auto nchw = as_nchw(*dims, plain(op.in_formats));
    if (nchw.empty() || weights_.size() > most_weights) return;
    // A layout only rounds up: what holds fewer elements is another tensor's, or nonsense.
    const auto stored = dimensions(unquoted(op.out_shapes));
    if (!stored || cost::elements(*stored) < cost::elements(nchw)) return;
    std::string spelled;
    for (const std::int64_t dim : nchw) spelled += (spelled.empty() ? "" : ",") + std::to_string(dim);
    weights_[weight_key(plain(op.out_formats), unquoted(op.out_shapes))] = std::move(spelled);
}

std::string_view Model::weight_of(const OpText& op) const {
    if (op.type.find("Conv") == std::string_view::npos) return {};
    std::string key = padded_weight(op.in_shapes, op.in_formats);
    if (key.empty()) key = padded_weight(op.out_shapes, op.out_formats);
    const auto found = weights_.find(key);
    return found != weights_.end() ? std::string_view(found->second) : std::string_view();
}

cost::Cost Model::cost(const OpText& op, std::string_view weight) const {
    const Tensors in = read_tensors(op.in_shapes, op.in_types, op.in_formats);
    const Tensors out = read_tensors(op.out_shapes, op.out_types, op.out_formats);
    // A generator has no inputs and a fill may have none.
    if (!out.fault.empty() || (!in.fault.empty() && !is_missing(op.in_shapes)))
        return cost::no_cost(out.fault.empty() ? in.fault : out.fault);
    if (in.list.empty() && out.list.empty()) return cost::no_cost("it has no tensors");
    cost::Cost cost{.read = sum_of_bytes(in), .written = sum_of_bytes(out)};
    const auto kind = kinds_.find(op.type);
    if (kind == kinds_.end()) {
        cost.notes.push_back(fmt::format("no FLOPs: no cost model knows {}", printable(op.type, 60)));
        return cost;
    }
    const std::string& name = kind->second;
    if (name == "movement") {
        cost.flops = {{.count = 0}};
    } else if (name == "element") {
        if (!out.list.empty())
            cost.flops = {cost::vector_work(out.list[0].type, cost::elements(out.list[0]))};
    } else if (name == "matmul") {
        // Scales of quantized factors are floating-point numbers, and no factors.
        add_product(cost, std::span(in.list).first(std::min<std::size_t>(in.list.size(), 2)), op.hf32,
                    matmul_flops(in, out));
    } else if (name.starts_with("convolution")) {
        const Pass pass = name == "convolution"         ? Pass::forward
                          : name == "convolution_input" ? Pass::input
                                                        : Pass::weight;
        add_product(
            cost, in.list, op.hf32,
            convolution_flops(in, out, pass, dimensions(weight).value_or(std::vector<std::int64_t>{})));
    } else if (name.starts_with("attention")) {
        add_attention(cost, in, out, name == "attention_backward");
    } else {
        add_family(cost, name, in, out);
    }
    return cost;
}

}  // namespace mansard::analyzer::ascend
