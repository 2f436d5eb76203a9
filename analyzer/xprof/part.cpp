#include "analyzer/xprof/part.hpp"

#include <cmath>

namespace mansard::analyzer::xprof {
namespace {

std::optional<double> finite(std::optional<double> value) {
    return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

std::string_view Part::name() const {
    if (!device.empty()) return device;
    return chip == Chip::gpu ? "GPU" : "TPU";
}

void Part::drop_unused_memories() {
    double cmem = 0, vmem = 0;
    for (const TotalOp& total : totals.ops()) {
        const MemoryBytes& bytes = total.op.bytes;
        cmem += bytes.cmem_read.value_or(0) + bytes.cmem_write.value_or(0);
        vmem += bytes.vmem_read.value_or(0) + bytes.vmem_write.value_or(0);
    }
    const auto drop = [&](Op& op) {
        if (cmem <= 0) op.bytes.cmem_read = op.bytes.cmem_write = std::nullopt;
        if (vmem <= 0) op.bytes.vmem_read = op.bytes.vmem_write = std::nullopt;
    };
    for (TotalOp& total : totals.ops()) drop(total.op);
    for (TotalStep& step : totals.steps())
        for (Op& op : step.ops) drop(op);
}

void Part::prepare(Op& op) const {
    if (op.dma_stall) op.dma_stall = *op.total > 0 ? std::optional(*op.dma_stall / *op.total) : std::nullopt;
    op.verdict = bound_by(op, peaks);
}

Point Part::whole(Op op) const {
    op.verdict = bound_by(op, peaks);
    op.total = finite(op.total);
    op.flops = finite(op.flops);
    op.model_flops = finite(op.model_flops);
    for (const auto part : summed_memories) op.bytes.*part = finite(op.bytes.*part);
    return point_of(op, chip);
}

void add_known(Op& sum, const Op& op) {
    const auto add = [](std::optional<double>& to, const std::optional<double>& more) {
        if (more) to = to.value_or(0) + *more;
    };
    add(sum.flops, op.flops);
    add(sum.model_flops, op.model_flops);
    for (const auto part : summed_memories) add(sum.bytes.*part, op.bytes.*part);
}

}  // namespace mansard::analyzer::xprof
