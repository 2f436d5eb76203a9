// Tables of msprof op (OPPROF_*): one op, one row for each block of it.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer::ascend {

/// Whether a header is one of these tables: of blocks, or of the op as a whole (OpBasicInfo).
bool is_opprof_header(const std::vector<std::string>& header);

/// Adds up the tables of one op.
class OpProfile {
  public:
    /// Rows that cannot be read go to profile.rejected; all count in profile.records. Another table is none
    /// of its records. Throws Error{bad_input} where the file cannot be read.
    void read(const std::filesystem::path& file, Profile& profile);
    /// Rows that were taken.
    std::size_t rows() const { return rows_; }
    /// The op; `fallback` is its name where no OpBasicInfo was read.
    Point point(const std::string& fallback) const;

  private:
    struct Sum {
        double value = 0;
        std::size_t rows = 0;
    };
    void take_basic(const std::vector<std::string>& header, const std::vector<std::string_view>& row);
    void take_block(const std::vector<std::string>& header, const std::vector<std::string_view>& row);
    double sum_of(std::string_view column) const;
    bool has(std::string_view column) const { return sums_.contains(column); }

    std::string name_{}, core_{}, device_{};
    std::optional<double> microseconds_{};
    std::map<std::string, Sum, std::less<>> sums_{};
    std::size_t rows_ = 0;
};

}  // namespace mansard::analyzer::ascend
