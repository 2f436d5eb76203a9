#include <fmt/format.h>

#include <algorithm>

#include "analyzer/nvidia/launch_point.hpp"

namespace mansard::analyzer::nvidia {
namespace {

/// Sums counters; nothing as soon as one is missing.
std::optional<double> sum(const std::vector<Counter>& counters, const Counts& counts, bool direct_only) {
    double all = 0;
    for (const Counter counter : counters) {
        const auto count = direct_only ? counts.direct(counter) : counts.total(counter);
        if (!count) return std::nullopt;
        all += *count;
    }
    return all;
}

/// A rule, as far as the launch has its counters.
struct Found {
    const ByteRule* rule = nullptr;
    std::optional<double> total{}, read{}, written{};
    bool complete() const { return total || (read && written); }
    bool any() const { return total || read || written; }
};

Found found_by(const ByteRule& rule, const Counts& counts, bool direct_only) {
    Found found{.rule = &rule};
    if (!rule.total.empty()) found.total = sum(rule.total, counts, direct_only);
    if (!rule.read.empty()) found.read = sum(rule.read, counts, direct_only);
    if (!rule.written.empty()) found.written = sum(rule.written, counts, direct_only);
    return found;
}

std::span<const ByteRule> of_level(const Generation& generation, Level level) {
    // They are sorted by level. Clang 14 knows no std::ranges::equal_range.
    const std::span<const ByteRule> all(generation.bytes);
    const auto first = std::ranges::find(all, level, &ByteRule::level);
    const auto last =
        std::find_if(first, all.end(), [level](const ByteRule& rule) { return rule.level != level; });
    return {first, last};
}

/// The first that is complete: counted before worked out from rates, and before what only is a part.
Found best(std::span<const ByteRule> rules, const Counts& counts, bool rounded) {
    struct Try {
        bool direct, unscaled, complete;
    };
    // Bytes with a prefix are printed with two decimals, sectors in full.
    for (const Try& one : {Try{true, !rounded, true}, Try{true, true, true}, Try{false, true, true},
                           Try{true, true, false}, Try{false, true, false}})
        for (const ByteRule& rule : rules) {
            if (!one.unscaled && rule.scale == 1) continue;
            const Found found = found_by(rule, counts, one.direct);
            if (one.complete ? found.complete() && rule.lower_bound.empty() : found.any()) return found;
        }
    return {};
}

bool is_unavailable(std::span<const ByteRule> rules, const Counts& counts) {
    const auto missing = [&](const std::vector<Counter>& counters) {
        return std::ranges::any_of(counters, [&](Counter counter) { return counts.unavailable(counter); });
    };
    return std::ranges::any_of(rules, [&](const ByteRule& rule) {
        return missing(rule.total) || missing(rule.read) || missing(rule.written);
    });
}

void add(ByteWork& work, const Found& found, const Counts& counts) {
    const ByteRule& rule = *found.rule;
    const std::string_view level = name_of(rule.level);
    double besides = 0;
    bool all_besides = true;
    for (const Counter counter : rule.besides) {
        const auto count = counts.total(counter);
        all_besides = all_besides && count;
        besides += count.value_or(0);
    }
    ByteCount bytes{.level = rule.level,
                    .basis = Basis::traffic,
                    .how = How::counted,
                    .at_least = !found.complete() || !rule.lower_bound.empty()};
    bytes.count =
        rule.scale * (found.total.value_or(found.read.value_or(0) + found.written.value_or(0)) + besides);
    // Atomics go both ways; parts of a lower bound would pass for exact.
    if (!found.total && besides == 0 && rule.lower_bound.empty()) {
        if (found.read) bytes.read = rule.scale * *found.read;
        if (found.written) bytes.written = rule.scale * *found.written;
    }
    if (!found.complete())
        work.notes.push_back(fmt::format("{} bytes are a lower bound: {} were not collected", level,
                                         found.read ? "writes" : "reads"));
    else if (!rule.lower_bound.empty())
        work.notes.push_back(fmt::format("{} bytes are a lower bound: {}", level, rule.lower_bound));
    if (rule.level == Level::DRAM && bytes.count == 0 && found.complete())
        work.notes.push_back("no byte of DRAM was moved: everything came from caches");
    work.conventions.push_back(
        fmt::format("{}: {}{}", level, rule.convention, all_besides ? "" : " (atomics not collected)"));
    work.bytes.push_back(bytes);
}

/// A level near the SMs usually moves more than one behind it; what is known in part cannot be compared.
void compare_levels(ByteWork& work, const std::vector<Level>& in_part) {
    const auto count = [&](Level level) -> std::optional<double> {
        for (const ByteCount& bytes : work.bytes)
            if (bytes.level == level && std::ranges::find(in_part, level) == in_part.end())
                return bytes.count;
        return std::nullopt;
    };
    const auto l1 = count(Level::L1), l2 = count(Level::L2), dram = count(Level::DRAM);
    if (l1 && l2 && *l1 < *l2)
        work.notes.push_back(
            "more bytes at L2 than at L1: traffic that goes past L1, or conventions that differ");
    if (l2 && dram && *l2 < *dram)
        work.notes.push_back(
            "more bytes of DRAM than at L2: write-backs of earlier kernels, or conventions that differ");
}

}  // namespace

ByteWork byte_work(const Counts& counts, const Generation& generation, bool rounded) {
    ByteWork work;
    std::vector<Level> in_part;
    for (const Level level : {Level::L1, Level::L2, Level::DRAM}) {
        const std::span<const ByteRule> rules = of_level(generation, level);
        const Found found = best(rules, counts, rounded);
        if (found.any() && !(found.complete() && found.rule->lower_bound.empty())) in_part.push_back(level);
        if (found.any())
            add(work, found, counts);
        else if (is_unavailable(rules, counts))
            work.notes.push_back(fmt::format(
                "{} bytes are unavailable: the profiler gives the counter no value", name_of(level)));
    }
    compare_levels(work, in_part);
    return work;
}

}  // namespace mansard::analyzer::nvidia
