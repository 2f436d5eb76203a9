// Choosing a chart's roofs, one reason after the other.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "analyzer/analysis.hpp"
#include "analyzer/chart/roofs.hpp"

namespace mansard::analyzer::chart {

class Selection {
  public:
    explicit Selection(const Analysis& analysis) : analysis_(analysis), roofs_(analysis.ceilings->roofs) {}
    bool empty() const { return chosen_.empty(); }
    /// A roof as placements used it, if its kind and level can be told and it can be drawn.
    void add_used(const UsedRoof& used, std::size_t bound);
    /// Those that hold back one of the points that are shown.
    void add_bounding(std::span<const PlacedPoint> shown);
    /// The compute roofs that the points were held against.
    std::vector<const UsedRoof*> compute_used(std::span<const PlacedPoint> shown) const;
    /// For each scope that has slanted roofs only, what they end at.
    void add_tops(std::span<const PlacedPoint> shown);
    /// Number types of what the points do: those of their roofs, as a profile need not name any.
    std::set<Dtype> dtypes_of(std::span<const PlacedPoint> shown) const;
    /// One roof for each of the types and for each level, in every scope so far.
    void add_one_of_each(const std::set<Dtype>& dtypes);
    /// The best roof that `wanted` accepts: measured before all others, then the highest.
    void add_best(Scope scope, const std::function<bool(const ceilings::Roof&)>& wanted);
    /// A level has a roof: nothing to do; points have bytes there: as they used it; else the best ordinary
    /// one.
    void add_level(Level level, Scope scope);
    /// Below the top roof of a number type: what stays without vectors, without parallelism, without FMA.
    void add_optimizations(Dtype dtype, Scope scope);
    /// Of each level so far what few bytes in flight reach.
    void add_in_flight();
    /// Those of the roofs so far: each is a roofline of its own, with its own ridges. Without any that of the
    /// analysis, as far as it has roofs.
    std::set<Scope> scopes() const;
    std::vector<ChartRoof> take();

  private:
    const ceilings::Roof* behind(const UsedRoof& used) const;
    void add(ChartRoof roof);
    const Analysis& analysis_;
    const std::vector<ceilings::Roof>& roofs_;
    std::vector<ChartRoof> chosen_;
};

/// Whether the roof has a value that can stand on a chart.
bool is_drawable(const ceilings::Roof& roof);

}  // namespace mansard::analyzer::chart
