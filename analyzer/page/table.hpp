// HTML tables: one row at a time, in a region that scrolls by itself on a narrow screen.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::page {

struct Column {
    std::string title{};  ///< not yet escaped
    bool number = false;  ///< aligned to the right
};

/// A cell's content is markup already; `cell()` makes it from text.
struct Row {
    std::vector<std::string> cells{};
    std::string css{};        ///< class of the row; may be empty
    std::size_t heading = 0;  ///< which cell names the row
};

class Table {
  public:
    Table(std::string_view caption, std::vector<Column> columns);
    void add(const Row& row);
    /// A row across all columns that names the rows after it.
    void add_group(std::string_view title);
    /// Rows from here on are the foot.
    void begin_foot();
    std::string finish() &&;

  private:
    std::vector<Column> columns_;
    std::string html_;
    std::string_view section_ = "tbody";
};

/// "–" for nothing.
std::string cell(const std::optional<std::string>& text);
/// A name from a file: its writing direction cannot reach beyond it.
std::string name_cell(std::string_view name);

}  // namespace mansard::analyzer::page
