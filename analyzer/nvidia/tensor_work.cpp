#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>

#include "analyzer/filter.hpp"
#include "analyzer/nvidia/launch_point.hpp"

namespace mansard::analyzer::nvidia {
namespace {

constexpr double same_count = 1e-6;  ///< two counters of one thing, printed with two decimals

bool same(double a, double b, double tolerance) {
    return std::abs(a - b) <= tolerance * std::max(a, b);
}

/// Whether all that `outer` counts is among what `inner` counts: its name says less.
bool covers(const OperationsPath& outer, const OperationsPath& inner) {
    const auto fits = [](const std::string& wide, const std::string& narrow) {
        return wide.empty() || wide == narrow;
    };
    const bool source = outer.source == inner.source ||
                        ("_" + outer.source + "_").find("_" + inner.source + "_") != std::string::npos;
    return &outer != &inner && source && fits(outer.operation, inner.operation) &&
           fits(outer.destination, inner.destination) && fits(outer.sparsity, inner.sparsity);
}

struct CountedPath {
    const OperationsPath* path = nullptr;
    double count = 0;
};

/// One level of a hierarchy whose parents sum up their children: the parents, or all their children where
/// these tell more about the types.
std::vector<CountedPath> one_level(const std::vector<CountedPath>& all) {
    std::vector<CountedPath> chosen;
    for (const CountedPath& one : all) {
        const bool inside = std::ranges::any_of(
            all, [&](const CountedPath& other) { return covers(*other.path, *one.path); });
        if (inside) continue;
        std::vector<CountedPath> children;
        double sum = 0;
        for (const CountedPath& other : all) {
            if (!covers(*one.path, *other.path) || other.path->source == one.path->source) continue;
            const bool leaf = std::ranges::none_of(all, [&](const CountedPath& between) {
                return between.path->source == other.path->source && covers(*between.path, *other.path);
            });
            if (leaf) children.push_back(other), sum += other.count;
        }
        if (!children.empty() && same(sum, one.count, 1e-3))
            chosen.insert(chosen.end(), children.begin(), children.end());
        else
            chosen.push_back(one);
    }
    return chosen;
}

void add(std::vector<FlopCount>& flops, Dtype dtype, double count, How how) {
    for (FlopCount& one : flops)
        if (one.dtype == dtype) {
            one.count += count;
            return;
        }
    flops.push_back({.dtype = dtype, .engine = Engine::matrix, .count = count, .how = how});
}

bool by_operations(TensorWork& work, const Counts& counts, const MetricTable& table) {
    std::vector<CountedPath> all;
    for (const OperationsPath& path : table.paths())
        if (const auto count = counts.total(path.counter)) all.push_back({&path, *count});
    if (all.empty()) return false;
    work.counted = true;
    for (const CountedPath& one : one_level(all)) {
        if (one.count <= 0) continue;
        const auto dtype = table.source_dtype(one.path->source);
        if (!dtype) {
            work.unknown = fmt::format("no number type here for {} on tensor cores", one.path->source);
            continue;
        }
        add(work.flops, *dtype, one.count, How::counted);
        if (*dtype == Dtype::i8 || *dtype == Dtype::i4)
            work.notes.push_back("tensor operations on integers: OP, not FLOP");
        if (one.path->source.find("_bf16_") != std::string::npos)
            work.notes.push_back("tensor FLOPs of fp16, bf16 and tf32 are counted as one: taken as f16");
    }
    return true;
}

/// N and K of "…64xNxK…": what stands in a kernel's name behind `mark`.
std::optional<double> shape_product(std::string_view kernel, std::string_view mark) {
    for (std::size_t at = kernel.find(mark); at != std::string_view::npos; at = kernel.find(mark, at + 1)) {
        if (at > 0 && std::isdigit(static_cast<unsigned char>(kernel[at - 1]))) continue;
        const char* from = kernel.data() + at + mark.size();
        const char* const end = kernel.data() + kernel.size();
        unsigned n = 0, k = 0;
        const auto first = std::from_chars(from, end, n);
        if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') continue;
        const auto second = std::from_chars(first.ptr + 1, end, k);
        if (second.ec != std::errc() || n == 0 || n > 256 || k == 0 || k > 256) continue;
        return static_cast<double>(n) * k;
    }
    return std::nullopt;
}

std::optional<double> flop_of(const InstructionRule& rule, std::string_view kernel) {
    if (rule.flop) return rule.flop;
    const auto product = shape_product(kernel, rule.shape);
    return product && rule.flop_per_shape ? std::optional(*product * *rule.flop_per_shape) : std::nullopt;
}

bool fits(const InstructionRule& rule, const std::string& pipe, std::string_view kernel) {
    const auto matches = [&](const std::string& pattern) { return matches_pattern(kernel, pattern); };
    return std::ranges::find(rule.pipes, pipe) != rule.pipes.end() &&
           (rule.kernels.empty() || std::ranges::any_of(rule.kernels, matches));
}

void by_instructions(TensorWork& work, double instructions, const std::string& pipe,
                     const Generation& generation, std::string_view kernel) {
    for (const InstructionRule& rule : generation.instructions) {
        if (!fits(rule, pipe, kernel)) continue;
        const auto flop = flop_of(rule, kernel);
        if (!flop) continue;
        add(work.flops, rule.dtype, instructions * *flop, How::assumed);
        work.notes.push_back(
            fmt::format("tensor FLOPs are an estimate: instructions × {:.0f}, as if all were {}", *flop,
                        rule.instruction));
        return;
    }
    work.unknown = "tensor instructions of a shape that neither the profile nor the kernel's name tells";
}

void by_pipes(TensorWork& work, const Counts& counts, const MetricTable& table, const Generation& generation,
              std::string_view kernel) {
    // One counter for each pipe: newer names and older ones count the same instructions.
    std::map<std::string, double> pipes;
    for (const PipeRule& rule : table.pipes())
        if (const auto count = counts.total(rule.counter)) pipes.try_emplace(rule.pipe, *count);
    if (pipes.empty()) return;
    work.counted = true;
    const auto any = pipes.find("any");
    const auto hfma = counts.direct(table.constant_moves());
    if (any != pipes.end() && any->second > 0 && hfma &&
        same(any->second * table.threads_per_move(), *hfma, same_count)) {
        work.constant_moves = true;
        work.notes.push_back(
            "no tensor FLOPs: the tensor pipe's instructions are as many as half-precision "
            "FMA, which is how the compiler moves constants; neither is counted as work");
        return;
    }
    double parts = 0;
    for (const auto& [pipe, count] : pipes) parts += pipe == "any" ? 0 : count;
    // The parts tell the type, but only where they are all of it.
    const bool parts_do = pipes.size() > (any != pipes.end() ? 1U : 0U) &&
                          (any == pipes.end() || same(parts, any->second, 1e-3) || any->second == 0);
    for (const auto& [pipe, count] : pipes)
        if (count > 0 && (pipe == "any") != parts_do) by_instructions(work, count, pipe, generation, kernel);
}

}  // namespace

TensorWork tensor_work(const Counts& counts, const MetricTable& table, const Generation& generation,
                       std::string_view kernel) {
    TensorWork work;
    if (!by_operations(work, counts, table)) by_pipes(work, counts, table, generation, kernel);
    return work;
}

}  // namespace mansard::analyzer::nvidia
