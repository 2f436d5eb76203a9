// What went wrong where a profile should have been written: many a "profile" is the log of a run that failed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mansard::analyzer {

struct FailedRun {
    std::string reason{};  ///< in its own words, printable
    std::string_view remedy{};
};

/// Looks into `head`, the beginning of a file that no importer knows, for a missing permission, a crash, a
/// traceback; nothing where it tells of none, or is no text.
std::optional<FailedRun> failed_run(std::string_view head);

}  // namespace mansard::analyzer
