#include "ceilings/table.hpp"

#include <algorithm>

#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::size_t longest_cell = 500;

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::string space(width - std::min(width, display_width(cell)), ' ');
    return align == Align::right ? space + cell : cell + space;
}

/// The table without columns that no row fills.
Table without_empty_columns(const Table& table) {
    Table out{.rows = std::vector<std::vector<std::string>>(table.rows.size())};
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        const auto filled = [&](const std::vector<std::string>& row) { return !row[column].empty(); };
        if (std::none_of(table.rows.begin(), table.rows.end(), filled)) continue;
        out.columns.push_back(table.columns[column]);
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            out.rows[row].push_back(table.rows[row][column]);
    }
    return out;
}

std::string markdown_cell(const std::string& cell) {
    std::string out;
    for (const char c : printable(cell, longest_cell)) {
        if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`') out += '\\';
        out += c;
    }
    return out;
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
    for (const Column& column : table.columns) widths.push_back(display_width(column.title));
    for (auto& row : table.rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = printable(row[i], longest_cell);
            widths[i] = std::max(widths[i], display_width(row[i]));
        }
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
    for (const Column& column : table.columns) out += " " + markdown_cell(column.title) + " |";
    out += "\n|";
    for (const Column& column : table.columns) out += column.align == Align::right ? " ---: |" : " --- |";
    out += '\n';
    for (const auto& row : table.rows) {
        out += '|';
        for (const std::string& cell : row) out += " " + markdown_cell(cell) + " |";
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

std::string to_text_page(const std::vector<Section>& sections) {
    std::string out;
    for (const Section& section : sections) {
        if (!out.empty()) out += '\n';
        out += printable(section.title, longest_cell) + '\n';
        if (!section.table.rows.empty()) out += to_text_table(section.table);
        for (const std::string& line : section.lines) out += "  " + printable(line, longest_cell * 2) + '\n';
    }
    return out;
}

std::string to_markdown_page(const std::vector<Section>& sections) {
    std::string out;
    for (const Section& section : sections) {
        if (!out.empty()) out += '\n';
        out += "## " + markdown_cell(section.title) + "\n\n";
        if (!section.table.rows.empty()) out += to_markdown_table(section.table);
        // Without an empty line a list goes on with the table.
        if (!section.table.rows.empty() && !section.lines.empty()) out += '\n';
        for (const std::string& line : section.lines) out += "- " + markdown_cell(line) + '\n';
    }
    return out;
}

}  // namespace mansard::ceilings
