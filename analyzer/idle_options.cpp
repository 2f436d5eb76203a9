#include "analyzer/idle_options.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mansard::analyzer {
namespace {

bool heeds(const Profile& profile, bool Heeds::*option) {
    return std::any_of(importers().begin(), importers().end(), [&](const ImporterDesc* importer) {
        return importer->name == profile.format && importer->heeds.*option;
    });
}

/// The formats that know an option, for those who gave another.
std::string formats_with(bool Heeds::*option) {
    std::string out;
    for (const ImporterDesc* importer : importers())
        if (importer->heeds.*option) out += (out.empty() ? "" : ", ") + std::string(importer->name);
    return out;
}

/// Steps are there, or were: an importer that left some out, or found none, has said so.
bool speaks_of_steps(const Profile& profile) {
    return !profile.steps.empty() ||
           std::any_of(profile.notes.begin(), profile.notes.end(), [](const Note& note) {
               return note.code == "steps_skipped" || note.code == "no_steps";
           });
}

bool has_half_precision(const Profile& profile) {
    return std::any_of(profile.points.begin(), profile.points.end(), [](const Point& point) {
        return std::any_of(point.flops.begin(), point.flops.end(), [](const FlopCount& flops) {
            return flops.dtype == Dtype::f16 || flops.dtype == Dtype::bf16;
        });
    });
}

}  // namespace

std::vector<std::string> idle_options(std::span<const Profile> profiles, const ImportOptions& options) {
    std::vector<std::string> idle;
    const auto any = [&](bool Heeds::*option, auto has) {
        return std::any_of(profiles.begin(), profiles.end(),
                           [&](const Profile& profile) { return heeds(profile, option) && has(profile); });
    };
    const auto of_format = [](const Profile&) { return true; };
    if (options.skip_steps > 0 && !any(&Heeds::skip_steps, speaks_of_steps))
        idle.push_back(
            fmt::format("--skip-steps leaves nothing out: no profile here has steps (they are read "
                        "from {})",
                        formats_with(&Heeds::skip_steps)));
    if (options.per_launch && !any(&Heeds::per_launch, of_format))
        idle.push_back(
            fmt::format("--per-launch changes nothing: no profile here has single launches (they "
                        "are read from {})",
                        formats_with(&Heeds::per_launch)));
    if (!options.feeds && !any(&Heeds::feeds, of_format))
        idle.push_back(
            fmt::format("--no-feeds leaves nothing out: no profile here has in-feed and out-feed "
                        "(they are read from {})",
                        formats_with(&Heeds::feeds)));
    if (options.fp16 != HalfCount::nvidia && !any(&Heeds::fp16, has_half_precision))
        idle.push_back(
            fmt::format("--fp16 changes nothing: no profile here has counters of half-precision "
                        "instructions (they are read from {})",
                        formats_with(&Heeds::fp16)));
    if (options.decimal && !any(&Heeds::decimal, of_format))
        idle.push_back(
            fmt::format("--decimal changes nothing: no profile here is one whose numbers it decides ({})",
                        formats_with(&Heeds::decimal)));
    return idle;
}

}  // namespace mansard::analyzer
