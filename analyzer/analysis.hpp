// The analysis: points placed under roofs. What every reporter reads, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/elsewhere.hpp"
#include "analyzer/finding_codes.hpp"
#include "analyzer/optional_number.hpp"
#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

enum class PlacementStatus : std::uint8_t { placed, no_roofs, no_time, no_work, above_roof, incomplete };

/// One thing that bounds a point: the compute units or a memory level, and how long it needs at its roof.
/// Small on purpose: a million points have five million of them.
struct Component {
    std::optional<Level> level{};  ///< nothing: the compute units
    bool bound = false;            ///< it is the largest
    OptionalNumber roof{};         ///< the rate used, FLOP/s or B/s; nothing if there is no such roof
    Label roof_id{};               ///< of the (nearest) roof of the ceilings that it came from, "" if none
    OptionalNumber seconds{};      ///< work ÷ roof: the least time that this component allows

    /// "compute" or the level's name: what PlacedPoint::bound may be.
    std::string_view name() const { return level ? name_of(*level) : "compute"; }
};

/// By level, in the order of the point's byte counts.
using LevelValues = std::vector<std::pair<Level, double>>;

struct PlacedPoint {
    Point point{};
    PlacementStatus status = PlacementStatus::no_roofs;
    FindingCodes findings{};  ///< of the rules that hold for it
    Label reason{};
    OptionalNumber flops{};  ///< FLOP, all dtypes together
    OptionalNumber rate{};   ///< FLOP/s
    std::pmr::vector<Component> components{};
    std::string_view bound{};     ///< a component's name (of static storage); "" if unknown
    OptionalNumber attainable{};  ///< FLOP/s (B/s at the bound level if 0 FLOP)
    OptionalNumber efficiency{};  ///< max t ÷ seconds
    OptionalNumber headroom_seconds{};
    OptionalNumber share{};  ///< of the profile's busy time

    LevelValues intensity() const;  ///< FLOP/B at each level that has bytes; empty without FLOPs
    LevelValues bandwidth() const;  ///< B/s at each level that has bytes; empty without a time
    /// t_component ÷ seconds; nothing where one of them is unknown.
    OptionalNumber utilization(const Component& component) const;
    /// The component that bounds the point, or nothing.
    const Component* bounding() const;
};

/// A roof as placements used it: of T threads, between two patterns, or as it stands in the ceilings.
struct UsedRoof {
    std::string name{};              ///< "L2, 1 thread: load … copy", "f64 compute, device: fma avx2"
    std::vector<std::string> ids{};  ///< of the ceilings' roofs behind it
    Scope scope = Scope::core;       ///< whom the values hold for: one core, or several together
    bool bus = false;  ///< counts write-allocate traffic, too: an estimate, of another kind than plain bytes
    std::string unit{};
    double low = 0, high = 0;  ///< the values used: equal unless read:write mixes differ between points
    std::optional<Interval> interval{};  ///< of the value: 95 %, or a range
    bool is_range = false;               ///< it is that of few blocks, or what another tool's file gives
    int samples = 0;                     ///< blocks behind it, of the roof with the fewest
    ceilings::Status status = ceilings::Status::measured;
    std::size_t points = 0;  ///< that have it as a component
    std::size_t bound = 0;   ///< that it bounds
};

/// One rule's verdict about one point, with what to do.
struct Finding {
    std::string_view code{};  ///< "below_all_roofs", of static storage
    std::string point{};      ///< name
    std::string text{}, remedy{};
};

/// How often a rule holds, over all points: few of them are spelled out.
struct FindingCount {
    std::string_view code{};  ///< of static storage
    std::size_t points = 0;
    double seconds = 0;  ///< of these points
};

struct Summary {
    std::size_t in = 0, placed = 0, rejected = 0;  ///< records; in = placed + rejected
    std::size_t filtered = 0;                      ///< records that a filter left out, not among `in`
    std::optional<double> seconds_busy{};          ///< nothing where the sum overflows
    std::optional<double> seconds_wall{};
    /// Σ max t of the points ÷ wall (without a wall, Σ of their times); nothing where a point's is unknown.
    std::optional<double> efficiency_by_points{};
};

struct Analysis {
    Arenas arenas{};  ///< of the points' lists
    std::string tool_version{}, created{};
    std::vector<std::string> sources{};  ///< profiles, in order
    std::vector<std::string> formats{};
    std::string ceilings_source{};  ///< path; empty without ceilings
    std::optional<ceilings::Ceilings> ceilings{};
    Scope scope = Scope::device;  ///< of the roofs that most points stand under: core or device
    std::vector<UsedRoof> roofs{};
    std::vector<PlacedPoint> points{};  ///< one partition of the profile's time, longest first
    /// The whole profile, the wholes that the profiler gives, the average step and each step.
    std::vector<PlacedPoint> program{};
    std::vector<PlacedPoint> step_points{};  ///< ops of single steps
    std::vector<PlacedPoint> regions{};      ///< layers: sums over points, which may nest
    std::vector<Elsewhere> elsewhere{};      ///< other machines than that of `ceilings`, as they were given
    std::vector<Rejected> rejected{};
    Summary summary{};
    std::vector<Finding> findings{};
    std::vector<FindingCount> finding_counts{};
    std::vector<Note> notes{};
};

inline constexpr std::string_view analysis_schema = "mansard.analysis/1";

}  // namespace mansard::analyzer

namespace mansard {
template <>
struct Names<analyzer::PlacementStatus> {
    static constexpr NameTable<analyzer::PlacementStatus, 6> table{
        {{analyzer::PlacementStatus::placed, "placed"},
         {analyzer::PlacementStatus::no_roofs, "no_roofs"},
         {analyzer::PlacementStatus::no_time, "no_time"},
         {analyzer::PlacementStatus::no_work, "no_work"},
         {analyzer::PlacementStatus::above_roof, "above_roof"},
         {analyzer::PlacementStatus::incomplete, "incomplete"}}};
};
}  // namespace mansard
