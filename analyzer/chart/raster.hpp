// A picture made of characters, for terminals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart {

/// How a line looks in characters.
struct Pen {
    std::string_view color{};  ///< SGR parameters ("32", "1;31"); empty: that of the terminal
    char mark = '*';           ///< what draws it without Unicode
    int on = 1, off = 0;       ///< dots along the line that are drawn and left out, in turn
};

/// Cells of one character each. Lines have 2 × 4 dots in a cell (Braille patterns), or one without Unicode;
/// what is put into a cell covers the dots in it, and later dots do not show there.
class Raster {
  public:
    Raster(int columns, int rows, bool unicode);

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    /// The dots of all cells: lines are given in them, y downwards.
    Box dots() const;
    /// The cell of a dot; the nearest one where the dot lies outside.
    int column_at(double x) const;
    int row_at(double y) const;

    void draw(const Line& line, const Pen& pen);
    /// One character, printable; outside of the raster nothing happens.
    void put(int column, int row, std::string_view character, std::string_view color = {});
    /// Nothing was put there and no line passes.
    bool is_empty(int column, int row) const;
    /// Something was put there.
    bool is_taken(int column, int row) const;

    /// One row, with SGR sequences if `color`; spaces at its end are kept.
    std::string row(int row, bool color) const;

  private:
    struct Cell {
        std::string text{};  ///< put there; empty: dots only
        std::uint8_t dots = 0;
        char mark = 0;
        std::string_view color{};
    };
    void set_dot(int x, int y, const Pen& pen);
    bool holds(int column, int row) const;
    const Cell& at(int column, int row) const {
        return cells_[static_cast<std::size_t>(row * columns_ + column)];
    }
    Cell& at(int column, int row) { return cells_[static_cast<std::size_t>(row * columns_ + column)]; }

    int columns_, rows_;
    bool unicode_;
    int across_, down_;  ///< dots in a cell
    std::vector<Cell> cells_;
};

/// `text` between the SGR sequences of `code`; as it is without a code.
std::string painted(std::string_view text, std::string_view code);

}  // namespace mansard::analyzer::chart
