#include "kernels/cuda/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kernels/cuda/shape.hpp"

namespace mansard::kernels::cuda {
namespace {

constexpr double kibibyte = 1024, gibibyte = kibibyte * kibibyte * kibibyte;

std::string device_name(const Gpu& gpu) {
    return fmt::format("cuda:{}", gpu.index);
}

bool has(const auto& list, auto value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

Target target_of(const KernelDesc& kernel, const Gpu& gpu) {
    Target target{.device = device_name(gpu),
                  .kind = kernel.measures,
                  .dtype = kernel.dtype,
                  .isa = kernel.isa,
                  .op = kernel.op,
                  .pattern = kernel.pattern,
                  .scope = Scope::device,
                  .threads = gpu.sms};
    if (kernel.measures == Kind::compute) target.engine = kernel.engine;
    // One thread follows the chain, on whatever SM.
    if (kernel.pattern == Pattern::chase) target.scope = Scope::core, target.threads = 1;
    return target;
}

/// Collects experiments; one that is there already is no second one.
class Collector {
  public:
    Collector(const Gpu& gpu, Experiments& out) : gpu_(gpu), out_(out) {}

    void add(const KernelDesc& kernel, Target target, std::size_t bytes) {
        std::string reason = why_not_here(kernel.gpu, gpu_.architecture);
        if (reason.empty() && kernel.arrays > 0 && bytes == 0)
            reason = "the level is too small for a grid that fills the GPU";
        if (!reason.empty()) {
            if (missing_.insert(roof_id(target)).second)
                out_.absent.push_back({target, kernel_name(kernel), reason});
            return;
        }
        Experiment experiment{.kernel = &kernel, .target = std::move(target), .set_bytes = bytes};
        if (!seen_.insert(experiment.name()).second) return;
        has_.insert(roof_id(experiment.target));
        out_.wanted.push_back(std::move(experiment));
    }

    /// A roof that one kernel can measure here is not absent because another cannot.
    void settle() {
        std::erase_if(out_.absent,
                      [&](const Absent& absent) { return has_.contains(roof_id(absent.target)); });
    }

  private:
    const Gpu& gpu_;
    Experiments& out_;
    std::set<std::string> seen_, has_, missing_;
};

void add_compute(const ComputeGroup& group, const Gpu& gpu, Collector& collector) {
    for (const KernelDesc* kernel : all_cuda_kernels())
        if (kernel->measures == Kind::compute && kernel->dtype && kernel->op &&
            has(group.dtypes, *kernel->dtype) && has(group.ops, *kernel->op))
            collector.add(*kernel, target_of(*kernel, gpu), 0);
}

void add_memory(const MemoryGroup& group, const Gpu& gpu, std::span<const int> peers, Collector& collector) {
    for (const Level level : group.levels)
        for (const KernelDesc* kernel : all_cuda_kernels()) {
            if (!kernel->pattern || !has(group.patterns, *kernel->pattern) ||
                kernel->gpu.in_flight_bytes > 0 || kernel->measures == Kind::pipeline)
                continue;
            Target target = target_of(*kernel, gpu);
            if (kernel->pattern == Pattern::launch) {
                collector.add(*kernel, target, 0);
                continue;
            }
            if ((kernel->gpu.levels & bit_of(level)) == 0) continue;
            target.level = level;
            const std::size_t bytes = set_bytes(*kernel, level, gpu);
            if (level != Level::peer_link) {
                collector.add(*kernel, target, bytes);
                continue;
            }
            for (const int peer : peers) {
                target.peer = peer;
                collector.add(*kernel, target, bytes);
            }
        }
}

void add_in_flight(Level level, const Gpu& gpu, Collector& collector) {
    for (const KernelDesc* kernel : all_cuda_kernels()) {
        if (kernel->gpu.in_flight_bytes == 0 || (kernel->gpu.levels & bit_of(level)) == 0) continue;
        Target target = target_of(*kernel, gpu);
        target.level = level;
        target.in_flight_bytes = kernel->gpu.in_flight_bytes;
        collector.add(*kernel, target, set_bytes(*kernel, level, gpu));
    }
}

void add_pipelines(double most, const Gpu& gpu, Collector& collector) {
    for (const KernelDesc* kernel : all_cuda_kernels()) {
        if (kernel->measures != Kind::pipeline || *kernel->intensity > most) continue;
        Target target = target_of(*kernel, gpu);
        target.level = Level::DRAM;
        target.intensity = kernel->intensity;
        target.stages = static_cast<int>(kernel->gpu.stages);
        target.tile_bytes = kernel->gpu.tile_bytes;
        collector.add(*kernel, target, set_bytes(*kernel, Level::DRAM, gpu));
    }
}

/// The median rate of the best block under final rounds; 0 without one.
double best_rate(const Series& series) {
    double best = 0;
    for (const Block& block : series.blocks)
        if (block.phase == Phase::final && block.faults.empty())
            best = std::max(best, block_rate(series, block));
    return best;
}

}  // namespace

std::size_t set_bytes(const KernelDesc& kernel, Level level, const Gpu& gpu) {
    if (kernel.gpu.counted == Counted::copies) return std::size_t{256} << 20;
    if (kernel.arrays == 0) return 0;
    const bool chases = kernel.gpu.counted == Counted::steps;
    const auto whole = [&](double bytes) {
        return words_of(kernel, geometry_of(kernel, gpu.sms), static_cast<std::size_t>(bytes)) *
               sizeof(Word) * static_cast<std::size_t>(kernel.arrays);
    };
    if (level == Level::L1)
        // A quarter of the memory that L1 shares with shared memory, of every SM; a chase sits on one.
        return whole(chases ? 16 * kibibyte
                            : std::max(0.25 * gpu.shared_bytes_per_sm, 32 * kibibyte) * gpu.sms);
    if (level == Level::L2) {
        // One trip of a large grid can be more than a quarter; half of what L2 holds is the most.
        const std::size_t bytes = whole(0.25 * gpu.l2_bytes);
        return bytes > 0 ? bytes : whole(0.4 * gpu.l2_bytes);
    }
    // Each array so large that a cache holds next to nothing of it when it comes round again.
    const double array = std::max(chases ? gibibyte : 4 * gibibyte, 16 * gpu.l2_bytes);
    return whole(std::min(kernel.arrays * array, 0.4 * gpu.memory_bytes));
}

Experiments plan_experiments(const Plan& plan, const Gpu& gpu, std::span<const int> peers) {
    Experiments out;
    Collector collector(gpu, out);
    for (const ComputeGroup& group : plan.compute) add_compute(group, gpu, collector);
    for (const MemoryGroup& group : plan.memory) add_memory(group, gpu, peers, collector);
    for (const Level level : plan.in_flight) add_in_flight(level, gpu, collector);
    if (plan.pipelines_most >= 0) add_pipelines(plan.pipelines_most, gpu, collector);
    collector.settle();
    return out;
}

Experiments plan_condition(const Plan& plan, const Gpu& gpu, Condition condition, const Samples& samples) {
    Experiments out;
    // Of several ways to one unit (mma.sync and wgmma) the best: the others are lines, not roofs.
    std::map<std::tuple<Dtype, Engine, Op>, const Series*> best;
    for (const ComputeGroup& group : plan.compute) {
        if (!has(group.conditions, condition)) continue;
        for (const Series& series : samples.series) {
            const Target& target = series.target;
            // What has no block lacks the instruction, or was refused: its own roof says so.
            if (target.device != device_name(gpu) || target.kind != Kind::compute || target.condition ||
                !has(group.dtypes, *target.dtype) || !has(group.ops, *target.op) || series.blocks.empty())
                continue;
            const Series*& held = best[{*target.dtype, *target.engine, *target.op}];
            if (held == nullptr || best_rate(series) > best_rate(*held)) held = &series;
        }
    }
    const auto kernels = all_cuda_kernels();
    for (const auto& [key, series] : best) {
        const auto kernel = std::find_if(
            kernels.begin(), kernels.end(),
            [name = series->kernel](const KernelDesc* one) { return kernel_name(*one) == name; });
        if (kernel == kernels.end()) continue;
        Target target = series->target;
        target.condition = condition;
        if (best_rate(*series) > 0)
            out.wanted.push_back({.kernel = *kernel, .target = std::move(target)});
        else
            out.absent.push_back(
                {std::move(target), series->kernel,
                 "not measured: under ordinary conditions none of its kernels passed its check"});
    }
    return out;
}

}  // namespace mansard::kernels::cuda
