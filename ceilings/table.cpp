#include "ceilings/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/markdown.hpp"
#include "core/utf8.hpp"
#include "core/wrap.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::size_t longest_cell = 500;

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::string space(width - std::min(width, display_width(cell)), ' ');
    return align == Align::right ? space + cell : cell + space;
}

/// The columns whose number `stays` holds for.
template <typename Stays>
Table columns_of(const Table& table, const Stays& stays) {
    Table out{.rows = std::vector<std::vector<std::string>>(table.rows.size())};
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (!stays(column)) continue;
        out.columns.push_back(table.columns[column]);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            out.rows[row].push_back(table.rows[row][column]);
    }
    return out;
}

/// The table without columns that no row fills.
Table without_empty_columns(const Table& table) {
    return columns_of(table, [&](std::size_t column) {
        return std::any_of(table.rows.begin(), table.rows.end(),
                           [&](const std::vector<std::string>& row) { return !row[column].empty(); });
    });
}

std::size_t width_of(const Table& table, std::size_t column) {
    std::size_t width = display_width(table.columns[column].title);
    for (const auto& row : table.rows)
        width = std::max(width, display_width(printable(row[column], longest_cell)));
    return width;
}

/// The table without as many columns as must leave for it to be at most `width` wide; their titles join
/// `left`.
Table fitted(Table table, std::size_t width, std::vector<std::string>& left) {
    const auto total = [&] {
        std::size_t sum = 0;
        for (std::size_t i = 0; i < table.columns.size(); ++i) sum += 2 + width_of(table, i);
        return sum;
    };
    while (total() > width) {
        const auto first =
            std::max_element(table.columns.begin(), table.columns.end(),
                             [](const Column& a, const Column& b) { return a.leaves < b.leaves; });
        if (first == table.columns.end() || first->leaves == 0) break;
        if (std::find(left.begin(), left.end(), first->title) == left.end()) left.push_back(first->title);
        const auto leaving = static_cast<std::size_t>(first - table.columns.begin());
        table = columns_of(table, [&](std::size_t column) { return column != leaving; });
    }
    return table;
}

template <typename Cells, typename Write>
std::string csv_line(const Cells& cells, const Write& write) {
    std::string out;
    for (const auto& cell : cells) {
        if (&cell != &cells.front()) out += ',';
        append_csv_field(out, write(cell));
    }
    return out + "\r\n";
}

}  // namespace

std::string to_text_table(const Table& whole) {
    Table table = without_empty_columns(whole);
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) widths.push_back(width_of(table, i));
    for (auto& row : table.rows)
        for (std::string& cell : row) cell = printable(cell, longest_cell);
    std::string out;
    const auto end_line = [&out] {
        out.erase(out.find_last_not_of(' ') + 1);
        out += '\n';
    };
    for (std::size_t i = 0; i < widths.size(); ++i)
        out += "  " + padded(table.columns[i].title, widths[i], table.columns[i].align);
    end_line();
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            out += "  " + padded(row[i], widths[i], table.columns[i].align);
        end_line();
    }
    return out;
}

std::string to_markdown_table(const Table& whole) {
    const Table table = without_empty_columns(whole);
    std::string out = "|";
    for (const Column& column : table.columns)
        out += " " + escape_markdown(column.title, longest_cell) + " |";
    out += "\n|";
    for (const Column& column : table.columns) out += column.align == Align::right ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : table.rows) {
        out += '|';
        for (const std::string& cell : row) out += " " + escape_markdown(cell, longest_cell) + " |";
        out += '\n';
    }
    return out;
}

std::string to_csv(const Table& table) {
    std::string out = csv_line(table.columns, [](const Column& column) { return column.title; });
    for (const auto& row : table.rows)
        out += csv_line(row, [](const std::string& cell) { return escape_invalid_utf8(cell); });
    return out;
}

std::string to_text_page(const std::vector<Section>& sections, std::optional<std::size_t> width) {
    std::string out;
    std::vector<std::string> left;
    const auto add = [&](const std::string& text, std::string_view indent) {
        if (!width) {
            out += fmt::format("{}{}\n", indent, text);
        } else {
            for (const std::string& line : wrapped_lines(text, indent, *width)) out += line + '\n';
        }
    };
    const auto add_line = [&](const std::string& line) { add(printable(line, longest_cell * 2), "  "); };
    for (const Section& section : sections) {
        if (!out.empty()) out += '\n';
        add(printable(section.title, longest_cell), "");
        if (!section.table.rows.empty())
            out += to_text_table(width ? fitted(without_empty_columns(section.table), *width, left)
                                       : section.table);
        for (const std::string& line : section.lines) add_line(line);
    }
    if (left.empty()) return out;
    out += '\n';
    add_line(fmt::format("No room for {}: a wider terminal, a pipe or `mansard show --format csv` has them.",
                         fmt::join(left, ", ")));
    return out;
}

std::string to_markdown_page(const std::vector<Section>& sections) {
    std::string out;
    for (const Section& section : sections) {
        if (!out.empty()) out += '\n';
        out += "## " + escape_markdown(section.title, longest_cell) + "\n\n";
        if (!section.table.rows.empty()) out += to_markdown_table(section.table);
        // Without an empty line a list goes on with the table.
        if (!section.table.rows.empty() && !section.lines.empty()) out += '\n';
        for (const std::string& line : section.lines)
            out += "- " + escape_markdown(line, longest_cell) + '\n';
    }
    return out;
}

}  // namespace mansard::ceilings
