// All rules of analyzer/findings/, over all points.
#pragma once

#include <vector>

#include "analyzer/findings/finding.hpp"
#include "analyzer/settings.hpp"

namespace mansard::analyzer {

class Rules {
  public:
    /// Both must outlive it. Throws Error where the settings lack a rule's threshold.
    Rules(const Settings& settings, FindingContext context);

    /// Notes on the point which rules hold for it.
    void look_at(PlacedPoint& placed);

    /// Spells out what look_at() found, for the first points of each rule only: the words of a million
    /// findings nobody reads. `points` are longest first.
    std::vector<Finding> spell_out(const std::vector<PlacedPoint>& points) const;
    /// How often each rule held; none of those that never did.
    std::vector<FindingCount> counts() const;
    /// Which rules hold for more points than were spelled out.
    std::vector<Note> notes() const;

  private:
    struct Rule {
        const FindingDesc* desc = nullptr;
        std::size_t place = 0;  ///< in the registry
        std::vector<double> thresholds{};
        std::size_t count = 0;
        double seconds = 0;  ///< of the points that it held for
    };
    const Settings& settings_;
    FindingContext context_;
    std::vector<Rule> rules_{};  ///< that can hold at all
};

}  // namespace mansard::analyzer
