#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "analyzer/numbers.hpp"
#include "analyzer/perf/rows.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::perf {
namespace {

using Fields = std::vector<std::string_view>;

bool is_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_numeric(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || c == '.' || c == ',';
    });
}

bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
}

/// "34.22" or "100,00": perf writes two decimals always.
bool is_percent(std::string_view text) {
    if (text.size() < 4 || text.size() > 6) return false;
    const char point = text[text.size() - 3];
    return (point == '.' || point == ',') && is_digits(text.substr(0, text.size() - 3)) &&
           is_digits(text.substr(text.size() - 2));
}

/// "     1.002481419": seconds with nine decimals.
bool is_interval(std::string_view text) {
    text = trimmed(text);
    if (text.size() < 11) return false;
    const char point = text[text.size() - 10];
    return (point == '.' || point == ',') && is_digits(text.substr(0, text.size() - 10)) &&
           is_digits(text.substr(text.size() - 9));
}

/// perf quotes nothing, and no row of its has so many fields as are kept.
void split(std::string_view line, char separator, Fields& fields) {
    constexpr std::size_t most_fields = 64;
    fields.clear();
    for (std::size_t at = 0; fields.size() < most_fields;) {
        const std::size_t end = std::min(line.find(separator, at), line.size());
        fields.push_back(line.substr(at, end - at));
        if (end == line.size()) return;
        at = end + 1;
    }
}

/// Where in a row its parts stand.
struct Layout {
    std::size_t value = 0, event = 0, event_end = 0, run = 0;
    bool interval = false, label = false, summary = false;
};

/// An event of numbers, "cpu/event=0xc7,umask=0x1/", is split by a comma as separator: its end is the field
/// that ends its slashes.
std::size_t end_of_event(const Fields& fields, std::size_t at) {
    const std::string_view first = fields[at];
    if (first.find('/') == std::string_view::npos || std::count(first.begin(), first.end(), '/') != 1)
        return at + 1;
    for (std::size_t i = at + 1; i < std::min(fields.size(), at + 8); ++i)
        if (fields[i].find('/') != std::string_view::npos) return i + 1;
    return at + 1;
}

/// perf's columns depend on its options and version; how long an event ran and the percentage stand side by
/// side in all of them.
std::optional<Layout> layout_of(const Fields& fields) {
    Layout layout;
    std::size_t at = 0;
    if (is_interval(fields[0])) layout.interval = true, ++at;
    if (at < fields.size() && !is_digits(fields[at]) && trimmed(fields[at]) == "summary")
        layout.summary = true, ++at;
    if (at >= fields.size()) return std::nullopt;
    // Most rows begin with a count.
    if (!is_digits(fields[at]) && is_label(trimmed(fields[at]))) {
        layout.label = true;
        ++at;
        // "S0,2,": the number of CPUs that the row sums.
        if (at + 1 < fields.size() && is_digits(fields[at]) &&
            (is_numeric(fields[at + 1]) || is_not_counted(fields[at + 1])))
            ++at;
    }
    if (at + 4 >= fields.size()) return std::nullopt;
    layout.value = at;
    layout.event = at + 2;
    // Other tools' tables have numbers where perf has a unit and a name.
    if (is_numeric(trimmed(fields[at + 1])) || !has_letter(fields[at + 2])) return std::nullopt;
    layout.event_end = end_of_event(fields, layout.event);
    for (std::size_t run = layout.event_end; run < std::min(fields.size() - 1, layout.event_end + 3); ++run)
        if (is_digits(fields[run]) && is_percent(fields[run + 1])) {
            layout.run = run;
            return layout;
        }
    return std::nullopt;
}

/// ",16067494476,100.00,,,,TopdownL1" and its kin: derived, without an event.
bool is_metric_only(const Fields& fields) {
    const std::size_t first = is_interval(fields[0]) ? 1 : 0;
    if (first >= fields.size() || !trimmed(fields[first]).empty()) return false;
    return std::any_of(fields.begin() + static_cast<std::ptrdiff_t>(first), fields.end(),
                       [](std::string_view field) { return !field.empty(); });
}

/// "u" of "cycles:u", which a colon as separator makes a field of its own.
bool is_modifier(std::string_view text) {
    return !text.empty() && text.size() < 4 &&
           text.find_first_not_of("ukhGHpPSDWe") == std::string_view::npos;
}

/// Counts with a fraction, and percentages, that a comma cut in two.
bool is_comma_locale(const Fields& fields) {
    for (std::size_t i = 1; i + 2 < fields.size(); ++i)
        if (is_digits(fields[i]) && fields[i].size() > 3 && is_digits(fields[i + 1]) &&
            fields[i + 1].size() <= 3 && is_digits(fields[i + 2]) && fields[i + 2].size() == 2)
            return true;
    return false;
}

class CsvRows {
  public:
    CsvRows(const std::string& source, char separator, Sink& sink)
        : source_(source), separator_(separator), sink_(sink) {}

    void take(const Fields& fields, std::size_t line) {
        if (fields[0].starts_with("# started on")) return sink_.run("");
        if (fields[0].starts_with('#')) return;
        const std::optional<Layout> layout = layout_of(fields);
        beginning_.reset();
        if (!layout) return take_other(fields, line);
        if (layout->summary) return sink_.reject(line, fields[layout->event], is_summary);
        Row row{.line = line,
                .unit = fields[layout->value + 1],
                .event = event_of(fields, *layout),
                .percent = percent_of(fields[layout->run + 1])};
        if (layout->interval) row.interval = interval_of(fields[0]);
        if (layout->label) row.label = trimmed(fields[layout->interval ? 1 : 0]);
        for (std::size_t i = layout->event_end; i < layout->run; ++i) {
            if (fields[i].ends_with('%'))
                row.mean = true;
            else if (separator_ != ':' || !is_modifier(fields[i]))
                row.cgroup = fields[i];
        }
        // Only of a breakdown by CPU does it tell more than the percentage.
        if (layout->label) row.run_ns = number(fields[layout->run]);
        if (layout->run + 3 < fields.size()) {
            row.metric = number(fields[layout->run + 2]);
            row.metric_unit = fields[layout->run + 3];
        }
        const std::string_view value = trimmed(fields[layout->value]);
        row.value = count_of(value);
        row.unsupported = !row.value && is_unsupported(value);
        if (!row.value && !is_not_counted(value)) {
            if (value.empty() && row.event.empty()) return sink_.metric_line();
            return sink_.reject(line, row.event,
                                fmt::format("its value \"{}\" is no count", printable(value, 40)));
        }
        sink_.row(row);
    }

    /// The file is at its end.
    void finish() {
        if (beginning_)
            sink_.reject(beginning_->first, beginning_->second, "the file breaks off inside this row");
    }

  private:
    void take_other(const Fields& fields, std::size_t line) {
        if (is_metric_only(fields)) return sink_.metric_line();
        if (separator_ == ',' && is_comma_locale(fields))
            throw Error(
                Exit::bad_input,
                "its numbers have decimal commas, and its columns are separated by commas: which is which?",
                {.where = fmt::format("{}, line {}", source_, line),
                 .expected = "decimal dots, or another separator",
                 .remedy = "write it again with LC_ALL=C perf stat -x, or with perf stat -x';'"});
        if (is_complaint(fields[0])) return sink_.complaint(fields[0]);
        // What else stands there is the program's own output; with as many columns it wants to be a row.
        if (fields.size() > 4) return sink_.reject(line, fields[0], "it is no row of perf stat -x");
        const std::size_t at = is_interval(fields[0]) ? 1 : 0;
        const bool begins_a_row = fields.size() > at + 1 &&
                                  (is_digits(trimmed(fields[at])) || is_not_counted(trimmed(fields[at]))) &&
                                  !is_numeric(trimmed(fields[at + 1]));
        // If nothing follows it.
        if (begins_a_row) beginning_.emplace(line, std::string(fields.back()));
    }

    std::string_view event_of(const Fields& fields, const Layout& layout) {
        if (layout.event_end == layout.event + 1) return fields[layout.event];
        event_.clear();
        for (std::size_t i = layout.event; i < layout.event_end; ++i) {
            if (i > layout.event) event_ += separator_;
            event_ += fields[i];
        }
        return event_;
    }
    /// Most rows have the same one as the row before.
    std::optional<double> interval_of(std::string_view text) {
        if (text != interval_text_) {
            interval_text_ = text;
            interval_ = number(text);
        }
        return interval_;
    }
    /// Counts are whole numbers, nearly always, and a double holds fifteen digits.
    static std::optional<double> count_of(std::string_view text) {
        if (text.size() > 15 || !is_digits(text)) return number(text);
        return static_cast<double>(whole(text));
    }
    /// is_percent() holds for it.
    static double percent_of(std::string_view text) {
        return static_cast<double>(whole(text.substr(0, text.size() - 3)) * 100 +
                                   whole(text.substr(text.size() - 2))) /
               100;
    }
    static std::uint64_t whole(std::string_view digits) {
        std::uint64_t value = 0;
        for (const char digit : digits) value = value * 10 + static_cast<std::uint64_t>(digit - '0');
        return value;
    }

    const std::string& source_;
    char separator_;
    Sink& sink_;
    std::optional<std::pair<std::size_t, std::string>> beginning_{};  ///< of a row, and its line
    std::string event_{}, interval_text_{};
    std::optional<double> interval_{};
};

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
        text.remove_suffix(1);
    return text;
}

bool is_label(std::string_view word) {
    const std::size_t last = word.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == word.size()) return false;
    const std::string_view stem = word.substr(0, last + 1);
    return stem == "CPU" || stem == "S" || stem == "N" || stem.find('-') != std::string_view::npos;
}

bool is_not_counted(std::string_view text) {
    return text.starts_with("<not ");
}

bool is_unsupported(std::string_view text) {
    return text.starts_with("<not supported");
}

bool is_complaint(std::string_view line) {
    static constexpr std::array<std::string_view, 9> marks{
        "event syntax error",    "perf_event_paranoid", "No permission", "not have permission",
        "Access to performance", "Permission denied",   "Error:",        "Workload failed",
        "failed to open"};
    return std::any_of(marks.begin(), marks.end(),
                       [&](std::string_view mark) { return line.find(mark) != std::string_view::npos; });
}

std::optional<double> number(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return std::nullopt;
    ReadNumber read = read_number(text);
    const std::size_t comma = text.find(',');
    if (read.fault != nullptr && comma != std::string_view::npos && text.size() < 64) {
        std::string dotted(text);
        dotted[comma] = '.';
        read = read_number(std::string_view(dotted));
    }
    return read.fault == nullptr ? std::optional(read.value) : std::nullopt;
}

std::optional<char> separator_of(std::string_view line) {
    Fields fields;
    for (const char separator : {',', ';', '\t', '|', ':', '~', ' '}) {
        split(line, separator, fields);
        if (fields.size() < 5) continue;
        if (layout_of(fields)) return separator;
        if (separator == ',' && is_comma_locale(fields)) return separator;
    }
    return std::nullopt;
}

void read_csv(LineReader& lines, const std::string& source, char separator, Sink& sink) {
    CsvRows rows(source, separator, sink);
    Fields fields;
    for (std::string_view line; lines.next(line);) {
        if (line.empty()) continue;
        split(line, separator, fields);
        rows.take(fields, lines.line());
    }
    rows.finish();
}

}  // namespace mansard::analyzer::perf
