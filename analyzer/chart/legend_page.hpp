// What stands below a chart, whatever the chart shows: a page with a cursor, and the lists that every chart
// has.
#pragma once

#include <string>
#include <vector>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {

inline constexpr double legend_left = 24, legend_right = chart_width - 20, legend_row = 18,
                        legend_roofs_end = 620;  ///< px; the roofs' columns end there, the markers' begin
inline constexpr std::size_t most_listed_points = 12;

/// A cursor down the page.
class Page {
  public:
    Page(Scene& scene, double y) : scene_(scene), y_(y) {}

    double y() const { return y_; }
    void advance(double by = legend_row) { y_ += by; }
    void write(double x, double until, const std::string& text, Paint paint = {}, bool bold = false) {
        scene_.texts.push_back({.x = x,
                                .y = y_,
                                .text = fit(text, text_size, until - x),
                                .size = text_size,
                                .paint = paint,
                                .bold = bold});
    }
    void write_back(double end, const std::string& text, Paint paint) {
        scene_.texts.push_back(
            {.x = end, .y = y_, .text = text, .size = text_size, .anchor = Anchor::end, .paint = paint});
    }
    void mark(Marker marker, double x) {
        marker.x = x, marker.y = y_ - 4;
        scene_.markers.push_back(std::move(marker));
    }
    void rule(double x0, double x1, Paint paint, double width, std::string_view dash) {
        scene_.lines.push_back({x0, y_ - 4, x1, y_ - 4, paint, width, dash});
    }

  private:
    Scene& scene_;
    double y_;
};

/// The roofs of the drawing with their values and ridges, on the left; where the page stands then.
double list_roofs(Page page, const Drawing& drawing);

/// What has no place on the chart, and why: the first by name, the others counted.
void list_unplotted(Page& page, const std::vector<Unplotted>& unplotted);

}  // namespace mansard::analyzer::chart
