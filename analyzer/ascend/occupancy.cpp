#include "analyzer/ascend/occupancy.hpp"

#include <algorithm>
#include <string>

#include "analyzer/ascend/metric_names.hpp"

namespace mansard::analyzer::ascend {

namespace {

/// Takes intervals in the order of their begins, and adds up what they cover together.
struct Cover {
    std::int64_t reached = INT64_MIN;
    double seconds = 0;

    void take(const Interval& interval) {
        const std::int64_t from = std::max(interval.begin, reached);
        if (interval.end <= from) return;
        seconds += static_cast<double>(interval.end - from) * 1e-9;
        reached = interval.end;
    }
};

}  // namespace

void append_metrics(const CommunicationShares& shares, std::vector<Metric>& metrics) {
    metrics.push_back({.name = std::string(communication_metric), .value = shares.all});
    if (shares.exposed) metrics.push_back({.name = std::string(exposed_metric), .value = *shares.exposed});
}

void Occupancy::finish() {
    Cover all, ops, collectives;
    for (std::vector<Interval>* intervals : {&ops_, &collectives_})
        std::ranges::sort(*intervals, {}, &Interval::begin);
    // There may be millions of them: they are walked through side by side and not copied.
    for (auto op = ops_.begin(), collective = collectives_.begin();
         op != ops_.end() || collective != collectives_.end();) {
        const bool is_op =
            collective == collectives_.end() || (op != ops_.end() && op->begin <= collective->begin);
        const Interval& next = is_op ? *op++ : *collective++;
        (is_op ? ops : collectives).take(next);
        all.take(next);
        begin_ = std::min(begin_, next.begin);
        end_ = std::max(end_, next.end);
    }
    busy_ = all.seconds;
    ops_seconds_ = ops.seconds;
    collective_seconds_ = collectives.seconds;
}

std::optional<CommunicationShares> Occupancy::communication() const {
    if (collectives_.empty() || busy_ <= 0) return std::nullopt;
    return CommunicationShares{.all = collective_seconds_ / busy_,
                               .exposed = std::max(0.0, busy_ - ops_seconds_) / busy_};
}

}  // namespace mansard::analyzer::ascend
