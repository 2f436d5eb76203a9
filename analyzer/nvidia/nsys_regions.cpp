#include "analyzer/nvidia/nsys_regions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/utf8.hpp"

namespace mansard::analyzer::nvidia {
namespace {

// Values of NVTX_EVENTS.eventType; ENUM_NSYS_EVENT_TYPE lists them.
constexpr std::int64_t push_pop = 59, start_end = 60, push_pop_text = 70, start_end_text = 71,
                       domain_create = 75;
/// Global thread ids hold the process in their upper bits.
constexpr int process_shift = 24;

}  // namespace

NsysRegions::NsysRegions(SqliteFile& file) {
    if (!file.has("NVTX_EVENTS", {"start", "end", "eventType"}) ||
        !file.has("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "globalTid", "correlationId"}))
        return;
    read_ranges(file);
    if (!ranges_.empty()) read_calls(file);
}

void NsysRegions::read_ranges(SqliteFile& file) {
    const auto column = [&](const char* name) { return file.column_or_null("NVTX_EVENTS", name); };
    const bool strings = file.has_table("StringIds") && file.has_column("NVTX_EVENTS", "textId");
    const std::string text =
        strings ? "COALESCE(" + column("text") + ", (SELECT value FROM StringIds WHERE id = textId))"
                : column("text");
    std::map<std::int64_t, std::string> domains;
    if (file.has_column("NVTX_EVENTS", "domainId")) {
        SqliteQuery query(file, "SELECT domainId, " + text + " FROM NVTX_EVENTS WHERE eventType = ?");
        query.bind(1, domain_create);
        while (query.next()) domains[query.integer(0)] = escape_invalid_utf8(query.text(1));
    }
    SqliteQuery query(file, fmt::format("SELECT start, \"end\", eventType, {}, {}, {} FROM NVTX_EVENTS "
                                        "WHERE \"end\" >= start ORDER BY start",
                                        column("globalTid"), column("domainId"), text));
    std::map<std::string, std::uint32_t, std::less<>> ids;
    while (query.next()) {
        const std::int64_t type = query.integer(2);
        const bool of_process = type == start_end || type == start_end_text;
        if (!of_process && type != push_pop && type != push_pop_text) continue;
        std::string name = escape_invalid_utf8(query.text(5));
        if (name.empty()) continue;
        const auto domain = domains.find(query.integer(4));
        if (domain != domains.end() && !domain->second.empty()) name = domain->second + ":" + name;
        const auto [found, is_new] = ids.try_emplace(name, names_.size());
        if (is_new) names_.push_back(std::move(name));
        ranges_.push_back({.start = query.integer(0),
                           .end = query.integer(1),
                           .thread = query.integer(3),
                           .of_process = of_process,
                           .name = found->second});
    }
}

void NsysRegions::read_calls(SqliteFile& file) {
    SqliteQuery query(
        file, "SELECT start, globalTid, correlationId FROM CUPTI_ACTIVITY_KIND_RUNTIME ORDER BY start");
    std::vector<const Range*> open;
    std::vector<std::uint32_t> stack;
    auto next = ranges_.begin();
    while (query.next()) {
        const std::int64_t at = query.integer(0), thread = query.integer(1);
        for (; next != ranges_.end() && next->start <= at; ++next) open.push_back(&*next);
        std::erase_if(open, [&](const Range* range) { return range->end < at; });
        stack.clear();
        for (const Range* range : open)
            if (range->of_process ? range->thread >> process_shift == thread >> process_shift
                                  : range->thread == thread)
                stack.push_back(range->name);
        if (stack.empty()) continue;
        const auto [found, is_new] = stack_ids_.try_emplace(stack, stacks_.size());
        if (is_new) {
            std::vector<std::string>& named = stacks_.emplace_back();
            for (const std::uint32_t name : stack) named.push_back(names_[name]);
        }
        calls_.push_back({{thread >> process_shift, query.integer(2)}, found->second});
    }
    std::ranges::sort(calls_);
}

const std::vector<std::string>& NsysRegions::of(std::int64_t process, std::int64_t correlation) const {
    const std::pair key(process >> process_shift, correlation);
    const auto found = std::ranges::lower_bound(calls_, std::pair(key, std::uint32_t{0}));
    return stacks_[found != calls_.end() && found->first == key ? found->second : 0];
}

}  // namespace mansard::analyzer::nvidia
