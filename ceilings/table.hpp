// Tables as text, Markdown and CSV; the pages that `mansard show` and `mansard list` print.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mansard::ceilings {

enum class Align : bool { left, right };

struct Column {
    std::string title{};
    Align align = Align::left;
    int leaves = 0;  ///< its turn to be left out where a page is too narrow, the highest first; 0 stays
};

/// Every row has as many cells as there are columns. An empty cell means: there is none.
struct Table {
    std::vector<Column> columns{};
    std::vector<std::vector<std::string>> rows{};
};

/// A headed part of a page: a table, lines of words, or both.
struct Section {
    std::string title{};
    Table table{};
    std::vector<std::string> lines{};
};

/// Columns padded to their widest cell, two spaces apart; those that are empty in every row are left out.
std::string to_text_table(const Table& table);
std::string to_markdown_table(const Table& table);
/// RFC 4180: quoted where needed, lines end in CR LF, the titles are the header.
std::string to_csv(const Table& table);

/// Within `width` columns, where a width is given and it can be done: columns that may leave do so, which a
/// last line says, and words are broken into lines.
std::string to_text_page(const std::vector<Section>& sections, std::optional<std::size_t> width = {});
std::string to_markdown_page(const std::vector<Section>& sections);

}  // namespace mansard::ceilings
