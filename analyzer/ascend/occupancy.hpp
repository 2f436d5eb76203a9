// When a device worked: how much of its time collectives take, and how much of that no op hides.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/details.hpp"

namespace mansard::analyzer::ascend {

struct Interval {
    std::int64_t begin = 0, end = 0;  ///< ns
};

/// Of the time that a device worked, what collectives took.
struct CommunicationShares {
    double all = 0;                   ///< with whatever ran beside them
    std::optional<double> exposed{};  ///< while no op ran beside them; nothing where start times are unknown
};

/// As a rule reads them (metric_names.hpp).
void append_metrics(const CommunicationShares& shares, std::vector<Metric>& metrics);

class Occupancy {
  public:
    void add(Interval interval, bool collective) { (collective ? collectives_ : ops_).push_back(interval); }
    std::size_t size() const { return ops_.size() + collectives_.size(); }
    /// Union of all, s, and where they begin and end. To be called once all are added.
    void finish();
    double busy_seconds() const { return busy_; }
    std::int64_t begin() const { return begin_; }
    std::int64_t end() const { return end_; }
    /// Nothing where no collective ran.
    std::optional<CommunicationShares> communication() const;

  private:
    std::vector<Interval> ops_{}, collectives_{};
    double busy_ = 0, ops_seconds_ = 0, collective_seconds_ = 0;
    std::int64_t begin_ = INT64_MAX, end_ = INT64_MIN;
};

}  // namespace mansard::analyzer::ascend
