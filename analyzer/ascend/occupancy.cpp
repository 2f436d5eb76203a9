#include "analyzer/ascend/occupancy.hpp"

#include <algorithm>
#include <string>

#include "analyzer/ascend/metric_names.hpp"

namespace mansard::analyzer::ascend {

double covered_seconds(std::vector<Interval>& intervals) {
    std::ranges::sort(intervals, {}, &Interval::begin);
    double covered = 0;
    std::int64_t reached = INT64_MIN;
    for (const Interval& interval : intervals) {
        const std::int64_t from = std::max(interval.begin, reached);
        if (interval.end <= from) continue;
        covered += static_cast<double>(interval.end - from) * 1e-9;
        reached = interval.end;
    }
    return covered;
}

void append_metrics(const CommunicationShares& shares, std::vector<Metric>& metrics) {
    metrics.push_back({.name = std::string(communication_metric), .value = shares.all});
    if (shares.exposed) metrics.push_back({.name = std::string(exposed_metric), .value = *shares.exposed});
}

void Occupancy::finish() {
    ops_seconds_ = covered_seconds(ops_);
    collective_seconds_ = covered_seconds(collectives_);
    std::vector<Interval> all = ops_;
    all.insert(all.end(), collectives_.begin(), collectives_.end());
    busy_ = covered_seconds(all);
    for (const Interval& interval : all) {
        begin_ = std::min(begin_, interval.begin);
        end_ = std::max(end_, interval.end);
    }
}

std::optional<CommunicationShares> Occupancy::communication() const {
    if (collectives_.empty() || busy_ <= 0) return std::nullopt;
    return CommunicationShares{.all = collective_seconds_ / busy_,
                               .exposed = std::max(0.0, busy_ - ops_seconds_) / busy_};
}

}  // namespace mansard::analyzer::ascend
