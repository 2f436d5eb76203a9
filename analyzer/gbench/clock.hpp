// The clock that a file of Google Benchmark names.
#pragma once

#include <filesystem>
#include <optional>

namespace mansard::analyzer::gbench {

/// Hz: what `context.mhz_per_cpu` says of the CPU, not of the run, so that it tells machines apart and no
/// more. Nothing if the file cannot be read again (standard input) or names none.
std::optional<double> claimed_clock(const std::filesystem::path& path);

}  // namespace mansard::analyzer::gbench
