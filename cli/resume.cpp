#include "cli/resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cli/command.hpp"
#include "core/error.hpp"
#include "kernels/measure/resume.hpp"

namespace mansard::cli {
namespace {

namespace fs = std::filesystem;

std::string in_words(const std::vector<std::string>& filters) {
    if (filters.empty()) return "no filter";
    return printable(fmt::format("--filter {}", fmt::join(filters, " --filter ")), 500);
}

/// Their order means nothing.
bool same(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    return std::set<std::string>(a.begin(), a.end()) == std::set<std::string>(b.begin(), b.end());
}

void take(const Samples& samples, const fs::path& raw, Asked& asked) {
    if (asked.plan.empty()) asked.plan = samples.plan;
    if (!samples.request) return;
    const Request& begun = *samples.request;
    if (!asked.filters.empty() && !same(asked.filters, begun.filters))
        throw Error(Exit::bad_input,
                    fmt::format("the samples were begun with {}, not with {}", in_words(begun.filters),
                                in_words(asked.filters)),
                    {.where = raw.string(),
                     .expected = "the filters of the first command, or none: --resume takes the samples' own",
                     .remedy = "leave --filter out, or calibrate anew without --resume"});
    asked.filters = begun.filters;
    if (!begun.plan_file.empty() && asked.plan == samples.plan) asked.plan = begun.plan_file;
    if (asked.budget_s <= 0) asked.budget_s = begun.budget_s.value_or(0);
}

}  // namespace

std::optional<Samples> samples_to_resume(const fs::path& raw, Asked& asked) {
    if (raw.empty())
        throw Error(Exit::usage, "--resume needs a samples file",
                    {.remedy = "name it by --samples, or the ceilings beside it by --output"});
    std::error_code unknown;
    if (!fs::exists(raw, unknown) && !unknown) {
        warn(fmt::format("there is no {}: nothing was measured yet, and this run begins anew", raw.string()));
        return std::nullopt;
    }
    Samples samples = read_samples(raw);
    take(samples, raw, asked);
    const kernels::Standing standing = kernels::standing(samples);
    if (standing.sweep_blocks + standing.search_rounds + standing.final_rounds > 0 || samples.complete)
        return samples;
    warn(fmt::format("{} holds no measurement yet: this run begins anew, as the first was asked",
                     raw.string()));
    return std::nullopt;
}

Request request_of(const Asked& asked, bool plan_file) {
    return {.plan_file = plan_file ? fs::absolute(asked.plan).string() : "",
            .filters = asked.filters,
            .budget_s = asked.budget_s > 0 ? std::optional(asked.budget_s) : std::nullopt};
}

}  // namespace mansard::cli
