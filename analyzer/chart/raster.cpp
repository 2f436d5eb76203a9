#include "analyzer/chart/raster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace mansard::analyzer::chart {
namespace {

/// Bits of a Braille pattern (Unicode 15, block 2800) by column and row of the dot.
constexpr std::array<std::array<std::uint8_t, 4>, 2> braille{
    {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}};

std::string braille_character(std::uint8_t dots) {
    // U+2800 … U+28FF in UTF-8.
    return {static_cast<char>(0xe2), static_cast<char>(0xa0 | (dots >> 6)),
            static_cast<char>(0x80 | (dots & 0x3f))};
}

}  // namespace

std::string painted(std::string_view text, std::string_view code) {
    return code.empty() ? std::string(text) : fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

Raster::Raster(int columns, int rows, bool unicode)
    : columns_(std::max(columns, 1)),
      rows_(std::max(rows, 1)),
      unicode_(unicode),
      across_(unicode ? 2 : 1),
      down_(unicode ? 4 : 1),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

Box Raster::dots() const {
    return {0, 0, static_cast<double>(columns_ * across_ - 1), static_cast<double>(rows_ * down_ - 1)};
}

int Raster::column_at(double x) const {
    return static_cast<int>(std::clamp(std::round(x), 0.0, dots().x1)) / across_;
}

int Raster::row_at(double y) const {
    return static_cast<int>(std::clamp(std::round(y), 0.0, dots().y1)) / down_;
}

bool Raster::holds(int column, int row) const {
    return column >= 0 && column < columns_ && row >= 0 && row < rows_;
}

void Raster::set_dot(int x, int y, const Pen& pen) {
    const int column = x / across_, row = y / down_;
    if (x < 0 || y < 0 || !holds(column, row)) return;
    Cell& cell = at(column, row);
    // The first line keeps its colour where another one crosses.
    if (cell.dots == 0) cell.color = cell.text.empty() ? pen.color : cell.color, cell.mark = pen.mark;
    cell.dots |= unicode_ ? braille[static_cast<std::size_t>(x % 2)][static_cast<std::size_t>(y % 4)] : 1;
}

void Raster::draw(const Line& line, const Pen& pen) {
    const double dx = line.x1 - line.x0, dy = line.y1 - line.y0;
    const double longer = std::max(std::abs(dx), std::abs(dy));
    if (!std::isfinite(longer)) return;
    const int steps = std::max(1, static_cast<int>(std::min(std::round(longer), 1e5)));
    for (int i = 0; i <= steps; ++i) {
        if (i % (pen.on + pen.off) >= pen.on) continue;
        const double part = static_cast<double>(i) / steps;
        set_dot(static_cast<int>(std::lround(line.x0 + dx * part)),
                static_cast<int>(std::lround(line.y0 + dy * part)), pen);
    }
}

void Raster::put(int column, int row, std::string_view character, std::string_view color) {
    if (!holds(column, row)) return;
    at(column, row).text = character;
    at(column, row).color = color;
}

bool Raster::is_empty(int column, int row) const {
    return holds(column, row) && at(column, row).text.empty() && at(column, row).dots == 0;
}

bool Raster::is_taken(int column, int row) const {
    return holds(column, row) && !at(column, row).text.empty();
}

std::string Raster::row(int row, bool color) const {
    std::string out, run;
    std::string_view code;
    const auto flush = [&] {
        out += color ? painted(run, code) : run;
        run.clear();
    };
    for (int column = 0; column < columns_; ++column) {
        const Cell& cell = at(column, row);
        const std::string text = !cell.text.empty() ? cell.text
                                 : cell.dots == 0   ? std::string(" ")
                                 : unicode_         ? braille_character(cell.dots)
                                                    : std::string(1, cell.mark);
        if (text != " " && cell.color != code) {
            flush();
            code = cell.color;
        }
        run += text;
    }
    flush();
    return out;
}

}  // namespace mansard::analyzer::chart
