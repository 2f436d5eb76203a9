// Huge pages that were asked for and not granted: with 4 KiB pages a large set also measures the TLB.
#include <fmt/format.h>

#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

constexpr double huge_page_bytes = 2 << 20;
constexpr double most_of_it = 0.5;

std::string remedy(const std::string& setting) {
    if (setting == "never")
        return "ask the administrator for `echo madvise > /sys/kernel/mm/transparent_hugepage/enabled`";
    if (setting == "off for this process")
        return "start without the launcher that switches them off (prctl PR_SET_THP_DISABLE)";
    return "free memory, which may be too scattered for them; a control group near its limit gets none "
           "either";
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    int roofs = 0;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        const Series* winner = input.evidence[i].winner;
        if (winner == nullptr || winner->target.kind == Kind::compute) continue;
        const bool large = winner->working_set_bytes >= huge_page_bytes * winner->target.threads;
        // Where ordinary pages were asked for and won, nothing was refused.
        if (!large || winner->variant.ends_with("small_pages") || winner->huge_page_fraction >= most_of_it)
            continue;
        add_flag(ceilings.roofs[i], "small_pages");
        ++roofs;
    }
    if (roofs == 0) return;
    const std::string& setting = input.samples.before.huge_pages;
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "huge_pages_refused",
         .text =
             fmt::format("{} of {} roofs have sets of 2 MiB and more in small pages, though huge ones were "
                         "asked for (the system's setting: {}): they measure the TLB too",
                         roofs, ceilings.roofs.size(), setting.empty() ? "unknown" : setting),
         .remedy = remedy(setting)});
}

}  // namespace

extern constinit const RuleDesc huge_pages_rule{
    .name = "huge_pages", .summary = "large sets in small pages", .apply = apply, .of_cpus_only = true};

}  // namespace mansard::ceilings
