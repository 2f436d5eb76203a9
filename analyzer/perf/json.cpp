#include <algorithm>
#include <map>

#include "analyzer/numbers.hpp"
#include "analyzer/perf/rows.hpp"

namespace mansard::analyzer::perf {
namespace {

/// A flat object of perf's: strings, numbers, and bare words that JSON forbids (nan). Values stay text.
class Object {
  public:
    /// Reads the object that begins at `at`, and moves behind it; false where it breaks off.
    bool read(std::string_view text, std::size_t& at) {
        members_.clear();
        ++at;
        for (;;) {
            skip(text, at);
            if (at >= text.size()) return false;
            if (text[at] == '}') return ++at, true;
            if (text[at] == ',') {
                ++at;
                continue;
            }
            std::string key = value(text, at);
            skip(text, at);
            if (at >= text.size() || text[at] != ':') return false;
            ++at;
            skip(text, at);
            if (at >= text.size()) return false;
            if (members_.size() < 64) members_[std::move(key)] = value(text, at);
        }
    }
    bool has(std::string_view key) const { return members_.contains(key); }
    std::string_view text(std::string_view key) const {
        const auto found = members_.find(key);
        return found == members_.end() ? std::string_view() : std::string_view(found->second);
    }

  private:
    static void skip(std::string_view text, std::size_t& at) {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) ++at;
    }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    static std::size_t end_of_word(std::string_view text, std::size_t at) {
        return std::min(text.find_first_of(",}: \t\r", at), text.size());
    }
    static std::string value(std::string_view text, std::size_t& at) {
        std::string out;
        if (text[at] != '"') {
            std::size_t end = end_of_word(text, at);
            // A locale's decimal comma; between members a blank follows the comma.
            if (end + 1 < text.size() && text[end] == ',' && is_digit(text[at]) && is_digit(text[end + 1]))
                end = end_of_word(text, end + 1);
            out = text.substr(at, end - at);
            at = std::max(end, at + 1);
            return out;
        }
        for (++at; at < text.size() && text[at] != '"'; ++at) {
            if (text[at] == '\\' && at + 1 < text.size()) ++at;
            out += text[at];
        }
        if (at < text.size()) ++at;
        return out;
    }

    std::map<std::string, std::string, std::less<>> members_{};
};

/// perf calls a breakdown by what it is: "cpu", "socket", "thread", …
std::string_view label_of(const Object& object) {
    for (const char* key : {"cpu", "core", "die", "cluster", "cache", "socket", "node", "thread"})
        if (object.has(key)) return object.text(key);
    return {};
}

void take(const Object& object, std::size_t line, Sink& sink) {
    if (!object.has("counter-value")) return sink.metric_line();
    const std::string_view value = object.text("counter-value");
    std::string label(label_of(object));
    // "cpu" : "0"
    if (!label.empty() && object.has("cpu") && label.front() >= '0' && label.front() <= '9')
        label.insert(0, "CPU");
    Row row{.line = line,
            .interval = number(object.text("interval")),
            .label = label,
            .value = number(value),
            .unit = object.text("unit"),
            .event = object.text("event"),
            .cgroup = object.text("cgroup"),
            .mean = object.has("variance"),
            .unsupported = is_unsupported(value),
            .run_ns = number(object.text("event-runtime")),
            .percent = number(object.text("pcnt-running")),
            .metric = number(object.text("metric-value")),
            .metric_unit = object.text("metric-unit")};
    if (row.event.empty()) return sink.metric_line();
    if (!row.value && !is_not_counted(value))
        return sink.reject(line, row.event, "its counter-value is no count");
    sink.row(row);
}

/// Objects of a line, and of several where something has laid them out anew (jq).
class JsonRows {
  public:
    explicit JsonRows(Sink& sink) : sink_(sink) {}

    void take(std::string_view text, std::size_t line) {
        const std::string_view begun = trimmed(text);
        if (!open_.empty() && begun.starts_with('{')) give_up();
        if (!open_.empty()) {
            open_ += ' ';
            open_ += begun;
            const std::string joined = std::move(open_);
            open_.clear();
            return objects(joined, 0, line_);
        }
        const std::size_t first = text.find('{');
        if (first != std::string_view::npos) return objects(text, first, line);
        if (is_complaint(text)) sink_.complaint(text);
    }
    void give_up() {
        if (!open_.empty()) sink_.reject(line_, "", "the object breaks off");
        open_.clear();
    }

  private:
    void objects(std::string_view text, std::size_t at, std::size_t line) {
        // No object of perf's is as long.
        constexpr std::size_t most = 1 << 14;
        for (; at < text.size(); at = text.find('{', at)) {
            const std::size_t begin = at;
            if (object_.read(text, at)) {
                perf::take(object_, line, sink_);
                continue;
            }
            open_ = text.substr(begin);
            line_ = line;
            if (open_.size() > most) give_up();
            return;
        }
    }

    Sink& sink_;
    Object object_{};
    std::string open_{};  ///< what an object has so far
    std::size_t line_ = 0;
};

}  // namespace

void read_json(LineReader& lines, Sink& sink) {
    JsonRows rows(sink);
    for (std::string_view text; lines.next(text);) {
        if (text.starts_with("# started on")) sink.run("");
        if (lines.cut())
            sink.reject(lines.line(), "", "the line is longer than any that perf writes");
        else
            rows.take(text, lines.line());
    }
    rows.give_up();
}

}  // namespace mansard::analyzer::perf
