// Placing one point: what each of its components needs at its roof, and which of them bounds it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"
#include "analyzer/settings.hpp"
#include "analyzer/usage.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

/// Places points one after the other and collects what they used: roofs, and what had to be assumed.
class Placer {
  public:
    /// `ceilings` may be null (every point with time and work is no_roofs) and must outlive the placer.
    /// `scope` puts every point under one core's or the whole device's roofs; without it each point's own
    /// number of threads decides, the whole device where that is not known.
    /// Components are made in `arena`, which must outlive the points.
    Placer(const ceilings::Ceilings* ceilings, const Settings& settings, std::optional<Scope> scope,
           std::pmr::memory_resource* arena = std::pmr::get_default_resource());

    PlacedPoint place(Point&& point);

    /// The roofs and assumptions so far.
    const Usage& usage() const { return usage_; }
    /// The roofs that hold for the threads of `point`; there must be ceilings.
    const ceilings::View& view_of(const Point& point);

  private:
    /// Both append to what is `missing` for a complete placement.
    void place_compute(PlacedPoint& placed, const ceilings::View& view, std::string& missing);
    void place_bytes(PlacedPoint& placed, const ByteCount& bytes, const ceilings::View& view,
                     std::string& missing);
    /// Marks the largest component; nothing is marked while something is `missing`.
    void find_bound(PlacedPoint& placed, const std::string& missing);
    Dtype dtype_for(const PlacedPoint& placed, const FlopCount& flops, const ceilings::View& view);
    void add_component(PlacedPoint& placed, std::optional<Level> level, const ceilings::Mix& roof,
                       double rate, double seconds);

    const ceilings::Ceilings* ceilings_;
    const Settings& settings_;
    std::optional<Scope> scope_;
    std::pmr::memory_resource* arena_;
    std::map<int, ceilings::View> views_{};  ///< by threads; 0 is the whole device
    Usage usage_{};
    std::vector<UsedRoof*> current_{};  ///< of the components of the point at hand
};

/// `a ÷ b`, or nothing where that is no finite number.
std::optional<double> quotient(double a, double b);

}  // namespace mansard::analyzer
