#include "analyzer/torch/square_products.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/cost/cost.hpp"
#include "analyzer/trace/values.hpp"

namespace mansard::analyzer::torch {
namespace {

/// "100,50,1": three whole numbers.
std::optional<std::array<double, 3>> blocks(std::string_view grid) {
    const std::string array = fmt::format("[{}]", grid);  // the elements lie in it
    const auto parts = trace::elements(array);
    if (!parts || parts->size() != 3) return std::nullopt;
    std::array<double, 3> out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = trace::number((*parts)[i]).value_or(0);
    return out;
}

}  // namespace

SquareProducts::SquareProducts(const Events& events) {
    if (events.has_shapes) return;
    // An operation that is no product of two matrices can launch the same kernel: a convolution, say.
    const bool products = std::any_of(events.host.begin(), events.host.end(), [&](const HostEvent& e) {
        const std::string& op = events.names.text(e.name);
        return e.frame == Frame::op && (op == "aten::mm" || op == "aten::matmul" || op == "aten::addmm");
    });
    if (!products) return;
    for (const DeviceEvent& work : events.device) {
        if (work.work != Work::kernel || work.grid == no_text) continue;
        if (name_ == work.name && grid_ == work.grid) continue;
        if (!gemm_kernel(events.names.text(work.name))) continue;
        if (name_ != no_text) return;  // there are several products
        name_ = work.name;
        grid_ = work.grid;
    }
    if (name_ == no_text) return;
    const std::string& name = events.names.text(name_);
    const auto kernel = gemm_kernel(name);
    const auto grid = blocks(events.names.text(grid_));
    // With a third dimension the depth is split, or it is a batch.
    if (!grid || (*grid)[2] != 1) return;
    const double rows = (*grid)[0] * kernel->tile_rows, columns = (*grid)[1] * kernel->tile_columns;
    if (rows != columns || rows < 1 || rows > 1e7) return;
    size_ = static_cast<std::int64_t>(rows);
    type_ = kernel->type;
    unit_ = product_unit(name);
}

bool SquareProducts::add_cost(const DeviceEvent& work, Point& point) {
    if (size_ == 0 || work.name != name_ || work.grid != grid_) return false;
    cost::Op op = cost::named_op("aten::mm");
    for (int i = 0; i < 2; ++i) op.inputs.push_back({.tensors = {{.dims = {size_, size_}, .type = type_}}});
    op.product_unit = unit_;
    cost::apply(cost::cost_of(op), point);
    point.notes.push_back(
        fmt::format("a product of {0} × {0} × {0} is assumed: the trace has no shapes", size_));
    ++used_;
    return true;
}

void SquareProducts::note(Profile& profile) const {
    if (used_ == 0) return;
    profile.notes.push_back(
        {.severity = Severity::warning,
         .code = "square_products_assumed",
         .text = fmt::format(
             "The trace has no shapes. {} of one matrix kernel cover {} rows and as many columns (tile "
             "× grid); FLOPs and bytes are those of a square product, its depth is assumed",
             counted(used_, "call"), size_),
         .remedy = "profile with record_shapes=True"});
}

}  // namespace mansard::analyzer::torch
