#include "analyzer/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace mansard::analyzer {

Rules::Rules(const Settings& settings, FindingContext context)
    : settings_(settings), context_(std::move(context)) {
    const auto all = findings();
    if (all.size() > FindingCodes::most) throw std::logic_error("more rules than a point can name");
    const auto& ceilings = context_.analysis.ceilings;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const FindingDesc* desc = all[i];
        if (ceilings && desc->possible != nullptr && !desc->possible(*ceilings)) continue;
        Rule rule{.desc = desc, .place = i};
        for (const std::string_view parameter : desc->parameters)
            rule.thresholds.push_back(settings.rule(desc->code, parameter));
        rules_.push_back(std::move(rule));
    }
}

void Rules::look_at(PlacedPoint& placed) {
    using Speaks = FindingDesc::Speaks;
    bool caused = false;
    const auto look = [&](Rule& rule) {
        if (placed.point.waited && rule.desc->of_code) return;
        if (!rule.desc->applies(placed, rule.thresholds, context_)) return;
        caused = caused || rule.desc->speaks == Speaks::cause;
        placed.findings.add(rule.place);
        ++rule.count;
        rule.seconds += placed.point.seconds.value_or(0);
    };
    // Causes first: what they explain needs no other reason.
    for (Rule& rule : rules_)
        if (rule.desc->speaks == Speaks::cause) look(rule);
    for (Rule& rule : rules_)
        if (rule.desc->speaks != Speaks::cause && !(caused && rule.desc->speaks == Speaks::bound)) look(rule);
}

std::vector<Finding> Rules::spell_out(const std::vector<PlacedPoint>& points) const {
    std::vector<Finding> out;
    std::vector<std::size_t> left;
    std::size_t total = 0;
    for (const Rule& rule : rules_) {
        left.push_back(std::min(rule.count, settings_.most_findings_per_rule()));
        total += left.back();
    }
    for (auto placed = points.begin(); total > 0 && placed != points.end(); ++placed)
        for (std::size_t i = 0; i < rules_.size(); ++i) {
            const Rule& rule = rules_[i];
            if (left[i] == 0 || !placed->findings.has(rule.place)) continue;
            --left[i], --total;
            Advice advice = rule.desc->advise(*placed, rule.thresholds, context_);
            out.push_back({.code = rule.desc->code,
                           .point = placed->point.name,
                           .text = std::move(advice.text),
                           .remedy = std::move(advice.remedy)});
        }
    return out;
}

std::vector<FindingCount> Rules::counts() const {
    std::vector<FindingCount> counts;
    for (const Rule& rule : rules_)
        if (rule.count > 0)
            counts.push_back({.code = rule.desc->code, .points = rule.count, .seconds = rule.seconds});
    return counts;
}

std::vector<Note> Rules::notes() const {
    std::vector<Note> notes;
    for (const Rule& rule : rules_)
        if (rule.count > settings_.most_findings_per_rule())
            notes.push_back(
                {.code = "findings_shortened",
                 .text = fmt::format("{} holds for {} points; it is spelled out for the longest {}",
                                     rule.desc->code, rule.count, settings_.most_findings_per_rule()),
                 .remedy = "every point names the rules that hold for it"});
    return notes;
}

}  // namespace mansard::analyzer
