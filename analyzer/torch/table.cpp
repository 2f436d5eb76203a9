#include "analyzer/torch/table.hpp"

#include <algorithm>
#include <array>

#include "analyzer/numbers.hpp"

namespace mansard::analyzer::torch {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Two runs of dashes and more: the columns' places.
bool is_ruler(std::string_view line) {
    line = trimmed(line);
    return line.find_first_not_of("- ") == std::string_view::npos &&
           line.find("-  -") != std::string_view::npos;
}

struct Extent {
    std::size_t begin = 0, end = 0;
};

std::vector<Extent> extents(std::string_view ruler) {
    std::vector<Extent> out;
    for (std::size_t at = ruler.find('-'); at != std::string_view::npos;) {
        const std::size_t end = std::min(ruler.find(' ', at), ruler.size());
        out.push_back({at, end});
        at = ruler.find('-', end);
    }
    return out;
}

/// What two blanks or more separate; within a cell ("# of Calls") stands one.
std::vector<std::string> between_gaps(std::string_view line) {
    std::vector<std::string> out;
    for (line = trimmed(line); !line.empty();) {
        const std::size_t end = std::min(line.find("  "), line.size());
        out.emplace_back(trimmed(line.substr(0, end)));
        line = trimmed(line.substr(end));
    }
    return out;
}

/// The profiler pads a cell to its column's width and does not cut it: what is wider ("CUDA time avg" in 12
/// columns, a long time) moves all that follows to the right. Where no cell is empty the gaps tell them
/// apart, else the places do.
std::vector<std::string> cells(std::string_view line, const std::vector<Extent>& columns) {
    std::vector<std::string> out = between_gaps(line);
    if (out.size() == columns.size()) return out;
    out.clear();
    std::size_t shift = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::size_t begin = std::min(columns[i].begin + shift, line.size());
        std::size_t end = std::min(columns[i].end + shift, line.size());
        const std::string_view gap = line.substr(end, 2);
        if (i + 1 == columns.size())
            end = line.size();
        else if (gap.find_first_not_of(' ') != std::string_view::npos) {
            const std::size_t wide = std::min(line.find("  ", end), line.size());
            shift += wide - end;
            end = wide;
        }
        out.emplace_back(trimmed(line.substr(begin, end - begin)));
    }
    return out;
}

/// "Self CPU time total: 1.234ms"; of the device, old versions leave out "Self".
void read_total(std::string_view line, Table& table) {
    constexpr std::string_view words = "time total:";
    const std::size_t at = line.find(words);
    if (at == std::string_view::npos) return;
    const bool host = line.find("CPU") < at, self = trimmed(line).starts_with("Self ");
    const bool device_word = at > 0 && line.substr(0, at).find_first_not_of(
                                           "ABCDEFGHIJKLMNOPQRSTUVWXYZ \t") == std::string_view::npos;
    const bool device = !host && (self || device_word);
    if (!(host && self) && !device) return;
    (host ? table.host_seconds : table.device_seconds) = seconds(line.substr(at + words.size()));
}

}  // namespace

std::vector<Table> find_tables(std::string_view text) {
    std::vector<Table> tables;
    std::vector<Extent> columns;
    std::size_t rulers = 0, number = 0;  // rulers of the table at hand
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (is_ruler(line)) {
            if (rulers == 0 || rulers == 3) {
                tables.emplace_back();
                columns = extents(line);
                rulers = 0;
            }
            if (++rulers == 3) tables.back().is_whole = true;
        } else if (rulers == 1) {
            tables.back().columns = cells(line, columns);
        } else if (rulers == 2 && !trimmed(line).empty()) {
            tables.back().rows.push_back({number, cells(line, columns)});
        } else if (rulers == 3) {
            read_total(line, tables.back());
        }
    }
    return tables;
}

std::optional<double> seconds(std::string_view cell) {
    struct Unit {
        std::string_view name;
        double scale;
    };
    constexpr auto units = std::to_array<Unit>({{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}});
    cell = trimmed(cell);
    for (const Unit& unit : units) {
        if (!cell.ends_with(unit.name)) continue;
        const ReadNumber value = read_number(cell.substr(0, cell.size() - unit.name.size()));
        return value.fault == nullptr ? std::optional(value.value * unit.scale) : std::nullopt;
    }
    return std::nullopt;
}

Columns columns_of(const Table& table) {
    struct Scale {
        std::string_view name;
        double factor;
    };
    constexpr auto scales = std::to_array<Scale>({{"Total FLOPs", 1},
                                                  {"Total KFLOPs", 1e3},
                                                  {"Total MFLOPs", 1e6},
                                                  {"Total GFLOPs", 1e9},
                                                  {"Total TFLOPs", 1e12},
                                                  {"Total PFLOPs", 1e15}});
    Columns out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const std::string& name = table.columns[i];
        if (name == "Name") out.name = i;
        if (name == "# of Calls" || name == "Number of Calls") out.calls = i;
        if (name == "Input Shapes") out.shapes = i;
        if (name == "Self CPU" || name == "Self CPU total") out.self_host = i;
        for (const Scale& scale : scales)
            if (name == scale.name) out.flops = i, out.flop_scale = scale.factor;
        // "Self CUDA", "Self XPU"; not "Self CUDA %", "Self CUDA Mem".
        if (name.starts_with("Self ") && name != "Self CPU" && name != "Self CPU total" &&
            name.find('%') == std::string::npos && name.find("Mem") == std::string::npos) {
            out.self_device = i;
            out.device = name.substr(5, name.find(' ', 5) - 5);
        }
    }
    // Up to PyTorch 1.5 a device has "CUDA total" alone.
    for (std::size_t i = 0; i < table.columns.size() && !out.self_device; ++i) {
        const std::string& name = table.columns[i];
        const std::size_t space = name.find(' ');
        if (name.starts_with("Self ") || name.starts_with("CPU ") || space == std::string::npos ||
            name.substr(space) != " total")
            continue;
        out.self_device = i;
        out.device = name.substr(0, space);
        out.inclusive = true;
    }
    return out;
}

}  // namespace mansard::analyzer::torch
