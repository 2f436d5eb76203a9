// The parts of a chart's layout, in the order in which they run; each adds to the drawing.
#pragma once

#include <string>
#include <vector>

#include "analyzer/chart/labels.hpp"
#include "analyzer/chart/points.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/scale.hpp"
#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart {

struct Drawing {
    Scene scene{};
    LogScale x{}, y{};  ///< FLOP/B and FLOP/s to px
    std::vector<ChartRoof> roofs{};
    ChartPoints points{};
    std::vector<std::string> notes{};  ///< about what was asked for and is not there
    LabelBoard board;
    std::vector<std::size_t> numbered{};  ///< indices into points.plotted whose label is a number
};

/// Title, what it is of, and the description that readers of the screen hear after both.
void draw_heading(Drawing& drawing, std::string_view title, std::string_view facts,
                  std::string_view description);
/// Scales over the ridges and the bulk of the points, from and to the edges of scene.plot.
void set_scales(Drawing& drawing);
/// Grid, ticks and axis titles.
void draw_axes(Drawing& drawing);
/// The lines of the roofs.
void draw_roofs(Drawing& drawing);
/// The measured way around the ridges: thin lines with a dot at each sample, inside the axes.
void draw_ridges(Drawing& drawing, const std::vector<ChartRidge>& ridges);
/// Markers, and the thin lines that join those of one point.
void draw_points(Drawing& drawing);
/// Names and values along the roofs; after the markers, which they avoid.
void label_roofs(Drawing& drawing);
/// Names or numbers beside the points; last, as roofs have fewer places for their labels.
void label_points(Drawing& drawing);
/// Everything below the chart; makes the scene as high as it needs. `outside`: points beyond `--top`.
void draw_legend(Drawing& drawing, const Analysis& analysis, std::size_t outside);

/// On which side of the axes something lies that is not between them: −1, 0 or 1 in each direction.
struct Beyond {
    int right = 0, up = 0;
    bool any() const { return right != 0 || up != 0; }
};
Beyond beyond_axes(const Drawing& drawing, double intensity, double rate);
/// Makes of a marker an arrow at the edge of the plot, of at most `radius`, that points to where the value
/// lies.
void move_to_edge(Marker& marker, const Beyond& beyond, const Box& plot, double radius);

/// The visible piece of a roof; nothing if the axes leave no room for it.
std::optional<Line> line_of(const Drawing& drawing, const ChartRoof& roof);

/// Paint and dash of a roof's line.
Paint paint_of(const ChartRoof& roof);
std::string_view dash_of(const ChartRoof& roof);
/// Text of the legend: "suspect" and its kind; empty for a measured roof.
std::string_view status_word(const ChartRoof& roof);
/// The highest value as log10 among the roofs of `kind` that belong to the roofline of `roof`, those of its
/// scope; of any scope where its own has none; nothing without any.
std::optional<double> highest(const std::vector<ChartRoof>& roofs, Kind kind, const ChartRoof& roof);

}  // namespace mansard::analyzer::chart
