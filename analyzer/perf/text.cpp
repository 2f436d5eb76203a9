#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/numbers.hpp"
#include "analyzer/perf/rows.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::perf {
namespace {

constexpr std::string_view heading = "Performance counter stats for";
constexpr std::string_view interval_heading = "counts unit events";
constexpr std::string_view elapsed_words = "seconds time elapsed";

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size() && words.size() < 32;) {
        const std::size_t start = line.find_first_not_of(" \t\r", at);
        if (start == std::string_view::npos) break;
        at = std::min(line.find_first_of(" \t\r", start), line.size());
        words.push_back(line.substr(start, at - start));
    }
    return words;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The decimal sign before the last nine digits of "1,101976138"; 0 if the word is no time of perf's.
char decimal_of_time(std::string_view word) {
    if (word.size() < 11 || !std::all_of(word.end() - 9, word.end(), is_digit)) return 0;
    const char sign = word[word.size() - 10];
    return (sign == '.' || sign == ',') && is_digit(word[0]) ? sign : '\0';
}

/// The decimal sign that a line shows, 0 if none: times with nine decimals show it, percentages, and numbers
/// whose thousands another sign groups.
char decimal_sign(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) return 0;
    if (const char sign = decimal_of_time(words[0])) return sign;
    const std::string_view last = words.back();
    if (last.size() > 5 && last.front() == '(' && last.ends_with("%)")) {
        const char sign = last[last.size() - 5];
        if (sign == '.' || sign == ',') return sign;
    }
    for (const std::string_view word : words) {
        if (word.find_first_not_of("0123456789.,") != std::string_view::npos) continue;
        const bool dots = std::ranges::count(word, '.') > 1, commas = std::ranges::count(word, ',') > 1;
        if (dots != commas) return dots ? ',' : '.';
    }
    return 0;
}

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

bool is_unit(std::string_view word) {
    static constexpr std::array<std::string_view, 12> units{"msec", "ns", "sec", "Joules", "MiB", "KiB",
                                                            "GiB",  "MB", "GB",  "B",      "C",   "Watts"};
    return std::find(units.begin(), units.end(), word) != units.end();
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
            if (!words.empty())
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

void read_text(LineReader& lines, Sink& sink) {
    TextRows rows(sink);
    bool known = false;
    // Until a number shows the decimal sign, lines wait: those of a run up to its time, of intervals none.
    std::vector<std::pair<std::size_t, std::string>> waiting;
    const auto release = [&] {
        for (const auto& [number, line] : waiting) rows.take(line, number);
        waiting.clear();
    };
    for (std::string_view line; lines.next(line);) {
        if (!known && rows.started()) {
            if (const char sign = decimal_sign(line)) {
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
    release();
}

}  // namespace mansard::analyzer::perf
