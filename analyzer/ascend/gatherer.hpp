// Rows of op_summary and kernel_details become points: each its own, or all calls of one op together.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/ascend/columns.hpp"
#include "analyzer/ascend/model.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/program.hpp"

namespace mansard::analyzer::ascend {

/// Why an op waited, as far as the rows before it tell.
enum class WaitCause : std::uint8_t { other, after_ai_cpu, between_steps, first_call, count };
/// The metric that holds the longest wait of a cause, µs.
std::string_view wait_metric(WaitCause cause);

/// What a row says besides its counters.
struct OpRow {
    std::string_view name{}, core{}, step{}, device{};
    OpText text{};
    std::optional<std::int64_t> start_ns{};
    std::optional<double> microseconds{}, wait{};
};

class Gatherer {
  public:
    Gatherer(std::string source, const ImportOptions& options, const Columns& columns)
        : source_(std::move(source)), options_(options), columns_(columns) {}

    /// A record of the table, from line `line`.
    void take(std::span<const std::string_view> row, std::size_t line);
    bool empty() const { return records_ == 0; }
    /// How many the table has, those that are left out included.
    std::size_t steps() const { return steps_.size(); }
    Profile finish();

  private:
    static constexpr std::size_t none = ~std::size_t{0};

    /// Calls that the same model holds for.
    struct Group {
        Point call{};             ///< one of them, with the modelled counts of one call
        std::size_t type = none;  ///< in types_; collectives have none
        double calls = 0, microseconds = 0;
        bool timed = true;
        std::vector<double> seconds{};   ///< of each
        std::vector<double> counters{};  ///< Σ; of metrics weighted by time
        std::vector<double> weights{};   ///< of metrics, µs; of others, calls that have them
        std::array<double, static_cast<std::size_t>(WaitCause::count)> longest_wait{};
    };
    /// All calls of one type of op.
    struct Type {
        std::string name{};
        double calls = 0, microseconds = 0, longest = 0;
        std::size_t longest_in = 0;  ///< the group of the longest call
    };
    struct Step {
        std::string name{};
        ProgramSum sum{};
        std::int64_t begin = INT64_MAX, end = INT64_MIN;
    };
    struct Interval {
        std::int64_t begin, end;
    };
    struct Device {
        bool any = false;     ///< it had a row before
        std::string step{};   ///< of that row
        bool ai_cpu = false;  ///< that row's core
        std::vector<Interval> busy{};
    };

    void reject(std::size_t line, std::string_view name, std::string reason);
    /// The group of the row, and whether it is the first of its kind.
    std::pair<std::size_t, bool> group_of(const OpRow& row);
    Group new_group(const OpRow& row, std::string_view weight);
    std::size_t type_of(const OpRow& row);
    Device& device_of(const OpRow& row);
    void add_time(std::size_t place, double microseconds);
    static void add_wait(Group& group, const OpRow& row, Device& device, bool first);
    void add_counters(Group& group, std::span<const std::string_view> row, double microseconds);
    void add_to_step(Group& group, const OpRow& row, Device& device);
    Point point_of(Group& group);
    void add_counts(Group& group, Point& point) const;
    void add_details(Group& group, Point& point) const;
    std::vector<Metric> metrics_of(const Group& group) const;
    void add_type_metrics(const Group& group, std::vector<Metric>& metrics) const;
    Label label(std::string_view text);
    void add_times(Profile& profile);
    void add_notes(Profile& profile) const;
    bool is_skipped(std::string_view step);

    std::string source_;
    const ImportOptions& options_;
    const Columns& columns_;
    Model model_{};
    std::string key_{};
    std::unordered_map<std::string, std::size_t> index_{};
    std::vector<Group> groups_{};
    std::map<std::string, Label, std::less<>> labels_{};
    std::map<std::string, Device, std::less<>> devices_{};
    std::map<std::string, std::size_t, std::less<>> step_index_{};
    std::vector<Step> steps_{};
    std::size_t step_ = none;  ///< of the row at hand
    std::map<std::string, std::size_t, std::less<>> type_index_{};
    std::vector<Type> types_{};
    double compute_microseconds_ = 0;
    std::vector<Rejected> rejected_{};
    std::size_t records_ = 0, skipped_ = 0, modelled_ = 0, unknown_ = 0;
    bool has_aclnn_ = false;
};

}  // namespace mansard::analyzer::ascend
