// Which NVTX ranges a kernel was launched in, as an nsys export tells it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/nvidia/sqlite.hpp"

namespace mansard::analyzer::nvidia {

/// The regions of the launching call of each kernel: a range holds what is launched while it is open on the
/// same thread (push/pop) or in the same process (start/end).
class NsysRegions {
  public:
    /// Reads the ranges and calls of `file`, if it has any.
    explicit NsysRegions(SqliteFile& file);

    /// Outermost first; empty for a kernel outside of all ranges. `process` and `correlation` are the
    /// kernel's.
    const std::vector<std::string>& of(std::int64_t process, std::int64_t correlation) const;

  private:
    struct Range {
        std::int64_t start = 0, end = 0, thread = 0;
        bool of_process = false;
        std::uint32_t name = 0;
    };
    void read_ranges(SqliteFile& file);
    void read_calls(SqliteFile& file);

    std::vector<std::string> names_{};
    std::vector<Range> ranges_{};
    std::map<std::vector<std::uint32_t>, std::uint32_t> stack_ids_{};
    std::vector<std::vector<std::string>> stacks_{1};  ///< the first is that of no region
    std::vector<std::pair<std::pair<std::int64_t, std::int64_t>, std::uint32_t>> calls_{};  ///< sorted
};

}  // namespace mansard::analyzer::nvidia
