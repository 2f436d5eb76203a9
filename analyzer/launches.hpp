// Launches become points: each its own, or all of one kernel together; and layers become points beside them.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "analyzer/importers/importer.hpp"
#include "analyzer/program.hpp"

namespace mansard::analyzer {

/// Gathers launches (of kernels, of ops) in the order of the profile. Launches of one name, device, category,
/// grid and block are one point, with the times of its calls; what one of them lacks (FLOPs, bytes of a
/// level, a time), their sum lacks, and its notes say so. With ImportOptions::per_launch each stays alone.
class Launches {
  public:
    explicit Launches(bool per_launch) : per_launch_(per_launch) {}

    /// One launch, or several that the profile gives as one (Point::calls, Point::records).
    void add(Point launch);
    /// Moves what was gathered to profile.points, and the sums of its regions to profile.regions, each named
    /// by its path ("encoder / layer 3 / attention").
    void finish(Profile& profile);

  private:
    using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;
    struct Kernel {
        Point first{};
        ProgramSum sum{};
        double calls = 0;
        std::uint32_t records = 0;
        bool timed = true;            ///< all of them are
        std::vector<double> times{};  ///< of single calls, s
        double clocked_seconds = 0, clocked_cycles = 0;
        std::vector<std::string> notes{};
    };
    struct Region {
        std::string name{};
        ProgramSum sum{};
        double calls = 0;
        bool timed = true;
        std::map<std::size_t, double> parts{};  ///< calls by place among the points
    };

    std::size_t kernel_of(const Point& launch);
    void add_to_regions(const Point& launch, std::size_t place);
    static Point point_of(Kernel& kernel);

    bool per_launch_;
    std::map<Key, std::size_t> index_{};
    std::vector<Kernel> kernels_{};
    std::vector<Point> alone_{};
    std::map<std::string, std::size_t> region_index_{};
    std::vector<Region> regions_{};
};

}  // namespace mansard::analyzer
