// The columns of op_summary and kernel_details, by the names that versions of the tools gave them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::ascend {

enum class Column : std::uint8_t {
    name,
    type,
    core,
    start,
    duration,
    wait,
    step,
    device,
    hf32,
    in_shapes,
    in_types,
    in_formats,
    out_shapes,
    out_types,
    out_formats,
    count
};

/// What a counter is to a point; `metric` is only shown and read by rules.
enum class CounterKind : std::uint8_t { metric, read_kib, written_kib, cube_flops, vector_flops };

struct Counter {
    std::size_t place = 0;
    std::string name{};  ///< the column's
    CounterKind kind = CounterKind::metric;
};

class Columns {
  public:
    static constexpr std::size_t none = ~std::size_t{0};

    explicit Columns(std::span<const std::string_view> header);

    /// Whether the header is one of op_summary or kernel_details.
    bool is_op_table() const;
    bool has(Column column) const { return place(column) != none; }
    /// The cell; empty where there is no such column.
    std::string_view cell(Column column, std::span<const std::string_view> row) const {
        const std::size_t at = place(column);
        return at < row.size() ? row[at] : std::string_view();
    }
    const std::vector<Counter>& counters() const { return counters_; }
    std::size_t width() const { return width_; }

  private:
    std::size_t place(Column column) const { return places_[static_cast<std::size_t>(column)]; }

    std::array<std::size_t, static_cast<std::size_t>(Column::count)> places_{};
    std::vector<Counter> counters_{};
    std::size_t width_ = 0;
};

}  // namespace mansard::analyzer::ascend
