#include "analyzer/chart/terminal_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/chart/text.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::chart {
namespace {

std::string spaces(std::size_t count) {
    return std::string(count, ' ');
}

/// The unit stands once, at the top of the axis.
std::string without_unit(std::string label, bool unicode) {
    label.resize(std::min(label.find("FLOP/s"), label.size()));
    if (label.ends_with(' ')) label.pop_back();
    return for_terminal(label, unicode);
}

/// Frame, ticks and labels around a plot.
class Frame {
  public:
    Frame(const TerminalPlot& plot, const Drawing& drawing)
        : plot_(plot), drawing_(drawing), margin_(plot.margin), unicode_(plot.unicode) {}

    std::vector<std::string> lines(bool color) const {
        std::vector<std::string> out{top_line()};
        std::map<int, std::string> labels;
        for (const Tick& tick : ticks(drawing_.y, "FLOP/s"))
            if (!tick.label.empty())
                labels.try_emplace(plot_.raster.row_at(drawing_.y.at_log(tick.log_value)),
                                   without_unit(tick.label, unicode_));
        for (int row = 0; row < plot_.raster.rows(); ++row) {
            const auto label = labels.find(row);
            const std::string text = label == labels.end() ? "" : label->second;
            const std::string edge = plot_.left.contains(row) ? sign("◂", "<")
                                     : label == labels.end()  ? sign("│", "|")
                                                              : sign("┤", "+");
            out.push_back(spaces(margin_ - 2 - display_width(text)) + text + " " + edge +
                          plot_.raster.row(row, color) + (plot_.right.contains(row) ? sign("▸", ">") : ""));
        }
        add_axis(out);
        return out;
    }

  private:
    std::string sign(std::string_view unicode, std::string_view ascii) const {
        return std::string(unicode_ ? unicode : ascii);
    }

    std::string top_line() const {
        std::string line = "FLOP/s" + spaces(margin_ > 6 ? margin_ - 6 : 0);
        for (int column = static_cast<int>(line.size() - margin_); column < plot_.raster.columns(); ++column)
            line += plot_.top.contains(column) ? sign("▴", "^") : " ";
        return line;
    }

    /// The lower edge with its ticks, their labels, and what they are.
    void add_axis(std::vector<std::string>& out) const {
        const int columns = plot_.raster.columns();
        std::string edge = spaces(margin_ - 1) + sign("└", "+"), labels = spaces(margin_);
        std::map<int, std::string> at;
        for (const Tick& tick : ticks(drawing_.x, ""))
            if (!tick.label.empty())
                at.try_emplace(plot_.raster.column_at(drawing_.x.at_log(tick.log_value)), tick.label);
        for (int column = 0; column < columns; ++column)
            edge += plot_.bottom.contains(column) ? sign("▾", "v")
                    : at.contains(column)         ? sign("┴", "+")
                                                  : sign("─", "-");
        for (const auto& [column, label] : at) {
            const std::size_t middle = margin_ + static_cast<std::size_t>(column), half = label.size() / 2;
            const std::size_t start = middle > half ? middle - half : 0;
            const bool fits = start + label.size() <= margin_ + static_cast<std::size_t>(columns) + 1;
            if (!fits || (start < labels.size() + 1 && labels.size() > margin_) || start < labels.size())
                continue;
            labels += spaces(start - labels.size()) + label;
        }
        const std::size_t room = static_cast<std::size_t>(columns);
        const std::string title =
            room > 60 ? "FLOP/B, the intensity at each level of memory" : "FLOP/B of each level";
        out.push_back(edge);
        out.push_back(labels);
        out.push_back(spaces(margin_ + (room > title.size() ? (room - title.size()) / 2 : 0)) + title);
    }

    const TerminalPlot& plot_;
    const Drawing& drawing_;
    std::size_t margin_;
    bool unicode_;
};

/// Columns left of the plot: the widest label, a space and the frame.
std::size_t margin_of(const LogScale& scale, bool unicode) {
    std::size_t widest = 4;
    for (const Tick& tick : ticks(scale, "FLOP/s"))
        widest = std::max(widest, display_width(without_unit(tick.label, unicode)));
    return widest + 2;
}

/// At most `columns` of the text, and a mark where something is missing.
std::string cut(const std::string& text, std::size_t columns, bool unicode) {
    if (display_width(text) <= columns) return text;
    return unicode ? shorten(text, columns) : text.substr(0, columns - 1) + "~";
}

std::string padded(const std::string& text, std::size_t columns, bool unicode) {
    const std::string shown = cut(text, columns, unicode);
    return shown + spaces(columns - std::min(columns, display_width(shown)));
}

/// How much of a roof's numbers there is room for.
struct Detail {
    bool low = true, ridge = true;
};

std::string name_of_roof(const ChartRoof& roof, bool unicode) {
    return for_terminal(roof.proven() ? roof.name : fmt::format("{} ({})", roof.name, status_word(roof)),
                        unicode);
}

std::string numbers_of(const Drawing& drawing, const ChartRoof& roof, Detail detail, bool unicode) {
    std::string text = with_interval(roof.value, roof.unit, roof.interval);
    if (detail.low && roof.low < roof.value * 0.995) text = quantity(roof.low, roof.unit) + " … " + text;
    const auto top = highest(drawing.roofs, Kind::compute, roof);
    if (detail.ridge && top && roof.kind == Kind::bandwidth)
        text += ", ridge " + plain(std::pow(10.0, *top) / roof.value) + " FLOP/B";
    return for_terminal(text, unicode);
}

/// One line for each roof: how it is drawn, its name, its value, its ridge.
void add_legend(std::vector<std::string>& out, const Drawing& drawing, const TerminalStyle& style) {
    constexpr std::size_t sample = 4, before_name = sample + 3, before_numbers = 2;
    std::size_t name_columns = 0;
    for (const ChartRoof& roof : drawing.roofs)
        name_columns = std::max(name_columns, display_width(name_of_roof(roof, style.unicode)));
    name_columns = std::min(name_columns, style.columns / 2 - before_name);
    const std::size_t room = style.columns - before_name - name_columns - before_numbers;
    Detail detail;
    const auto is_too_wide = [&](const ChartRoof& roof) {
        return display_width(numbers_of(drawing, roof, detail, style.unicode)) > room;
    };
    const auto fits = [&] { return std::none_of(drawing.roofs.begin(), drawing.roofs.end(), is_too_wide); };
    if (!fits()) detail.low = false;
    if (!fits()) detail.ridge = false;
    for (const ChartRoof& roof : drawing.roofs) {
        Raster line(sample, 1, style.unicode);
        const double y = std::floor(line.dots().y1 / 2);
        line.draw({0, y, line.dots().x1, y}, pen_of(roof, style.unicode));
        out.push_back("  " + line.row(0, style.color) + " " +
                      padded(name_of_roof(roof, style.unicode), name_columns, style.unicode) + "  " +
                      cut(numbers_of(drawing, roof, detail, style.unicode), room, style.unicode));
    }
    if (drawing.roofs.empty()) out.emplace_back("  No roofs: none were given.");
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// A list of keys, where those that are no letters are counted.
std::string letters(const std::vector<std::string>& keys) {
    std::vector<std::string> out;
    std::size_t others = 0;
    for (const std::string& key : keys)
        if (key.size() == 1 && key != "*")
            out.push_back(key);
        else
            ++others;
    if (others > 0) out.push_back(fmt::format("{} without a letter", others));
    return joined(out);
}

std::size_t columns_of(const TerminalStyle& style) {
    return std::clamp(style.columns, fewest_terminal_columns, most_terminal_columns);
}

}  // namespace

TerminalPlot begin_terminal(Drawing& drawing, const TerminalStyle& style) {
    const std::size_t columns = columns_of(style);
    drawing.scene.plot = {0, 0, 1, 1};
    set_scales(drawing);
    const std::size_t margin = margin_of(drawing.y, style.unicode);
    constexpr int fewest_rows = 14, most_rows = 36, columns_per_row = 4;
    const int rows = std::clamp(static_cast<int>(columns) / columns_per_row, fewest_rows, most_rows);
    TerminalPlot plot{.raster = Raster(static_cast<int>(columns - margin - 1), rows, style.unicode),
                      .unicode = style.unicode,
                      .margin = margin};
    drawing.scene.plot = plot.raster.dots();
    set_scales(drawing);
    return plot;
}

std::vector<std::string> finish_terminal(const TerminalPlot& plot, const Drawing& drawing,
                                         const TerminalStyle& style) {
    std::vector<std::string> lines = Frame(plot, drawing).lines(style.color);
    add_legend(lines, drawing,
               {.columns = columns_of(style), .unicode = style.unicode, .color = style.color});
    return lines;
}

void add_place_notes(std::vector<std::string>& notes, const TerminalPlot& plot,
                     const std::vector<Unplotted>& unplotted) {
    std::vector<std::string> hidden;
    std::size_t unnamed = 0;
    for (const auto& [place, keys] : plot.places) {
        if (keys.size() < 2) continue;
        if (keys[1].size() == 1 && keys[1] != "*")
            hidden.push_back(fmt::format("{} (with {})", keys[0], letters({keys.begin() + 1, keys.end()})));
        else
            unnamed += keys.size() - 1;
    }
    if (!hidden.empty()) notes.push_back("In one place: " + joined(hidden) + ".");
    if (unnamed > 0)
        notes.push_back(fmt::format("Behind others, without a letter: {}.", counted(unnamed, "point")));
    if (!plot.beyond.empty())
        notes.push_back(fmt::format("Beyond the axes, at the edge with an arrow: {}.", letters(plot.beyond)));
    std::map<std::string, std::size_t> reasons;
    for (const Unplotted& point : unplotted) ++reasons[point.reason];
    std::vector<std::string> parts;
    for (const auto& [reason, count] : reasons) parts.push_back(fmt::format("{} with {}", count, reason));
    if (!parts.empty()) notes.push_back(fmt::format("Not on the chart: {}.", joined(parts)));
}

}  // namespace mansard::analyzer::chart
