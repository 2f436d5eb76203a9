// The whole profile as one placed point: what its points need at the roofs under which each of them stands.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analyzer/place.hpp"
#include "analyzer/program.hpp"

namespace mansard::analyzer {

/// Adds placed points up. A component of the sum needs the points' least times for it together: points of one
/// thread stand under one core's roofs, those of all threads under the device's, and the sum under what comes
/// of both. Points without a time are left out, and told of.
class PlacedSum {
  public:
    void add(const PlacedPoint& placed);

    /// Σ max t of the points; nothing where the least time of one is unknown, or there are none.
    std::optional<double> least_seconds() const { return least_; }
    /// Whether the points' threads differ.
    bool mixed_threads() const { return timed_ > 0 && mixed_threads_; }
    /// Whether points that have only a part of the device together took longer than `wall`: they ran side by
    /// side, and no sum under their own roofs holds for the whole.
    bool overlaps(std::optional<double> wall, std::optional<Scope> scope) const;

    /// The sum, placed by `placer` (under the whole device where the points overlap); nothing if no point has
    /// a time or their times overflow. `wall` as in ProgramSum::point().
    std::optional<PlacedPoint> place(std::optional<double> wall, std::optional<Scope> scope,
                                     Placer& placer) const;
    /// Whether `whole`, whose sum somebody else made, holds the work of just these points divided by `parts`.
    bool is_of(const Point& whole, std::size_t parts) const;
    /// `whole`, of which is_of() must hold, placed as place() does: in its own time.
    PlacedPoint place_as(Point&& whole, std::size_t parts, std::optional<Scope> scope, Placer& placer) const;

  private:
    /// Of the compute units, or of one level in one basis.
    struct Least {
        std::optional<Level> level{};
        Basis basis = Basis::architectural;
        double work = 0;  ///< FLOP or B, of all points
        double seconds = 0;
        bool known = true;  ///< every point's is
        Label roof_id{};
        bool one_roof = true;
    };
    Least& least_of(std::optional<Level> level, Basis basis);
    const Least* find(std::optional<Level> level, Basis basis) const;
    static void add_to(Least& least, double work, const Component* component);
    std::vector<Component> components_of(const Point& sum, std::size_t parts) const;
    PlacedPoint place_timed(Point&& sum, std::size_t parts, std::optional<double> wall,
                            std::optional<Scope> scope, Placer& placer) const;

    ProgramSum work_{}, untimed_work_{};
    std::vector<Least> components_{};
    std::optional<double> least_ = 0;
    std::size_t timed_ = 0, untimed_ = 0, above_ = 0, incomplete_ = 0;
    std::optional<int> threads_{};
    bool mixed_threads_ = false, some_threads_known_ = false;
};

}  // namespace mansard::analyzer
