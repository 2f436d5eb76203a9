#include "analyzer/page/table.hpp"

#include <fmt/format.h>

#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::page {

namespace {
/// A longer name tells nothing more in a table, and would be the table.
constexpr std::size_t most_name_columns = 160;
}  // namespace

using chart::markup;

Table::Table(std::string_view caption, std::vector<Column> columns) : columns_(std::move(columns)) {
    const std::string label = markup(caption);
    // Focusable, so that the arrow keys scroll it too.
    html_ = fmt::format(
        "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{0}\">\n<table>\n"
        "<caption>{0}</caption>\n<thead>\n<tr>",
        label);
    for (const Column& column : columns_)
        html_ += fmt::format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"number\"" : "",
                             markup(column.title));
    html_ += "</tr>\n</thead>\n<tbody>\n";
}

void Table::add(const Row& row) {
    html_ += row.css.empty() ? std::string("<tr>") : fmt::format("<tr class=\"{}\">", row.css);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const bool heading = i == row.heading;
        html_ += fmt::format("<{}{}{}>{}</{}>", heading ? "th" : "td", heading ? " scope=\"row\"" : "",
                             columns_[i].number ? " class=\"number\"" : "",
                             i < row.cells.size() ? row.cells[i] : "", heading ? "th" : "td");
    }
    html_ += "</tr>\n";
}

void Table::add_group(std::string_view title) {
    html_ += fmt::format(
        "</tbody>\n<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n",
        columns_.size(), markup(title));
}

void Table::begin_foot() {
    html_ += "</tbody>\n<tfoot>\n";
    section_ = "tfoot";
}

std::string Table::finish() && {
    html_ += fmt::format("</{}>\n</table>\n</div>\n", section_);
    return std::move(html_);
}

std::string cell(const std::optional<std::string>& text) {
    return text ? markup(*text) : "–";
}

std::string name_cell(std::string_view name) {
    return fmt::format("<bdi>{}</bdi>",
                       name.empty() ? "<i>no name</i>" : markup(chart::shorten(name, most_name_columns)));
}

}  // namespace mansard::analyzer::page
