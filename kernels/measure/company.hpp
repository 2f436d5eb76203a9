// What other programs had of the machine while this one measured: CPU time that no thread of ours waited for.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "core/sample.hpp"

namespace mansard::kernels {

/// CPU time in s since boot.
struct OtherTime {
    std::optional<double> all_s{};  ///< of all CPUs, without this process's own
    /// Of the other hardware threads of the first of the given CPUs' core; nothing without SMT.
    std::optional<double> siblings_s{};
};

/// Nothing where the system does not say. `root` is "/" but in tests.
OtherTime read_other_time(std::span<const int> cpus, const std::filesystem::path& root = "/");

/// CPUs that others had on average over some time.
struct Company {
    std::optional<double> cpus{}, sibling_cpus{};
};

Company company_between(const OtherTime& before, const OtherTime& after, double seconds);

/// What a note "busy_elsewhere" or "busy_sibling" says of it, where it was much: ceilings flag roofs by
/// those.
void note_company(const Company& company, Samples& samples);

}  // namespace mansard::kernels
