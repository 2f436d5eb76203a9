#include "analyzer/xprof/totals.hpp"

#include <utility>

namespace mansard::analyzer::xprof {
namespace {

using Amount = std::optional<double>;

void add_amount(Amount& sum, Amount more) {
    sum = sum && more ? Amount(*sum + *more) : std::nullopt;
}

}  // namespace

void add_work(Op& sum, const Op& more) {
    sum.calls += more.calls;
    for (const auto part : {&Op::total, &Op::own, &Op::flops, &Op::model_flops})
        add_amount(sum.*part, more.*part);
    for (const auto part :
         {&MemoryBytes::hbm, &MemoryBytes::hbm_read, &MemoryBytes::hbm_written, &MemoryBytes::cmem_read,
          &MemoryBytes::cmem_write, &MemoryBytes::vmem_read, &MemoryBytes::vmem_write, &MemoryBytes::l1,
          &MemoryBytes::to_device, &MemoryBytes::to_host, &MemoryBytes::peer})
        add_amount(sum.bytes.*part, more.bytes.*part);
    // As a time until all is summed up.
    if (more.dma_stall) sum.dma_stall = sum.dma_stall.value_or(0) + *more.dma_stall;
}

std::size_t Totals::find(std::uint64_t program, std::string_view name, std::string_view plane) {
    const auto [at, inserted] = by_name_.try_emplace({program, std::string(name)}, ops_.size());
    if (inserted) ops_.push_back({.op = {.name = std::string(name)}, .where = std::string(plane)});
    return at->second;
}

std::size_t Totals::find_step(const std::string& name) {
    const auto [at, inserted] = step_by_name_.try_emplace(name, steps_.size());
    if (inserted) steps_.push_back({.op = {.name = "step " + name, .step = name, .total = 0}});
    return at->second;
}

void Totals::add(std::size_t op, const Op& work) {
    TotalOp& total = ops_[op];
    if (total.ran) return add_work(total.op, work);
    std::string name = std::move(total.op.name);
    total.op = work;
    total.op.name = std::move(name);
    total.ran = true;
}

void Totals::add_to_step(std::size_t step, std::size_t op, const Op& work) {
    TotalStep& whole = steps_[step];
    const auto [at, inserted] = whole.places.try_emplace(op, whole.ops.size());
    if (!inserted) return add_work(whole.ops[at->second], work);
    whole.ops.push_back(work);
    whole.index.push_back(op);
}

void Totals::refuse(std::size_t op, std::string reason) {
    if (ops_[op].reason.empty()) ops_[op].reason = std::move(reason);
}

void Totals::spoil(std::size_t op, std::string reason) {
    ops_[op].spoiled = true;
    ops_[op].reason = std::move(reason);
}

}  // namespace mansard::analyzer::xprof
