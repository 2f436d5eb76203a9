// Which events a profile of perf's lacks, and how to count them: as data in configs/metrics/perf.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer::perf {

/// Knows a family of processors by the names of its events.
class Families {
  public:
    Families();
    /// The vendor, as /proc/cpuinfo names it, of a processor that has such an event; empty if others have it,
    /// too. Of static storage no longer than this lives.
    std::string_view vendor_of(std::string_view event) const;
    /// How to count FLOPs (or bytes) on a processor of `vendor`; on any that is known where it is unknown.
    std::string remedy(std::string_view vendor, bool flops) const;

  private:
    struct Family {
        std::string processors{}, flops{}, bytes{};
        std::vector<std::string> vendors{}, marks{};
    };
    std::vector<Family> families_{};
};

/// Notes what no point of `profile` has; `vendor` is that of its processor, empty if nothing tells.
void advise_events(const Families& families, std::string_view vendor, Profile& profile);

/// Once profiles are joined: what another one counted is no longer missing, and the ceilings tell the
/// processor.
void settle_advice(std::vector<Profile>& profiles, const ceilings::Ceilings* ceilings);

}  // namespace mansard::analyzer::perf
