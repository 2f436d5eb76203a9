#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/numbers.hpp"
#include "analyzer/perf/decimal.hpp"
#include "analyzer/perf/rows.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::perf {
namespace {

constexpr std::string_view heading = "Performance counter stats for";
constexpr std::string_view interval_heading = "counts unit events";
constexpr std::string_view elapsed_words = "seconds time elapsed";
constexpr const char* other_sign =
    "its number has another decimal sign than the file, or than --decimal says";

/// "3.642.649.330" and "1 101,01" with the file's decimal sign: everything else between digits groups them.
std::optional<double> grouped(std::string_view word, char decimal) {
    std::string plain;
    for (const char c : word) {
        if (is_digit(c))
            plain += c;
        else if (c == decimal)
            plain += '.';
        else if (c != '.' && c != ',' && c != '\'' && static_cast<unsigned char>(c) < 0x80)
            return std::nullopt;
    }
    return number(plain);
}

class TextRows {
  public:
    explicit TextRows(Sink& sink) : sink_(sink) {}

    /// Before it no number is read.
    bool started() const { return started_; }
    void set_decimal(char sign) { decimal_ = sign; }

    void take(std::string_view line, std::size_t number_of_line) {
        if (line.starts_with("# started on")) intervals_ = summary_ = false;
        if (const std::size_t at = line.find(heading); at != std::string_view::npos) {
            started_ = true;
            // -I --summary: the intervals have no heading of their own.
            summary_ = std::exchange(intervals_, false);
            return sink_.run(command_of(line.substr(at + heading.size())));
        }
        started_ = started_ || line.find(interval_heading) != std::string_view::npos;
        if (const std::size_t at = line.find(elapsed_words); at != std::string_view::npos) {
            const auto words = words_of(line.substr(0, at));
            if (words.empty()) return;
            if (const char sign = decimal_of_number(words[0]); sign != 0 && sign != decimal_)
                return sink_.reject(number_of_line, elapsed_words, other_sign);
            if (const auto seconds = grouped(words[0], decimal_)) sink_.elapsed(*seconds);
            return;
        }
        if (line.find("seconds user") != std::string_view::npos ||
            line.find("seconds sys") != std::string_view::npos || line.starts_with('#'))
            return;
        if (is_complaint(line)) return sink_.complaint(line);
        // Before it there is the program's own output.
        if (!started_) return;
        Row row{.line = number_of_line};
        std::string_view rest = take_percentages(line, row);
        take_metric(rest, row);
        read_words(words_of(rest), row);
    }

  private:
    static std::string_view command_of(std::string_view text) {
        text = trimmed(text);
        if (text.ends_with(':')) text.remove_suffix(1);
        if (const std::size_t runs = text.rfind(" ("); runs != std::string_view::npos && text.ends_with(')'))
            text = text.substr(0, runs);
        text = trimmed(text);
        if (text.size() > 1 && text.front() == '\'' && text.back() == '\'')
            text = text.substr(1, text.size() - 2);
        return text;
    }

    /// "(78,79%)" at the end, and "( +-  0.52% )".
    std::string_view take_percentages(std::string_view line, Row& row) const {
        for (int i = 0; i < 2; ++i) {
            line = trimmed(line);
            if (!line.ends_with(')')) break;
            const std::size_t open = line.rfind('(');
            if (open == std::string_view::npos || line.find('%', open) == std::string_view::npos) break;
            std::string_view inside = line.substr(open + 1, line.find('%', open) - open - 1);
            if (inside.find("+-") != std::string_view::npos)
                row.mean = true;
            else if (const auto percent = grouped(trimmed(inside), decimal_))
                row.percent = percent;
            line = line.substr(0, open);
        }
        return line;
    }

    void take_metric(std::string_view& line, Row& row) const {
        const std::size_t hash = line.find('#');
        if (hash == std::string_view::npos) return;
        const std::string_view comment = trimmed(line.substr(hash + 1));
        const std::size_t space = comment.find(' ');
        if (space != std::string_view::npos) {
            row.metric = grouped(comment.substr(0, space), decimal_);
            row.metric_unit = trimmed(comment.substr(space));
        }
        line = line.substr(0, hash);
    }

    /// "1 012 345" is one number where thousands are grouped by spaces; returns how many words it is.
    std::size_t words_of_number(const std::vector<std::string_view>& words, std::size_t at,
                                std::string& joined) const {
        const auto digits = [&](std::size_t i) {
            return i < words.size() && std::ranges::all_of(words[i], is_digit) ? words[i].size() : 0;
        };
        std::size_t count = 1;
        if (digits(at) == 0 || digits(at) > 3) return count;
        joined = words[at];
        for (; digits(at + count) == 3; ++count) joined += words[at + count];
        // "1 012,50"
        if (at + count < words.size() && words[at + count].size() > 4 && words[at + count][3] == decimal_ &&
            std::ranges::all_of(words[at + count].substr(0, 3), is_digit) &&
            std::ranges::all_of(words[at + count].substr(4), is_digit))
            joined += words[at + count++];
        return count;
    }

    void read_words(const std::vector<std::string_view>& words, Row row) {
        std::size_t at = 0;
        if (words.size() > 2 && decimal_of_time(words[0]) != 0) row.interval = grouped(words[at++], decimal_);
        const auto is_value = [&](std::size_t i) {
            return i < words.size() &&
                   (words[i] == "<not" || (is_digit(words[i][0]) && grouped(words[i], decimal_)));
        };
        if (at < words.size() && !is_value(at)) {
            // "CPU0  12,345  cycles", "S0  8  12,345  cycles"
            if (!is_label(words[at]) || !is_value(at + 1)) return;
            row.label = words[at++];
            if (is_value(at + 1)) ++at;
        }
        if (!is_value(at)) return;
        const char sign = decimal_of_number(words[at]);
        if (words[at] == "<not") {
            row.unsupported = at + 1 < words.size() && words[at + 1].starts_with("supported");
            at += 2;
        } else {
            std::string joined;
            // Behind a label a number of CPUs stands before the count.
            const std::size_t count = row.label.empty() ? words_of_number(words, at, joined) : 1;
            row.value = grouped(count > 1 ? joined : words[at], decimal_);
            at += count;
        }
        if (at + 1 < words.size() && is_unit(words[at])) row.unit = words[at++];
        if (at >= words.size()) return;
        row.event = words[at++];
        if (std::ranges::none_of(row.event, [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }))
            return sink_.reject(row.line, row.event, "this is no name of an event");
        if (summary_) return sink_.reject(row.line, row.event, is_summary);
        if (sign != 0 && sign != decimal_) return sink_.reject(row.line, row.event, other_sign);
        intervals_ = intervals_ || row.interval.has_value();
        if (at < words.size()) row.cgroup = words[at];
        // Without a percentage the event ran all the time.
        sink_.row(row);
    }

    char decimal_ = '.';
    Sink& sink_;
    bool started_ = false;
    bool intervals_ = false;  ///< rows since the last heading were of intervals
    bool summary_ = false;    ///< rows are of the table that sums them up
};

}  // namespace

void read_text(LineReader& lines, const std::string& source, std::optional<DecimalSign> decimal, Sink& sink) {
    TextRows rows(sink);
    DecimalFinder finder;
    bool known = decimal.has_value();
    if (known) rows.set_decimal(*decimal == DecimalSign::comma ? ',' : '.');
    // Until a number shows the decimal sign, lines wait: those of a run up to its time, of intervals none.
    std::vector<std::pair<std::size_t, std::string>> waiting;
    const auto release = [&] {
        for (const auto& [number, line] : waiting) rows.take(line, number);
        waiting.clear();
    };
    for (std::string_view line; lines.next(line);) {
        if (!known && rows.started()) {
            if (const char sign = finder.look_at(line)) {
                rows.set_decimal(sign);
                known = true;
                release();
            } else {
                waiting.emplace_back(lines.line(), line);
                continue;
            }
        }
        rows.take(line, lines.line());
    }
    if (!known) rows.set_decimal(finder.settle(source));
    release();
}

}  // namespace mansard::analyzer::perf
