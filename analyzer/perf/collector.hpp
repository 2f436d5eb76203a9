// perf stat's rows become points: one for each run, interval and cgroup; breakdowns (by CPU, socket, thread)
// are summed, and stand beside it as regions.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/importers/importer.hpp"
#include "analyzer/perf/events.hpp"
#include "analyzer/perf/rows.hpp"

namespace mansard::analyzer::perf {

class Collector : public Sink {
  public:
    Collector(Profile& profile, const ImportOptions& options)
        : profile_(profile), options_(options), arena_(profile.arenas.add()) {}

    void run(std::string_view name) override;
    void row(const Row& row) override;
    void elapsed(double seconds) override;
    void reject(std::size_t line, std::string_view name, std::string reason) override;
    void metric_line() override { ++metric_lines_; }
    void complaint(std::string_view line) override;
    /// Makes what is left a point, and writes the profile's notes. Throws Error{bad_input} if there was no
    /// counter at all, with perf's own reason.
    void finish();

  private:
    /// One event's counts so far.
    struct Slot {
        metrics::EventAmount amount{};
        bool missed = false;                    ///< a row of it has no count
        std::array<const EventKey*, 2> seen{};  ///< names that it has counts of: one for each kind of core
        /// On a hybrid machine each kind of core extrapolates for itself: Σ count × share and Σ share.
        struct Kind {
            double counted = 0, sum = 0, share = 0;
            bool seen = false;
        } core{}, atom{};
    };
    /// Used again for each interval: what is made and freed between points that stay would tear the heap into
    /// pieces.
    struct Group {
        std::vector<Slot> slots{};
        std::vector<std::size_t> used{};  ///< the slots that hold anything: few of many
        std::uint32_t rows = 0;
        std::optional<double> duration_s{}, busy_s{}, cpus_utilized{};
        bool mean = false, by_cpu = false, twice = false;
        std::set<std::string, std::less<>> labels{};
        void reset();
    };

    /// The interval's group of a cgroup; null where there are too many.
    Group* group_of(std::string_view cgroup);
    void count(Group& group, const Row& row, const EventKey& key);
    Point point_of(Group& group, std::optional<double> seconds);
    std::optional<double> seconds_of(const Group& group, Point& point) const;
    void flush();
    void finish_labels();
    void advise();

    Profile& profile_;
    ImportOptions options_;
    Arena& arena_;  ///< of the points' lists
    Events events_{};
    std::vector<metrics::EventAmount> amounts_{};
    std::string name_{};
    /// By cgroup; those without rows are of earlier intervals.
    std::map<std::string, Group, std::less<>> groups_{};
    std::size_t live_groups_ = 0;  ///< of the interval at hand
    std::map<std::string, Group, std::less<>> by_label_{};
    std::optional<double> interval_{}, elapsed_{};
    double interval_start_ = 0, wall_ = 0;
    bool wall_known_ = true, labels_dropped_ = false, overlap_ = false;
    std::size_t metric_lines_ = 0, runs_ = 0;
    std::string complaint_{};
    std::string_view vendor_{};  ///< of the processor, as the names of its events tell
    bool counted_hardware_ = false, unsupported_ = false;
};

}  // namespace mansard::analyzer::perf
