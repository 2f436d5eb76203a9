// Placing labels so that none overlaps another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart {

/// One place that a label may take. `cost` says how much worse it is than an ideal one (0).
struct Candidate {
    Text text{};
    double cost = 0;
    std::optional<Line> leader{};  ///< drawn with it where the label stands off its point
};

inline constexpr double text_size = 11;  ///< of labels and lists, px

/// What a label may cover at most of what it should avoid: anything, or not more than a join of levels or
/// two.
inline constexpr double anything = 1e9, next_to_nothing = 12;

/// What is on the chart already. Labels never overlap labels or leave the frame; other things they avoid.
class LabelBoard {
  public:
    /// Labels keep a little off the frame's lines.
    explicit LabelBoard(const Box& frame) : frame_{frame.x0 + 3, frame.y0 + 3, frame.x1 - 3, frame.y1 - 3} {}

    /// A thing that a label should not cover, at `cost` if it does.
    void avoid(const Box& box, double cost) { soft_.push_back({box, cost}); }
    void avoid(const Line& line, double cost) { lines_.push_back({line, cost}); }

    /// Takes the cheapest free candidate, or nothing if every one overlaps a label or the frame, or covers
    /// more than `most` of what it should avoid.
    std::optional<Candidate> place(std::span<const Candidate> candidates, double most = anything);

  private:
    bool is_free(const std::vector<Box>& boxes) const;
    double covered_by(const Candidate& candidate, const std::vector<Box>& boxes) const;

    struct SoftBox {
        Box box;
        double cost;
    };
    struct SoftLine {
        Line line;
        double cost;
    };
    Box frame_;
    std::vector<Box> labels_;
    std::vector<SoftBox> soft_;
    std::vector<SoftLine> lines_;
};

/// Places for a label beside a marker, nearest first, those further off with a leader.
std::vector<Candidate> places_around(const Marker& marker, const std::string& text);
/// How far a marker's corners reach: those of equal area reach further than a circle.
double reach_of(const Marker& marker);

/// From where to where, as parts 0 … 1 of its length, the segment lies in the box; nothing if it does not.
std::optional<std::pair<double, double>> part_inside(const Line& line, const Box& box);
/// Whether the segment passes through the box, or through the text, whatever its slope.
bool crosses(const Line& line, const Box& box);
bool crosses(const Line& line, const Text& text);

}  // namespace mansard::analyzer::chart
