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

std::size_t Totals::find(std::uint64_t program, std::string_view name, std::string_view plane, bool& is_new) {
    const auto [at, inserted] = by_name_.try_emplace({program, std::string(name)}, ops_.size());
    is_new = inserted;
    if (inserted) ops_.push_back({.op = {.name = std::string(name)}, .where = std::string(plane)});
    return at->second;
}

void Totals::add(std::uint64_t program, const Op& op, std::string_view plane) {
    bool is_new = false;
    const std::size_t index = find(program, op.name, plane, is_new);
    TotalOp& total = ops_[index];
    if (is_new || !total.reason.empty()) {
        // What ran in a step that is left out, or beside the core, is refused only where it ran nowhere else.
        total.op = op;
        total.op.step.clear();
        total.reason.clear();
    } else {
        add_work(total.op, op);
    }
    if (op.step.empty()) return;
    const auto step = step_by_name_.find(op.step);
    if (step == step_by_name_.end()) return;
    TotalStep& whole = steps_[step->second];
    const auto [at, inserted] = whole.index.try_emplace(index, whole.ops.size());
    if (inserted)
        whole.ops.push_back(op);
    else
        add_work(whole.ops[at->second], op);
}

void Totals::refuse(std::uint64_t program, std::string_view name, std::string_view plane,
                    std::string reason) {
    bool is_new = false;
    TotalOp& total = ops_[find(program, name, plane, is_new)];
    if (is_new) total.reason = std::move(reason);
}

void Totals::add_step(const std::string& name, double seconds) {
    const auto [at, inserted] = step_by_name_.try_emplace(name, steps_.size());
    if (inserted) steps_.push_back({.op = {.name = "step " + name, .step = name, .total = 0}});
    *steps_[at->second].op.total += seconds;
}

}  // namespace mansard::analyzer::xprof
