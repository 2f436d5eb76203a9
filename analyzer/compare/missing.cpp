#include "analyzer/compare/missing.hpp"

#include <fmt/format.h>

#include <string>

#include "analyzer/advice.hpp"
#include "analyzer/filter.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {

std::vector<ExpectationResult> missing_of(const Expectation& expectation, const Comparison& comparison) {
    std::vector<ExpectationResult> results;
    const auto meant = [&](const std::string& name) {
        return expectation.pattern.empty() || matches_pattern(name, expectation.pattern);
    };
    const auto add = [&](const std::string& point, std::string reason) {
        results.push_back({.expression = expectation.text,
                           .point = point,
                           .outcome = Outcome::undecided,
                           .reason = std::move(reason),
                           .missing = true});
    };
    const auto add_names = [&](const std::vector<std::string>& names, const char* reason) {
        for (const std::string& name : names)
            if (meant(name)) add(name, reason);
    };
    add_names(comparison.only_before, "it is only in before");
    add_names(comparison.only_after, "it is only in after");
    add_names(comparison.ambiguous, "several points have this name, and not all are compared");
    const auto add_rejected = [&](const Analysis& side, const char* name) {
        const Rejected* first = nullptr;
        std::size_t count = 0;
        for (const Rejected& rejected : side.rejected)
            if (meant(rejected.name) && count++ == 0) first = &rejected;
        if (first == nullptr) return;
        add(first->name, fmt::format("{} of {} {}: {}: {}", counted(count, "record"), name,
                                     count == 1 ? "was rejected" : "were rejected, first",
                                     printable(first->record), printable(first->reason)));
    };
    add_rejected(comparison.before, "before");
    add_rejected(comparison.after, "after");
    return results;
}

}  // namespace mansard::analyzer
