// The text that ncu prints without --csv, and that --log-file keeps.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/nvidia/ncu_launches.hpp"

namespace mansard::analyzer::nvidia {

/// What a kernel's line says: "name(args) (1, 1, 1)x(32, 1, 1), Context 1, Stream 7, Device 0, CC 8.9", or
/// an older version's "name(args), 2022-Jun-08 16:31:17, Context 1, Stream 7".
struct KernelLine {
    std::string_view name{};
    std::string grid{}, block{};
    std::string_view device{};      ///< its number
    double compute_capability = 0;  ///< 0: not given
    double invocations = 0;         ///< 0: one launch
};
/// Nothing for any other line.
std::optional<KernelLine> parse_kernel_line(std::string_view line);

/// A row of a section.
struct SectionRow {
    std::string_view name{}, unit{}, value{};
};
/// By the columns that the section's ruler shows; by its words, from the right, where it does not keep to
/// them. Of several values (minimum, maximum, average) the last counts.
SectionRow parse_section_row(std::string_view line, std::string_view ruler);

class NcuText {
  public:
    explicit NcuText(NcuLaunches& launches) : launches_(launches) {}
    void line(std::string_view text);
    /// Whether the last line was a row of a section, behind which others or a ruler belong: it may be cut
    /// itself, and is left out.
    bool breaks_off() const { return !pending_.empty(); }
    /// Whether there are summaries of whole devices, and no launch and no kernel.
    bool sums_devices_alone() const { return sums_devices_ && !any_kernel_; }

  private:
    void read_pending();
    void start_launch(const KernelLine& kernel);
    void nvtx_line(std::string_view text);

    NcuLaunches& launches_;
    bool in_process_ = false, sums_devices_ = false, any_kernel_ = false;
    RawLaunch* launch_ = nullptr;
    std::uint64_t process_ = 0, next_ = 0;
    std::string ruler_{};
    std::string pending_{};  ///< a row, until another line shows that it is whole
    bool in_rows_ = false, any_row_ = false, in_nvtx_ = false;
    std::string domain_{}, regions_{};
};

}  // namespace mansard::analyzer::nvidia
