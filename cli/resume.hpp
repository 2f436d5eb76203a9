// `calibrate --resume`: which samples it goes on with, and what they were asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/sample.hpp"

namespace mansard::cli {

/// What --plan, --filter and --budget say: empty, none and 0 where they are not given.
struct Asked {
    std::string plan{};
    std::vector<std::string> filters{};
    double budget_s = 0;
};

/// The samples in `raw`, and in `asked` what they were begun with, where they say it. Nothing, with a
/// warning, where a run was killed before its first block: there is no file, or one without a measurement.
/// Throws Error{usage} where `raw` is empty, Error{bad_input} for filters other than the samples' own and for
/// what is no samples file.
std::optional<Samples> samples_to_resume(const std::filesystem::path& raw, Asked& asked);

/// What `asked` is in a samples file. `plan_file`: the plan is a file, not a name.
Request request_of(const Asked& asked, bool plan_file);

}  // namespace mansard::cli
