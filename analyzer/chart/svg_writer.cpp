#include "analyzer/chart/svg_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

using Out = std::back_insert_iterator<std::string>;

struct Corner {
    double angle;   ///< degrees, clockwise from the right
    double radius;  ///< of a shape with the area of the unit circle
};

/// Regular polygon with `n` corners, the first one at `start`, of area pi.
std::vector<Corner> polygon(int n, double start) {
    const double pi = std::numbers::pi;
    const double radius = std::sqrt(2 * pi / (n * std::sin(2 * pi / n)));
    std::vector<Corner> corners;
    corners.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) corners.push_back({start + 360.0 * i / n, radius});
    return corners;
}

std::vector<Corner> star() {
    constexpr double outer = 1.67,
                     inner = 0.64;  // a five-pointed star of area pi: 5 × outer × inner × sin 36°
    std::vector<Corner> corners;
    corners.reserve(10);
    for (int i = 0; i < 10; ++i) corners.push_back({-90.0 + 36 * i, i % 2 == 0 ? outer : inner});
    return corners;
}

/// A head with a notch behind.
std::vector<Corner> arrow() {
    return {{0, 1.9}, {140, 1.75}, {180, 0.6}, {220, 1.75}};
}

std::vector<Corner> corners_of(MarkerShape shape) {
    switch (shape) {
        case MarkerShape::circle:
            return {};
        case MarkerShape::square:
            return polygon(4, 45);
        case MarkerShape::triangle:
            return polygon(3, -90);
        case MarkerShape::diamond:
            return polygon(4, 0);
        case MarkerShape::pentagon:
            return polygon(5, -90);
        case MarkerShape::triangle_down:
            return polygon(3, 90);
        case MarkerShape::hexagon:
            return polygon(6, 0);
        case MarkerShape::star:
            return star();
        case MarkerShape::arrow:
            return arrow();
    }
    return {};
}

void write_line(Out out, const Line& line) {
    fmt::format_to(out, R"(<line x1="{}" y1="{}" x2="{}" y2="{}" class="l-{}" stroke="{}" stroke-width="{}")",
                   px(line.x0), px(line.y0), px(line.x1), px(line.y1), line.paint.css, line.paint.color,
                   px(line.width));
    if (!line.dash.empty()) fmt::format_to(out, R"( stroke-dasharray="{}")", line.dash);
    if (line.opacity != 1) fmt::format_to(out, R"( opacity="{}")", px(line.opacity));
    fmt::format_to(out, "/>\n");
}

void write_marker(Out out, const Marker& marker) {
    const std::vector<Corner> corners = corners_of(marker.shape);
    if (corners.empty()) {
        fmt::format_to(out, R"(<circle cx="{}" cy="{}" r="{}")", px(marker.x), px(marker.y),
                       px(marker.radius));
    } else {
        fmt::format_to(out, R"(<polygon points=")");
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const double angle = (corners[i].angle + marker.turn) * std::numbers::pi / 180,
                         r = corners[i].radius * marker.radius;
            fmt::format_to(out, "{}{},{}", i == 0 ? "" : " ", px(marker.x + r * std::cos(angle)),
                           px(marker.y + r * std::sin(angle)));
        }
        fmt::format_to(out, "\"");
    }
    if (marker.filled)
        fmt::format_to(out, R"( class="f-{} l-paper" fill="{}" stroke="{}" stroke-width="0.8")",
                       marker.paint.css, marker.paint.color, paper);
    else
        fmt::format_to(out, R"( class="f-paper l-{}" fill="{}" stroke="{}" stroke-width="1.6")",
                       marker.paint.css, paper, marker.paint.color);
    if (marker.opacity != 1) fmt::format_to(out, R"( opacity="{}")", px(marker.opacity));
    if (marker.tip.empty())
        fmt::format_to(out, "/>\n");
    else
        fmt::format_to(out, "><title>{}</title></{}>\n", markup(marker.tip),
                       corners.empty() ? "circle" : "polygon");
}

void write_text(Out out, const Text& text) {
    fmt::format_to(out, R"(<text x="{}" y="{}" class="f-{}{}" font-size="{}" fill="{}")", px(text.x),
                   px(text.y), text.paint.css, text.halo ? " halo" : "", px(text.size), text.paint.color);
    if (text.anchor != Anchor::start)
        fmt::format_to(out, R"( text-anchor="{}")", text.anchor == Anchor::middle ? "middle" : "end");
    if (text.bold) fmt::format_to(out, R"( font-weight="bold")");
    if (text.angle != 0)
        fmt::format_to(out, R"-( transform="rotate({} {} {})")-", px(text.angle), px(text.x), px(text.y));
    if (text.halo)
        fmt::format_to(out, R"( stroke="{}" stroke-width="3" stroke-linejoin="round" paint-order="stroke")",
                       paper);
    fmt::format_to(out, ">{}</text>\n", markup(text.text));
}

}  // namespace

std::string to_svg(const Scene& scene) {
    std::string text;
    const Out out = std::back_inserter(text);
    fmt::format_to(
        out,
        R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}" )"
        R"(role="img" aria-labelledby="chart-title chart-description" )"
        R"(font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif">)"
        "\n<title id=\"chart-title\">{2}</title>\n<desc id=\"chart-description\">{3}</desc>\n"
        R"(<rect width="{0}" height="{1}" class="f-paper" fill="{4}"/>)"
        "\n",
        px(scene.width), px(scene.height), markup(scene.title), markup(scene.description), paper);
    for (const Line& line : scene.lines) write_line(out, line);
    for (const Marker& marker : scene.markers) write_marker(out, marker);
    for (const Text& label : scene.texts) write_text(out, label);
    text += "</svg>\n";
    return text;
}

}  // namespace mansard::analyzer::chart
