// The analysis: points placed under roofs. What every reporter reads, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

enum class PlacementStatus : std::uint8_t { placed, no_roofs, no_time, no_work, above_roof, incomplete };

/// One thing that bounds a point: a compute unit or a memory level, and how long it needs at its roof.
struct Component {
    std::string name{};         ///< "compute" or the level's name: what `bound` may be
    std::optional<Level> level{};
    std::optional<double> roof{};    ///< the rate used, FLOP/s or B/s; nothing if there is no such roof
    std::string roof_id{};           ///< which roof it came from, "" if none
    std::optional<double> seconds{};  ///< work ÷ roof: the least time that this component allows
    std::optional<double> utilization{};  ///< seconds ÷ the point's seconds
    bool bound = false;              ///< it is the largest
};

struct PlacedPoint {
    Point point{};
    PlacementStatus status = PlacementStatus::no_roofs;
    std::string reason{};
    std::optional<double> flops{};                              ///< FLOP, all dtypes together
    std::optional<double> rate{};                               ///< FLOP/s
    std::vector<std::pair<Level, double>> intensity{};          ///< FLOP/B by level
    std::vector<std::pair<Level, double>> bandwidth{};          ///< B/s by level
    std::vector<Component> components{};
    std::string bound{};                                        ///< a component's name; "" if unknown
    std::optional<double> attainable{};                         ///< FLOP/s (B/s at the bound level if 0 FLOP)
    std::optional<double> efficiency{};                         ///< max t ÷ seconds
    std::optional<double> headroom_seconds{};
    std::optional<double> share{};                              ///< of the profile's busy time
    std::vector<std::string> findings{};                        ///< codes into Analysis::findings
};

/// One rule's verdict about one point, with what to do.
struct Finding {
    std::string code{};     ///< "below_all_roofs"
    std::string point{};    ///< name
    std::string text{}, remedy{};
};

struct Summary {
    std::size_t in = 0, placed = 0, rejected = 0;
    double seconds_busy = 0;
    std::optional<double> seconds_wall{};
};

struct Analysis {
    std::string tool_version{}, created{};
    std::vector<std::string> sources{};   ///< profiles, in order
    std::vector<std::string> formats{};
    std::string ceilings_source{};        ///< path; empty without ceilings
    std::optional<ceilings::Ceilings> ceilings{};
    Scope scope = Scope::device;
    std::vector<PlacedPoint> points{};    ///< one partition of the profile's time, longest first
    std::vector<PlacedPoint> program{};   ///< the whole profile
    std::vector<PlacedPoint> step_points{};
    std::vector<Rejected> rejected{};
    Summary summary{};
    std::vector<Finding> findings{};
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
