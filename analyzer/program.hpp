// The whole profile as one point.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// Adds points up into one. What one of them lacks, the sum lacks: a partial sum of FLOPs or of a level's
/// bytes would pass for the whole.
class ProgramSum {
  public:
    void add(const Point& point);

    /// The sum, over `wall` seconds where the profile knows them, else over the sum of the points' times;
    /// nothing if no point was added or the times overflow. What was left out stands in its notes.
    std::optional<Point> point(std::optional<double> wall) const;
    /// Σ seconds of the points; nothing where it overflows.
    std::optional<double> seconds() const;

  private:
    struct LevelSum {
        ByteCount bytes{};
        bool split = true;  ///< reads and writes are told apart everywhere
        std::size_t points = 0;
    };
    std::size_t points_ = 0, with_flops_ = 0;
    double seconds_ = 0;
    std::vector<FlopCount> flops_{};
    std::vector<LevelSum> levels_{};
    std::optional<int> threads_{};
    bool same_threads_ = true;
};

}  // namespace mansard::analyzer
