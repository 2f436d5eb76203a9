#include "analyzer/likwid/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "analyzer/likwid/cells.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::likwid {
namespace {

/// No processor has as many counters as that.
constexpr std::size_t most_rows = 4096;

bool is_complaint(std::string_view line) {
    static constexpr std::array<std::string_view, 8> marks{
        "ERROR",      "Cannot ",        "No region results",    "Have you called", "not in proper format",
        "Failed to ", "does not exist", "Access to performance"};
    return std::any_of(marks.begin(), marks.end(),
                       [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

/// "Region a, b,Group 1 Raw STAT,MEM_DP,3" and its kin of all versions.
struct Context {
    std::string region{}, group{};
    int number = 0;
    bool operator==(const Context&) const = default;
};

class Reader {
  public:
    void line(std::string_view text, std::size_t number) {
        number_ = number;
        text = trimmed(text);
        if (text.empty()) return;
        last_ = LastLine::other;
        ruled_ = ruled_ || text.starts_with("+-");
        if (text.starts_with("+-") || text.starts_with("--") || text.starts_with("==")) return;
        if (text.starts_with("CPU name:")) return read_cpu(text.substr(9));
        if (text.starts_with("STRUCT,")) {
            in_struct_ = true;
            region_from_struct_ = open_ = false;
            part_ = Part::none;
            return;
        }
        if (text.starts_with("TABLE,")) return read_table_line(text.substr(6));
        if (read_heading(text)) return;
        const bool ascii = text.front() == '|';
        if (!ascii && text.find(',') == std::string_view::npos) {
            if (tables_.complaint.empty() && is_complaint(text))
                tables_.complaint = escape_invalid_utf8(text.substr(0, 200));
            return;
        }
        const std::vector<std::string_view> cells =
            ascii ? cells_of(text.substr(1, text.size() - (text.ends_with('|') ? 2 : 1)), '|')
                  : cells_of(text, ',');
        if (cells.empty()) return;
        read_cells(cells);
        // A table of characters ends with a ruler.
        if (ascii && ((ruled_ && last_ == LastLine::row) || (part_ == Part::events && !text.ends_with('|'))))
            last_ = LastLine::broken_row;
    }
    Tables finish(bool ends_with_line_end) {
        if (open_) find_break(tables_.blocks.back(), ends_with_line_end);
        for (Block& block : tables_.blocks) complete(block);
        std::erase_if(tables_.blocks, [](const Block& block) {
            return block.events.empty() && block.metrics.empty() && block.fault.empty();
        });
        return std::move(tables_);
    }

  private:
    enum class Part : std::uint8_t { none, info, events, event_stat, metrics, metric_stat };
    /// What the last line was that is not empty: a row of events, one that lacks something, or neither.
    enum class LastLine : std::uint8_t { other, row, broken_row };

    /// Sums of counts of which some are missing would pass for the whole.
    void find_break(Block& block, bool ends_with_line_end) {
        if (part_ == Part::info || (part_ == Part::events && block.events.empty()))
            block.fault = "the file breaks off before its counters";
        else if (part_ != Part::events)
            return;
        else if (last_ == LastLine::broken_row)
            block.fault = fmt::format("the file breaks off in line {}, within its counters", number_);
        else if (block.events.size() < declared_)
            block.fault = fmt::format("the file breaks off after {} of its {} counters", block.events.size(),
                                      declared_);
        else
            tables_.ends_in_number = last_ == LastLine::row && !ends_with_line_end;
    }

    void read_cpu(std::string_view text) {
        text = trimmed(text);
        if (text.starts_with(',')) text.remove_prefix(1);
        const std::size_t end = text.find_last_not_of(", \t");
        if (tables_.cpu.empty() && end != std::string_view::npos)
            tables_.cpu = escape_invalid_utf8(trimmed(text.substr(0, end + 1)));
    }

    void set_context(Context context) {
        in_struct_ = false;
        if (context != context_) part_ = Part::none, open_ = false;
        context_ = std::move(context);
    }

    /// Names of regions may hold commas, so the line is read from the last "Group".
    void read_table_line(std::string_view text) {
        Context context = context_;
        const std::size_t at = text.starts_with("Group ") ? 0 : text.rfind(",Group ");
        if (at == std::string_view::npos) return;
        if (text.starts_with("Region ") && at > 7)
            context.region = escape_invalid_utf8(text.substr(7, at - 7));
        else if (!region_from_struct_)
            context.region.clear();
        const std::string_view group = text.substr(at + (at == 0 ? 6 : 7));
        read_group(group, context);
        declared_ = group.find(" Raw,") != std::string_view::npos ? rows_declared(group) : 0;
        set_context(std::move(context));
    }

    /// The last field of "1 Raw,MEM_DP,3,,"; 0 if it is none.
    static std::size_t rows_declared(std::string_view text) {
        const std::vector<std::string_view> cells = cells_of(text, ',');
        std::size_t rows = 0;
        if (cells.size() > 2)
            std::from_chars(cells.back().data(), cells.back().data() + cells.back().size(), rows);
        return std::min(rows, most_rows);
    }

    /// "1 Raw STAT,MEM_DP,3"
    static void read_group(std::string_view text, Context& context) {
        context.number = 0;
        std::from_chars(text.data(), text.data() + text.size(), context.number);
        const std::size_t comma = text.find(',');
        if (comma == std::string_view::npos) return;
        const std::string_view rest = text.substr(comma + 1);
        context.group = escape_invalid_utf8(rest.substr(0, rest.find(',')));
    }

    /// "Region saxpy, Group 1: FLOPS_SP", "Group 1: MEM", "Group 1 MEM: Region loop".
    bool read_heading(std::string_view text) {
        Context context;
        std::size_t group_at = 0;
        if (text.starts_with("Region ")) {
            group_at = text.rfind(", Group ");
            if (group_at == std::string_view::npos || group_at < 7) return false;
            context.region = escape_invalid_utf8(text.substr(7, group_at - 7));
            group_at += 2;
        }
        std::string_view group = text.substr(group_at);
        if (!group.starts_with("Group ") || group.size() < 8) return false;
        group.remove_prefix(6);
        const auto [end, error] = std::from_chars(group.data(), group.data() + group.size(), context.number);
        // likwid-bench writes "Group: 0 Thread 0 …": no number follows there.
        if (error != std::errc()) return false;
        group = trimmed(group.substr(static_cast<std::size_t>(end - group.data())));
        const std::size_t colon = group.find(':');
        if (colon == std::string_view::npos) return false;
        const std::string_view before = trimmed(group.substr(0, colon)),
                               after = trimmed(group.substr(colon + 1));
        if (after.starts_with("Region ")) context.region = escape_invalid_utf8(after.substr(7));
        context.group = escape_invalid_utf8(before.empty() ? after : before);
        set_context(std::move(context));
        // The heading of the same group again is another run.
        open_ = false;
        part_ = Part::none;
        return true;
    }

    void read_cells(const std::vector<std::string_view>& cells) {
        const std::string_view first = cells[0];
        if (in_struct_ && read_struct_row(cells)) return;
        if (first == "Region Info") {
            begin(Part::info);
            return set_columns(cells, 1);
        }
        if (first == "Event" && cells.size() > 2 && cells[1] == "Counter") {
            if (cells[2] == "Sum") return begin_stat(Part::event_stat, cells, 2);
            begin(Part::events);
            return set_columns(cells, 2);
        }
        if (first == "Metric" && cells.size() > 1) {
            if (cells[1] == "Sum") return begin_stat(Part::metric_stat, cells, 1);
            begin(Part::metrics);
            return set_columns(cells, 1);
        }
        if (part_ != Part::none && cells.size() > 1) read_row(cells);
    }

    /// Version 4.0 names group and region there: "1,MEM,loop".
    bool read_struct_row(const std::vector<std::string_view>& cells) {
        int group = 0;
        const auto [end, error] = std::from_chars(cells[0].data(), cells[0].data() + cells[0].size(), group);
        if (error != std::errc() || end != cells[0].data() + cells[0].size() || cells.size() < 3)
            return false;
        std::string region(cells[2]);
        for (std::size_t i = 3; i < cells.size(); ++i) region += "," + std::string(cells[i]);
        set_context(
            {.region = escape_invalid_utf8(region), .group = escape_invalid_utf8(cells[1]), .number = group});
        region_from_struct_ = true;
        open_ = false;
        part_ = Part::none;
        return true;
    }

    /// A table that the open block has already opens the next one.
    void begin(Part part) {
        const bool again = part == Part::info || (part == Part::events && part_ != Part::info);
        if (!open_ || again) {
            tables_.blocks.push_back({.region = context_.region,
                                      .group = context_.group,
                                      .group_number = context_.number,
                                      .line = number_});
            open_ = true;
        }
        part_ = part;
    }

    void begin_stat(Part part, const std::vector<std::string_view>& cells, std::size_t from) {
        if (!open_) begin(part);
        part_ = part;
        sum_at_ = from;
        max_at_ = 0;
        for (std::size_t i = from; i < cells.size(); ++i)
            if (cells[i] == "Max") max_at_ = i;
    }

    void set_columns(const std::vector<std::string_view>& cells, std::size_t from) {
        Block& block = tables_.blocks.back();
        if (!block.columns.empty()) return;
        for (std::size_t i = from; i < cells.size(); ++i)
            block.columns.push_back(escape_invalid_utf8(cells[i]));
    }

    void take_seconds(const std::vector<std::string_view>& cells, std::size_t from) {
        Block& block = tables_.blocks.back();
        std::optional<double> longest;
        double finest = 0;
        std::vector<std::optional<double>> each;
        for (std::size_t i = from; i < cells.size(); ++i) {
            each.push_back(number(cells[i]));
            if (!each.back() || (longest && *each.back() <= *longest)) continue;
            longest = each.back();
            finest = resolution(cells[i]);
        }
        if (!longest || (block.seconds && finest >= resolution_)) return;
        block.seconds = longest;
        block.column_seconds = std::move(each);
        resolution_ = finest;
    }

    void read_row(const std::vector<std::string_view>& cells) {
        Block& block = tables_.blocks.back();
        const std::string_view name = cells[0];
        switch (part_) {
            case Part::info:
                if (name == "RDTSC Runtime [s]") return take_seconds(cells, 1);
                if (name == "call count")
                    for (std::size_t i = 1; i < cells.size(); ++i)
                        if (const auto calls = number(cells[i]); calls && *calls > 0)
                            block.calls = std::max(block.calls.value_or(0), *calls);
                return;
            case Part::events:
                last_ = cells.size() < 2 + block.columns.size() ? LastLine::broken_row : LastLine::row;
                if (cells.size() == 2 + block.columns.size() || !block.columns.empty())
                    add_row(block.events, cells, 2, block.columns.size());
                return;
            case Part::metrics:
                if (name == "Runtime (RDTSC) [s]") take_seconds(cells, 1);
                return add_row(block.metrics, cells, 1, block.columns.size());
            case Part::event_stat:
                return add_stat(block.events, cells);
            case Part::metric_stat:
                return add_stat(block.metrics, cells);
            case Part::none:
                return;
        }
    }

    static void add_row(std::vector<Row>& rows, const std::vector<std::string_view>& cells, std::size_t from,
                        std::size_t columns) {
        if (cells.size() <= from || cells.size() > from + columns) return;
        Row row{.name = escape_invalid_utf8(cells[0]),
                .counter = from > 1 ? escape_invalid_utf8(cells[1]) : ""};
        for (std::size_t i = from; i < cells.size(); ++i) row.values.push_back(number(cells[i]));
        rows.push_back(std::move(row));
    }

    void add_stat(std::vector<Row>& rows, const std::vector<std::string_view>& cells) const {
        std::string_view name = cells[0];
        if (name.ends_with(" STAT")) name = trimmed(name.substr(0, name.size() - 5));
        const std::string_view counter = sum_at_ > 1 && cells.size() > 1 ? cells[1] : "";
        auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& other) {
            return other.name == name && other.counter == counter;
        });
        if (row == rows.end() && rows.size() >= most_rows) return;
        if (row == rows.end())
            row = rows.insert(
                rows.end(), Row{.name = escape_invalid_utf8(name), .counter = escape_invalid_utf8(counter)});
        if (cells.size() > sum_at_) row->sum = number(cells[sum_at_]);
        if (max_at_ > 0 && cells.size() > max_at_) row->max = number(cells[max_at_]);
    }

    /// What only the STAT tables say.
    static void complete(Block& block) {
        if (block.seconds) return;
        for (const Row& row : block.metrics)
            if (row.name == "Runtime (RDTSC) [s]" && row.values.empty()) block.seconds = row.max;
    }

    Tables tables_{};
    Context context_{};
    Part part_ = Part::none;
    bool open_ = false;  ///< the last block is the one that is read
    bool in_struct_ = false, region_from_struct_ = false;
    bool ruled_ = false;  ///< there are rulers in the file
    LastLine last_ = LastLine::other;
    std::size_t declared_ = 0;  ///< rows of the table of events, as its heading says; 0 if it does not
    std::size_t sum_at_ = 0, max_at_ = 0, number_ = 0;
    double resolution_ = 0;  ///< of the open block's seconds
};

}  // namespace

Tables read_tables(std::string_view text) {
    Reader reader;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        reader.line(text.substr(at, end - at), ++number);
        at = end + 1;
    }
    return reader.finish(text.ends_with('\n'));
}

}  // namespace mansard::analyzer::likwid
