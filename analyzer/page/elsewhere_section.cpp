// The workload under other machines' roofs: the tables' cells, as markup.
#include "analyzer/chart/text.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"
#include "analyzer/tables.hpp"

namespace mansard::analyzer::page {

using chart::markup;

std::string elsewhere_section(const Analysis& analysis) {
    if (analysis.elsewhere.empty()) return "";
    const ceilings::Table text = elsewhere_table(analysis, most_messages);
    std::vector<Column> columns;
    for (const ceilings::Column& column : text.columns)
        columns.push_back({column.title, column.align == ceilings::Align::right});
    Table table("Least times under each machine's roofs", std::move(columns));
    for (const auto& cells : text.rows) {
        Row row{.cells = {name_cell(cells[0])}};
        for (std::size_t i = 1; i < cells.size(); ++i) row.cells.push_back(markup(cells[i]));
        table.add(row);
    }
    std::string html = "<section>\n<h2>Under other machines' roofs</h2>\n" + std::move(table).finish();
    for (const std::string& line : elsewhere_lines(analysis)) html += "<p>" + markup(line) + "</p>\n";
    return html + "</section>\n";
}

}  // namespace mansard::analyzer::page
