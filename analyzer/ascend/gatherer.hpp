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
#include "analyzer/ascend/occupancy.hpp"
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

/// A table of a card, of which there may be several that follow each other.
struct OpTable {
    std::string source{};  ///< for messages
    Columns columns;
    /// What its name says, where it has no such columns.
    std::string step{}, device{};
};

class Gatherer {
  public:
    Gatherer(std::string source, const ImportOptions& options)
        : source_(std::move(source)), options_(options) {}

    /// Rows that follow are those of this table.
    void begin(OpTable table);
    /// A record of the table, from line `line`.
    void take(std::span<const std::string_view> row, std::size_t line);
    bool empty() const { return records_ == 0; }
    /// How many the tables have, those that are left out included; of the device with the most.
    std::size_t steps() const;
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
        std::size_t device = none;       ///< in devices_
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
    struct Device {
        std::string name{};
        bool any = false;     ///< it had a row before
        std::string step{};   ///< of that row
        bool ai_cpu = false;  ///< that row's core
        Occupancy times{};
        double microseconds = 0, collective_microseconds = 0;
        std::map<std::string, std::size_t, std::less<>> steps{};  ///< in the order in which they came
        std::size_t longest_collective = none;                    ///< in groups_: the one that speaks of all
    };

    void reject(std::size_t line, std::string_view name, std::string reason);
    /// The group of the row, and whether it is the first of its kind.
    std::pair<std::size_t, bool> group_of(const OpRow& row);
    Group new_group(const OpRow& row, std::string_view weight);
    std::size_t type_of(const OpRow& row);
    std::size_t device_of(std::string_view name);
    void add_time(std::size_t place, double microseconds);
    static void add_wait(Group& group, const OpRow& row, Device& device, bool first);
    void add_counters(Group& group, std::span<const std::string_view> row, double microseconds);
    void add_to_step(Group& group, const OpRow& row, Device& device);
    Point point_of(Group& group);
    void add_counts(Group& group, Point& point) const;
    void add_details(Group& group, Point& point) const;
    std::vector<Metric> metrics_of(const Group& group) const;
    void add_type_metrics(const Group& group, std::vector<Metric>& metrics) const;
    void add_communication_metrics(const Group& group, std::vector<Metric>& metrics) const;
    void find_longest_collectives();
    Label label(std::string_view text);
    void add_times(Profile& profile);
    void add_notes(Profile& profile) const;
    bool is_skipped(const OpRow& row);

    std::string source_;
    const ImportOptions& options_;
    std::optional<OpTable> table_{};
    std::vector<Counter> counters_{};        ///< of all tables
    std::vector<std::size_t> counter_at_{};  ///< in counters_, of each of the table's
    bool has_shapes_ = true;                 ///< all tables have them
    Model model_{};
    std::string key_{};
    std::unordered_map<std::string, std::size_t> index_{};
    std::vector<Group> groups_{};
    std::map<std::string, Label, std::less<>> labels_{};
    std::map<std::string, std::size_t, std::less<>> device_index_{};
    std::vector<Device> devices_{};
    std::size_t device_ = none;  ///< of the row at hand
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
