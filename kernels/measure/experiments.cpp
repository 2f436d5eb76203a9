#include "kernels/measure/experiments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace mansard::kernels {
namespace {

constexpr double mebibyte = 1024.0 * 1024.0;
/// An L3 that nobody tells of, and that a small memory lets no sweep go beyond.
constexpr double hidden_cache = 64 * mebibyte;

bool is_private(Level level) {
    return level == Level::L1 || level == Level::L2;
}

struct Placement {
    Scope scope = Scope::core;
    int threads = 1;
    std::optional<int> cpu_node{}, memory_node{};
};

/// Every node's cores with every node's memory; nothing where there is one node.
std::vector<Placement> numa_placements(const Machine& machine) {
    std::vector<Placement> all;
    for (const NumaNode& near : machine.nodes)
        for (const NumaNode& memory : machine.nodes)
            if (!near.cpus.empty())
                all.push_back({Scope::numa, static_cast<int>(near.cpus.size()), near.node, memory.node});
    return all;
}

/// One core, all cores, the powers of two between (`cores`), or nodes.
std::vector<Placement> placements(Scope scope, const Machine& machine) {
    const int all = static_cast<int>(machine.cpus_used.size());
    if (scope == Scope::core) return {{scope, 1}};
    if (scope == Scope::device) return {{scope, all}};
    if (scope == Scope::numa) return numa_placements(machine);
    std::vector<Placement> some;
    for (int threads = 2; threads < all; threads *= 2) some.push_back({scope, threads});
    return some;
}

std::vector<Placement> placements(const std::vector<Scope>& scopes, const Machine& machine) {
    std::vector<Placement> found;
    for (const Scope scope : scopes)
        for (const Placement placement : placements(scope, machine)) found.push_back(placement);
    return found;
}

bool executes(const Machine& machine, Isa isa) {
    return std::find(machine.isas.begin(), machine.isas.end(), isa) != machine.isas.end();
}

Target target_of(const KernelDesc& kernel, Placement placement) {
    Target target{.kind = kernel.measures,
                  .dtype = kernel.dtype,
                  .isa = kernel.isa,
                  .op = kernel.op,
                  .pattern = kernel.pattern,
                  .intensity = kernel.intensity,
                  .scope = placement.scope,
                  .threads = placement.threads,
                  .cpu_node = placement.cpu_node,
                  .memory_node = placement.memory_node};
    if (kernel.measures == Kind::compute || kernel.measures == Kind::ridge) target.engine = kernel.engine;
    return target;
}

/// The last level's capacity, 0 without caches.
double last_level(const Capacities& capacities) {
    double bytes = 0;
    for (const auto& [level, capacity] : capacities) bytes = std::max(bytes, capacity);
    return bytes;
}

double claimed(const Machine& machine, Level level) {
    const auto claim = machine.cache(level);
    return claim ? claim->bytes : 0;
}

double dram_set(const Capacities& capacities, const Machine& machine) {
    // What is claimed counts too: where a neighbour's share hides most of a large cache, it can come back.
    double cache =
        std::max({last_level(capacities), claimed(machine, Level::L3), claimed(machine, Level::L2)});
    // Who hides an L3 may have one: a set for none would lie in it, and its rate pass for that of memory.
    if (!capacities.contains(Level::L3) && !machine.cache(Level::L3)) cache = std::max(cache, hidden_cache);
    // Where every few cores have an L3 of their own, all of them together hold that many times as much.
    const auto claim = machine.cache(Level::L3);
    const double together = 2.5 * cache * (claim ? std::max(claim->instances, 1) : 1);
    return std::min(std::max({4 * cache, together, 32 * mebibyte}), machine.memory_bytes / 8);
}

void plan_compute(const ComputeGroup& group, const Machine& machine, Experiments& out,
                  std::set<std::string>& seen) {
    const Isa widest = widest_isa(machine);
    for (const KernelDesc* kernel : all_kernels()) {
        if (kernel->measures != Kind::compute || (group.isas == IsaChoice::widest && kernel->isa != widest))
            continue;
        const auto in = [](const auto& list, auto value) {
            return std::find(list.begin(), list.end(), value) != list.end();
        };
        if (!kernel->dtype || !kernel->op || !in(group.dtypes, *kernel->dtype) || !in(group.ops, *kernel->op))
            continue;
        for (const Placement placement : placements(group.scopes, machine)) {
            const Target target = target_of(*kernel, placement);
            const Experiment experiment{.kernel = kernel, .target = target};
            if (!executes(machine, kernel->isa)) {
                if (seen.insert(roof_id(target)).second)
                    out.absent.push_back({target, kernel_name(*kernel),
                                          fmt::format("this CPU has no {}", name_of(kernel->isa))});
            } else if (seen.insert(experiment.name()).second) {
                out.wanted.push_back(experiment);
            }
        }
    }
}

/// Whether the kernel belongs to the measurement of `pattern` at `level`.
bool measures(const KernelDesc& kernel, Pattern pattern, Level level, Isa widest) {
    // A chase needs no vectors and exists in the baseline row only.
    const Isa isa = pattern == Pattern::chase ? Isa::scalar : widest;
    // A private cache is nearer than any prefetch is early.
    const bool too_near = kernel.prefetch_lines > 0 && is_private(level);
    // Further out than L1 an instruction takes longer than the loop's own.
    const bool no_matter = kernel.unroll > 0 && level != Level::L1;
    return kernel.pattern == pattern && kernel.isa == isa && !too_near && !no_matter;
}

/// Whether the group tries so many streams of this pattern.
bool tries_streams(const MemoryGroup& group, const KernelDesc& kernel, Level level, Isa widest) {
    const auto listed = [&group](int streams) {
        return std::find(group.streams.begin(), group.streams.end(), streams) != group.streams.end();
    };
    if (group.streams.empty() || listed(kernel.streams)) return true;
    const std::vector<const KernelDesc*> all = all_kernels();
    const auto choice = std::count_if(all.begin(), all.end(), [&](const KernelDesc* other) {
        return other->prefetch_lines == 0 && other->unroll == 0 && listed(other->streams) &&
               measures(*other, *kernel.pattern, level, widest);
    });
    return choice < 2;
}

/// The sets that `first` is measured with.
std::vector<Experiment> sets(const Experiment& first, bool small_pages) {
    std::vector<Experiment> all{first};
    // A second, larger set must give the same rate, or the first still sits in a cache.
    if (first.target.level == Level::DRAM && first.target.pattern == Pattern::load) {
        all.push_back(first);
        all.back().set_bytes *= 2;
    }
    if (small_pages) {
        all.push_back(first);
        all.back().small_pages = true;
    }
    return all;
}

void plan_memory(const MemoryGroup& group, const Machine& machine, const Capacities& capacities,
                 Experiments& out, std::set<std::string>& seen) {
    const Isa widest = widest_isa(machine);
    for (const Placement placement : placements(group.scopes, machine))
        for (const Level level : group.levels)
            for (const Pattern pattern : group.patterns)
                for (const KernelDesc* kernel : all_kernels()) {
                    if (!measures(*kernel, pattern, level, widest)) continue;
                    if (!tries_streams(group, *kernel, level, widest)) continue;
                    Target target = target_of(*kernel, placement);
                    target.level = level;
                    // Latency is what one chase sees.
                    if (placement.scope == Scope::numa && pattern == Pattern::chase) target.threads = 1;
                    if (level != Level::DRAM && !capacities.contains(level)) {
                        if (seen.insert(roof_id(target)).second)
                            out.absent.push_back({target, kernel_name(*kernel),
                                                  fmt::format("this machine shows no {}", name_of(level))});
                        continue;
                    }
                    const std::size_t bytes = set_bytes(level, capacities, machine, target.threads);
                    for (const Experiment& experiment :
                         sets({.kernel = kernel, .target = target, .set_bytes = bytes}, group.small_pages))
                        if (seen.insert(experiment.name()).second) out.wanted.push_back(experiment);
                }
}

void plan_ridges(const RidgeGroup& group, const Machine& machine, const Capacities& capacities,
                 Experiments& out, std::set<std::string>& seen) {
    const Isa widest = widest_isa(machine);
    for (const Placement placement : placements(group.scopes, machine))
        for (const Level level : group.levels)
            for (const KernelDesc* kernel : all_kernels()) {
                if (kernel->measures != Kind::ridge || kernel->isa != widest ||
                    *kernel->intensity > group.most)
                    continue;
                if (level != Level::DRAM && !capacities.contains(level)) continue;
                Experiment experiment{.kernel = kernel,
                                      .target = target_of(*kernel, placement),
                                      .set_bytes = set_bytes(level, capacities, machine, placement.threads)};
                experiment.target.level = level;
                if (seen.insert(experiment.name()).second) out.wanted.push_back(experiment);
            }
}

/// Loads and a chase on one core with sets of `smallest` and more, in steps of √2, to `largest`.
std::vector<Experiment> sweep_between(const Machine& machine, double smallest, double largest) {
    constexpr int sweep_streams = 4;  // enough for L3 and DRAM, no worse than one in L1 and L2
    const Isa widest = widest_isa(machine);
    std::vector<Experiment> sweep;
    for (const KernelDesc* kernel : all_kernels()) {
        const bool loads = kernel->pattern == Pattern::load && kernel->isa == widest &&
                           kernel->streams == sweep_streams && kernel->prefetch_lines == 0;
        const bool chases = kernel->pattern == Pattern::chase && kernel->isa == Isa::scalar;
        if (!loads && !chases) continue;
        for (double bytes = smallest; bytes <= largest * 1.01; bytes *= std::sqrt(2.0)) {
            const Target target = target_of(*kernel, {});
            sweep.push_back(
                {.kernel = kernel, .target = target, .set_bytes = static_cast<std::size_t>(bytes)});
        }
    }
    return sweep;
}

}  // namespace

Capacities claimed_capacities(const Machine& machine) {
    Capacities capacities;
    for (const CacheClaim& claim : machine.caches) capacities.try_emplace(claim.level, claim.bytes);
    return capacities;
}

Isa widest_isa(const Machine& machine) {
    Isa widest = Isa::scalar;
    // Extensions have no loads: they add number types to a row.
    for (const KernelDesc* kernel : all_kernels())
        if (kernel->pattern == Pattern::load && executes(machine, kernel->isa) && kernel->isa > widest)
            widest = kernel->isa;
    return widest;
}

std::size_t set_bytes(Level level, const Capacities& capacities, const Machine& machine, int threads) {
    const auto capacity = [&capacities](Level of) {
        const auto found = capacities.find(of);
        return found == capacities.end() ? 0.0 : found->second;
    };
    const auto claimed_or = [&](Level of) {
        return claimed(machine, of) > 0 ? claimed(machine, of) : capacity(of);
    };
    double bytes = 0;
    switch (level) {
        case Level::L1:
            bytes = 0.6 * capacity(Level::L1);
            break;
        case Level::L2:
            // A quarter, but well beyond L1: a small L2 behind a large L1 (256 KiB behind 48) is half filled.
            bytes = 0.25 * capacity(Level::L2);
            if (bytes < 2 * capacity(Level::L1)) bytes = 0.5 * capacity(Level::L2);
            break;
        case Level::L3: {
            // Four times what the threads keep in L2 is enough; more would only meet the neighbours' share
            // sooner.
            bytes = std::min(4.0 * threads * claimed_or(Level::L2),
                             0.25 * std::min(claimed_or(Level::L3), capacity(Level::L3)));
            break;
        }
        default:
            bytes = dram_set(capacities, machine);
    }
    if (is_private(level)) bytes *= threads;
    return static_cast<std::size_t>(bytes);
}

Experiments plan_experiments(const Plan& plan, const Machine& machine, const Capacities& capacities) {
    Experiments out;
    std::set<std::string> seen;
    for (const ComputeGroup& group : plan.compute) plan_compute(group, machine, out, seen);
    for (const MemoryGroup& group : plan.memory) plan_memory(group, machine, capacities, out, seen);
    for (const RidgeGroup& group : plan.ridges) plan_ridges(group, machine, capacities, out, seen);
    return out;
}

std::vector<Experiment> sweep_experiments(const Machine& machine, Level outermost) {
    constexpr double smallest = 4096;
    constexpr double beyond_claim = 16;  // claims of virtual machines have been wrong by eight
    double largest = dram_set({}, machine);
    double most = 0;
    for (const CacheClaim& claim : machine.caches)
        if (claim.level == outermost) most = std::max(most, claim.bytes);
    if (is_private(outermost) && most > 0) largest = std::min(largest, beyond_claim * most);
    std::vector<Experiment> sweep = sweep_between(machine, smallest, largest);
    // Loads show most: first, in case that the time does not suffice for both.
    std::stable_partition(sweep.begin(), sweep.end(), [](const Experiment& experiment) {
        return experiment.kernel->measures == Kind::bandwidth;
    });
    return sweep;
}

std::vector<Experiment> wider_sweep_experiments(const Machine& machine) {
    // Twice the largest L3 that one core of today's reaches, and two steps more, which show that it has
    // ended.
    const double largest = std::min(512 * mebibyte, machine.memory_bytes / 8);
    std::vector<Experiment> sweep = sweep_between(machine, dram_set({}, machine) * std::sqrt(2.0), largest);
    // With pages of 4 KiB a chase through so large a set measures the TLB.
    std::erase_if(sweep,
                  [](const Experiment& experiment) { return experiment.kernel->measures == Kind::latency; });
    return sweep;
}

}  // namespace mansard::kernels
