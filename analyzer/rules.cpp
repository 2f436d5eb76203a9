#include "analyzer/rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mansard::analyzer {

Rules::Rules(const Settings& settings, FindingContext context)
    : settings_(settings), context_(std::move(context)) {
    for (const FindingDesc* desc : findings()) {
        Rule rule{.desc = desc};
        for (const std::string_view parameter : desc->parameters)
            rule.thresholds.push_back(settings.rule(desc->code, parameter));
        rules_.push_back(std::move(rule));
    }
}

void Rules::look_at(PlacedPoint& placed) {
    for (Rule& rule : rules_) {
        if (!rule.desc->applies(placed, rule.thresholds, context_)) continue;
        placed.findings.push_back(rule.desc->code);
        ++rule.count;
    }
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
        for (const std::string_view code : placed->findings)
            for (std::size_t i = 0; i < rules_.size(); ++i) {
                const Rule& rule = rules_[i];
                if (rule.desc->code != code || left[i] == 0) continue;
                --left[i], --total;
                Advice advice = rule.desc->advise(*placed, rule.thresholds, context_);
                out.push_back({.code = code,
                               .point = placed->point.name,
                               .text = std::move(advice.text),
                               .remedy = std::move(advice.remedy)});
            }
    return out;
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
