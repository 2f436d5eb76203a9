#include "analyzer/elsewhere.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/analysis.hpp"
#include "analyzer/place.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// Sums what is known; nothing where something is not, or the sum overflows.
class Total {
  public:
    void add(OptionalNumber seconds) {
        if (seconds)
            sum_ += *seconds;
        else
            ++unknown_;
    }
    std::size_t unknown() const { return unknown_; }
    std::optional<double> seconds() const {
        return unknown_ == 0 && std::isfinite(sum_) ? std::optional(sum_) : std::nullopt;
    }

  private:
    double sum_ = 0;
    std::size_t unknown_ = 0;
};

/// A point without FLOPs and bytes needs nothing anywhere: it says nothing about a machine.
bool has_work(const PlacedPoint& placed) {
    return placed.status != PlacementStatus::no_work;
}

}  // namespace

OptionalNumber least_seconds(const PlacedPoint& placed) {
    OptionalNumber least;
    for (const Component& component : placed.components) {
        if (!component.seconds) return {};
        least = std::max(least.value_or(0), *component.seconds);
    }
    return least;
}

Elsewhere place_elsewhere(const Analysis& analysis, const ceilings::Ceilings& ceilings, std::string source) {
    Elsewhere elsewhere{.source = std::move(source), .machine = ceilings.machine.cpu_model};
    elsewhere.least_seconds.reserve(analysis.points.size());
    const Settings settings;
    Placer placer(&ceilings, settings, std::nullopt);
    Total total;
    for (const PlacedPoint& placed : analysis.points) {
        Point point = placed.point;
        if (point.threads != 1) point.threads.reset();
        elsewhere.least_seconds.push_back(least_seconds(placer.place(std::move(point))));
        if (has_work(placed)) total.add(elsewhere.least_seconds.back());
    }
    elsewhere.unknown = total.unknown();
    elsewhere.total_seconds = total.seconds();
    return elsewhere;
}

std::optional<double> total_least_seconds(const Analysis& analysis) {
    Total total;
    for (const PlacedPoint& placed : analysis.points)
        if (has_work(placed)) total.add(least_seconds(placed));
    return total.seconds();
}

std::string best_machine(const Analysis& analysis) {
    struct Candidate {
        std::string_view source;
        double seconds;
    };
    std::vector<Candidate> candidates;
    if (const auto own = total_least_seconds(analysis))
        candidates.push_back({analysis.ceilings_source, *own});
    for (const Elsewhere& other : analysis.elsewhere)
        if (other.total_seconds) candidates.push_back({other.source, *other.total_seconds});
    if (candidates.size() < 2) return "";
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.seconds < b.seconds; });
    return fmt::format("The roofs of {} allow it in the least time, {}; next come those of {}, {}.",
                       printable(candidates[0].source), si(candidates[0].seconds, "s"),
                       printable(candidates[1].source), si(candidates[1].seconds, "s"));
}

}  // namespace mansard::analyzer
