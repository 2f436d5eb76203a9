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
    /// Which rules hold for more points than were spelled out.
    std::vector<Note> notes() const;

  private:
    struct Rule {
        const FindingDesc* desc = nullptr;
        std::vector<double> thresholds{};
        std::size_t count = 0;
    };
    const Settings& settings_;
    FindingContext context_;
    std::vector<Rule> rules_{};
};

}  // namespace mansard::analyzer
