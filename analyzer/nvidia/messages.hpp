// What a profiler says besides its data, and why a file holds none: in the profiler's own words.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/note.hpp"

namespace mansard::analyzer::nvidia {

class Messages {
  public:
    /// Keeps a line that says what went wrong: "==ERROR== …", "SKIPPED: …", the end of a Python traceback.
    void observe(std::string_view line);

    /// The error for a file without data, read as `format` ("ncu-csv"); `expected` is what would hold some.
    Error no_data(const std::filesystem::path& path, std::string_view format,
                  std::string_view expected) const;
    /// Whether anything was kept.
    bool any() const { return !errors_.empty() || !warnings_.empty() || !python_error_.empty(); }
    /// What went wrong although there is data.
    std::vector<Note> notes() const;

  private:
    std::vector<std::string> errors_{}, warnings_{};
    std::string python_error_{};
    bool in_traceback_ = false, any_text_ = false;
};

/// The binary reports that only NVIDIA's own programs read.
enum class BinaryReport : std::uint8_t { none, ncu, nsys, nvprof };
BinaryReport binary_report(const std::filesystem::path& path, std::string_view head);
/// The error for one of them, with the command that exports it.
Error binary_report_error(const std::filesystem::path& path, BinaryReport report);

}  // namespace mansard::analyzer::nvidia
