// A neighbour that starts or stops half-way: the blocks of many roofs are slower after one moment than before
// it. One roof has too few blocks to tell; all roofs of one kind together, each relative to its own median,
// have enough. Found by Pettitt's test (A non-parametric approach to the change-point problem, Applied
// Statistics 28, 1979).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "ceilings/rule.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

constexpr double certain = 0.01;
// Less moves no roof by more than its check against a second run allows.
constexpr double much = 0.05;
constexpr std::size_t least_blocks = 10;

struct Moment {
    double at_s = 0;
    double relative = 0;  ///< goodness ÷ the roof's median
    std::size_t roof = 0;
};

/// A neighbour on a core touches what that core has of its own; one on the bus, what all share.
struct Group {
    std::string_view name;
    bool scales;
    Scope scope;
};
constexpr std::array groups{Group{"one core's arithmetic, L1 and L2", true, Scope::core},
                            Group{"all cores' arithmetic, L1 and L2", true, Scope::device},
                            Group{"one core's L3 and DRAM", false, Scope::core},
                            Group{"all cores' L3 and DRAM", false, Scope::device}};

std::vector<Moment> moments_of(const Group& group, const RuleInput& input) {
    std::vector<Moment> moments;
    for (std::size_t i = 0; i < input.evidence.size(); ++i) {
        const Series* series = input.evidence[i].winner;
        if (series == nullptr || scales_with_clock(series->target) != group.scales ||
            series->target.scope != group.scope)
            continue;
        std::vector<double> values;
        const std::size_t first = moments.size();
        for (const Block* block : counted_blocks(*series))
            if (const auto good = goodness(*series, *block)) {
                values.push_back(*good);
                moments.push_back({block->at_s, *good, i});
            }
        const double middle = values.empty() ? 1 : median(values);
        for (std::size_t at = first; at < moments.size(); ++at) moments[at].relative /= middle;
    }
    std::stable_sort(moments.begin(), moments.end(),
                     [](const Moment& a, const Moment& b) { return a.at_s < b.at_s; });
    return moments;
}

/// Median after ÷ median before `split`, of all roofs or of one; nothing without a block on each side.
std::optional<double> change(const std::vector<Moment>& moments, std::size_t split,
                             std::optional<std::size_t> roof = {}) {
    std::vector<double> before, after;
    for (std::size_t i = 0; i < moments.size(); ++i)
        if (!roof || moments[i].roof == *roof) (i < split ? before : after).push_back(moments[i].relative);
    if (before.empty() || after.empty()) return std::nullopt;
    return median(after) / median(before);
}

void check(const Group& group, const RuleInput& input, Ceilings& ceilings) {
    const std::vector<Moment> moments = moments_of(group, input);
    if (moments.size() < least_blocks) return;
    std::vector<double> values;
    for (const Moment& moment : moments) values.push_back(moment.relative);
    const ChangePoint found = change_point(values);
    const auto overall = change(moments, found.split);
    if (found.p > certain || !overall || std::abs(*overall - 1) <= much) return;
    int touched = 0;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i)
        if (const auto own = change(moments, found.split, i); own && std::abs(*own - 1) > much) {
            add_flag(ceilings.roofs[i], "contended");
            ++touched;
        }
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "changed_midway",
         .text = fmt::format(
             "{} s after the start {} became {} by {} % ({} roofs): something began or ended then",
             plain(moments[found.split].at_s), group.name, *overall < 1 ? "slower" : "faster",
             plain(100 * std::abs(*overall - 1), 2), touched),
         .remedy = "stop the other program, or calibrate for longer at a quieter time"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (const Group& group : groups) check(group, input, ceilings);
}

}  // namespace

extern constinit const RuleDesc changed_midway_rule{
    .name = "changed_midway", .summary = "a neighbour that starts or stops during the run", .apply = apply};

}  // namespace mansard::ceilings
