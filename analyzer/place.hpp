// Placing one point: what each of its components needs at its roof, and which of them bounds it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"
#include "analyzer/settings.hpp"
#include "analyzer/usage.hpp"
#include "analyzer/verdict.hpp"
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
    /// A sum of placed points, whose components need what those of the points need together; `missing` says
    /// what more than its own counts its placement lacks. Counts as no use of a roof.
    PlacedPoint place_sum(Point&& sum, const std::vector<Component>& components, std::string missing);

    /// The roofs and assumptions so far.
    const Usage& usage() const { return usage_; }
    /// The roofs that hold for the threads of `point`; there must be ceilings.
    const ceilings::View& view_of(const Point& point);

  private:
    /// Both append to what is `missing` for a complete placement.
    void place_compute(PlacedPoint& placed, const ceilings::View& view, std::string& missing);
    void place_bytes(PlacedPoint& placed, const ByteCount& bytes, const ceilings::View& view,
                     std::string& missing);
    void look_for_breach(PlacedPoint& placed);
    Dtype dtype_for(const PlacedPoint& placed, const FlopCount& flops, const ceilings::View& view);
    void add_component(PlacedPoint& placed, std::optional<Level> level, const ceilings::Mix& roof,
                       double rate, double seconds);

    const ceilings::Ceilings* ceilings_;
    const Settings& settings_;
    std::optional<Scope> scope_;
    std::pmr::memory_resource* arena_;
    std::string assumed_dtype_text_;
    bool threads_matter_;                    ///< of CPUs alone there are roofs by the number of threads
    std::map<int, ceilings::View> views_{};  ///< by threads; 0 is the whole device
    Usage usage_{};
    std::vector<UsedRoof*> current_{};  ///< of the components of the point at hand
};

}  // namespace mansard::analyzer
