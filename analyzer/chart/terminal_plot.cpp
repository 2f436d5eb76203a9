#include "analyzer/chart/terminal_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "analyzer/chart/text.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::chart {
namespace {

std::vector<std::string> characters_of(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = std::max<std::size_t>(1, utf8_sequence_length(text, at));
        out.emplace_back(text.substr(at, length));
        at += length;
    }
    return out;
}

/// Puts `text` where all its cells and those beside it are empty; with `on_line` lines may pass.
bool put_text(Raster& raster, int column, int row, const std::string& text, std::string_view color,
              bool on_line) {
    const std::vector<std::string> characters = characters_of(text);
    const int end = column + static_cast<int>(characters.size());
    if (column < 0 || end > raster.columns() || row < 0 || row >= raster.rows()) return false;
    for (int at = std::max(0, column - 1); at < std::min(end + 1, raster.columns()); ++at)
        if (on_line ? raster.is_taken(at, row) : !raster.is_empty(at, row)) return false;
    if (on_line)
        for (const int side : {column - 1, end}) raster.put(side, row, " ");
    for (std::size_t i = 0; i < characters.size(); ++i)
        raster.put(column + static_cast<int>(i), row, characters[i], color);
    return true;
}

/// Above, below or in a level line, from its right end on.
bool name_level_line(Raster& raster, const Line& line, const std::string& text, std::string_view color) {
    const int row = raster.row_at(line.y0), first = raster.column_at(line.x0),
              width = static_cast<int>(display_width(text));
    for (const auto& [at, on_line] :
         std::array{std::pair(row - 1, false), std::pair(row + 1, false), std::pair(row, true)})
        for (int column = raster.columns() - width - 1; column >= first; --column)
            if (put_text(raster, column, at, text, color, on_line)) return true;
    return false;
}

/// Beside a slanted line, from its lower end on: right of it, then left.
bool name_slanted_line(Raster& raster, const Line& line, const std::string& text, std::string_view color) {
    const int width = static_cast<int>(display_width(text)), bottom = raster.row_at(line.y0),
              top = raster.row_at(line.y1);
    for (const bool right : {true, false})
        for (int row = bottom; row > top; --row) {
            // Columns that the line takes in this row.
            std::optional<int> low, high;
            for (int column = 0; column < raster.columns(); ++column) {
                const double part =
                    (column - raster.column_at(line.x0)) /
                    std::max(1.0, static_cast<double>(raster.column_at(line.x1) - raster.column_at(line.x0)));
                if (part < 0 || part > 1 || raster.row_at(line.y0 + part * (line.y1 - line.y0)) != row)
                    continue;
                low = low.value_or(column), high = column;
            }
            if (!low) continue;
            const int column = right ? *high + 3 : *low - 2 - width;
            if (put_text(raster, column, row, text, color, false)) return true;
        }
    return false;
}

}  // namespace

/// The eight colours of every terminal, by the colour's class in the SVG.
std::string_view terminal_color(std::string_view css) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> colors{{{"blue", "34"},
                                                                                   {"green", "32"},
                                                                                   {"orange", "33"},
                                                                                   {"vermilion", "31"},
                                                                                   {"purple", "35"},
                                                                                   {"sky", "36"}}};
    for (const auto& [name, code] : colors)
        if (name == css) return code;
    return "";
}

std::string_view bold_terminal_color(std::string_view css) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> colors{{{"blue", "1;34"},
                                                                                   {"green", "1;32"},
                                                                                   {"orange", "1;33"},
                                                                                   {"vermilion", "1;31"},
                                                                                   {"purple", "1;35"},
                                                                                   {"sky", "1;36"}}};
    for (const auto& [name, code] : colors)
        if (name == css) return code;
    return "1";
}

void mark_arrows(TerminalPlot& plot, const Beyond& beyond, int column, int row) {
    if (beyond.right != 0) (beyond.right > 0 ? plot.right : plot.left)[row] = true;
    if (beyond.up != 0) (beyond.up > 0 ? plot.top : plot.bottom)[column] = true;
}

std::string terminal_key(std::size_t index, bool unicode) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if (index < letters.size()) return std::string(1, letters[index]);
    return unicode ? "•" : "*";
}

std::string_view terminal_color(const ChartRoof& roof) {
    return roof.level && !roof.plain ? terminal_color(level_style(*roof.level).css) : std::string_view{};
}

Pen pen_of(const ChartRoof& roof, bool unicode) {
    Pen pen{.color = terminal_color(roof), .mark = '-'};
    if (roof.level) {
        // The dashes of the SVG, as far as dots can have them.
        switch (*roof.level) {
            case Level::L1:
                pen.mark = '.', pen.on = 1, pen.off = 1;
                break;
            case Level::L2:
                pen.mark = ':', pen.on = 2, pen.off = 2;
                break;
            case Level::L3:
                pen.mark = '+', pen.on = 5, pen.off = 2;
                break;
            case Level::DRAM:
                pen.mark = '/';
                break;
            default:
                pen.mark = '~', pen.on = 3, pen.off = 1;
        }
    }
    // A mark is a whole cell, so that only gaps of cells are seen between marks.
    if (!unicode) pen.on = 1, pen.off = 0;
    if (roof.apart) pen.on = unicode ? 8 : 4, pen.off = 2;
    if (!roof.proven()) pen.on = unicode ? 2 : 1, pen.off = unicode ? 3 : 1;
    return pen;
}

void plot_roofs(TerminalPlot& plot, const Drawing& drawing) {
    for (const ChartRoof& roof : drawing.roofs)
        if (const auto line = line_of(drawing, roof)) plot.raster.draw(*line, pen_of(roof, plot.unicode));
}

void plot_ridges(TerminalPlot& plot, const Drawing& drawing, const std::vector<ChartRidge>& ridges) {
    for (const ChartRidge& ridge : ridges)
        for (const ChartRidge::Sample& sample : ridge.samples) {
            if (beyond_axes(drawing, sample.intensity, sample.value).any()) continue;
            plot.raster.put(plot.raster.column_at(drawing.x.at(sample.intensity)),
                            plot.raster.row_at(drawing.y.at(sample.value)), plot.unicode ? "∘" : "o",
                            terminal_color(level_style(ridge.level).css));
        }
}

void plot_points(TerminalPlot& plot, const Drawing& drawing) {
    std::map<std::pair<int, int>, bool> taken;
    for (std::size_t i = 0; i < drawing.points.plotted.size(); ++i) {
        const ChartPoint& point = drawing.points.plotted[i];
        const LevelMarker& main = point.markers[point.main];
        const std::string key = terminal_key(i, plot.unicode);
        const int column = plot.raster.column_at(drawing.x.at(main.intensity)),
                  row = plot.raster.row_at(drawing.y.at(point.rate));
        plot.keys[point.number] = key;
        const Beyond beyond = beyond_axes(drawing, main.intensity, point.rate);
        if (beyond.any()) plot.beyond.push_back(key), mark_arrows(plot, beyond, column, row);
        plot.places[{column, row}].push_back(key);
        if (!std::exchange(taken[{column, row}], true))
            plot.raster.put(
                column, row, key,
                point.bound == "compute" ? "1" : bold_terminal_color(level_style(main.level).css));
    }
}

void plot_names(TerminalPlot& plot, const Drawing& drawing) {
    for (const ChartRoof& roof : drawing.roofs) {
        const auto line = line_of(drawing, roof);
        if (!line) continue;
        std::vector<std::string> names{roof.brief + " " + quantity(roof.value, roof.unit), roof.brief};
        if (roof.level) names.emplace_back(name_of(*roof.level));
        for (const std::string& name : names) {
            const std::string text = for_terminal(name, plot.unicode);
            if (roof.level ? name_slanted_line(plot.raster, *line, text, terminal_color(roof))
                           : name_level_line(plot.raster, *line, text, terminal_color(roof)))
                break;
        }
    }
}

std::string ascii(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> likenesses{
        {{"µ", "u"}, {"…", "..."}, {"×", "x"}, {"≥", ">="}, {"÷", "/"}, {"·", "-"}, {"–", "-"}, {"→", "->"}}};
    std::string out;
    for (const std::string& character : characters_of(text)) {
        const auto* const like = std::find_if(likenesses.begin(), likenesses.end(),
                                              [&](const auto& pair) { return pair.first == character; });
        const bool plain = character.size() == 1 && static_cast<unsigned char>(character[0]) < 0x80;
        out += plain ? character : like != likenesses.end() ? std::string(like->second) : "?";
    }
    return out;
}

}  // namespace mansard::analyzer::chart
