// Products of matrices and vectors: 2·M·N·K for each of the batch. Additions of a bias are not counted, as in
// PyTorch's own FLOP counter.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "analyzer/cost/sizes.hpp"

namespace mansard::analyzer::cost {
namespace {

constexpr auto ops =
    std::to_array<std::string_view>({"mm", "matmul", "bmm", "mv", "dot", "vdot", "linear", "addmm",
                                     "_addmm_activation", "baddbmm", "addmv", "_int_mm", "_scaled_mm"});

struct Product {
    double batch = 1, m = 1, n = 1, k = 1;
};

/// Where the factors stand: after the summand, for those whose name begins with "add".
std::size_t first_factor(std::string_view name) {
    return name == "addmm" || name == "_addmm_activation" || name == "baddbmm" || name == "addmv" ? 1 : 0;
}

/// From the factors alone. A vector is a row on the left and a column on the right.
std::optional<Product> by_factors(const Tensor& a, const Tensor& b, bool b_transposed) {
    Product product;
    product.m = a.dims.size() < 2 ? 1 : static_cast<double>(a.dims[a.dims.size() - 2]);
    product.k = static_cast<double>(a.dims.back());
    const bool column = b.dims.size() < 2;
    const double last = static_cast<double>(b.dims.back());
    const double before = column ? 1 : static_cast<double>(b.dims[b.dims.size() - 2]);
    const double k_of_b = column || b_transposed ? last : before;
    product.n = column ? 1 : b_transposed ? before : last;
    if (product.k != k_of_b) return std::nullopt;
    const auto batch_of = [](const Tensor& t) {
        return std::vector<std::int64_t>(t.dims.begin(),
                                         t.dims.end() - std::min<std::ptrdiff_t>(2, std::ssize(t.dims)));
    };
    const auto batch = broadcast(batch_of(a), batch_of(b));
    if (!batch) return std::nullopt;
    product.batch = elements(*batch);
    return product;
}

/// From the result's shape, whichever way the factors are stored: K is what is left of A.
std::optional<Product> by_result(const Tensor& a, const Tensor& b, const Tensor& out) {
    Product product;
    product.n = out.dims.empty() ? 1 : static_cast<double>(out.dims.back());
    product.m = out.dims.size() < 2 ? 1 : static_cast<double>(out.dims[out.dims.size() - 2]);
    const double rows = elements(out) / product.n;  // of all the batch
    if (!(rows > 0)) return std::nullopt;
    product.batch = rows / product.m;
    product.k = elements(a) / rows;
    const double batches_of_b = elements(b) / (product.k * product.n);
    const bool whole = product.k == std::floor(product.k);
    if (!whole || (batches_of_b != 1 && batches_of_b != product.batch)) return std::nullopt;
    return product;
}

ElementType type_of_result(const Op& op, const Tensor& a) {
    if (op.name == "_int_mm") return element_type("int");
    // Scaled products of 8-bit types give 16-bit ones unless the call says otherwise.
    if (op.name == "_scaled_mm") return element_type("bfloat16");
    return a.type;
}

Cost cost(const Op& op) {
    const std::size_t first = first_factor(op.name);
    const Tensor* a = op.tensor(first);
    const Tensor* b = op.tensor(first + 1);
    if (a == nullptr || a->dims.empty()) return missing_tensor(first);
    if (b == nullptr || b->dims.empty()) return missing_tensor(first + 1);
    const bool sized = std::all_of(op.outputs.begin(), op.outputs.end(),
                                   [](const Tensor& out) { return elements(out) > 0; });
    const std::optional<Product> product = !op.outputs.empty() && sized && elements(*a) > 0
                                               ? by_result(*a, *b, op.outputs.front())
                                               : by_factors(*a, *b, op.name == "linear");
    if (!product) return no_cost(fmt::format("the shapes of {}'s factors do not fit", op.name));
    const auto& [batch, m, n, k] = *product;
    Cost cost{.flops = {product_work(op, a->type, 2 * batch * m * n * k)}};
    cost.read = bytes_of_inputs(op, op.name == "linear" ? 3 : first + 2);
    // With beta = 0 the summand is not read.
    const Tensor* summand = first == 1 ? op.tensor(0) : nullptr;
    if (summand != nullptr && number(op.value(3)) == 0.0 && cost.read)
        *cost.read -= bytes(*summand).value_or(0);
    cost.written = bytes_written(op, batch * m * n, type_of_result(op, *a));
    return cost;
}

}  // namespace

extern constinit const FamilyDesc matmul_family{
    .name = "matmul",
    .summary = "2·M·N·K for each matrix of the batch; a bias is read, its additions are not counted",
    .ops = ops,
    .cost = cost};

}  // namespace mansard::analyzer::cost
