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
    static std::string value(std::string_view text, std::size_t& at) {
        std::string out;
        if (text[at] != '"') {
            const std::size_t end = std::min(text.find_first_of(",}: \t\r", at), text.size());
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
            .run_ns = number(object.text("event-runtime")),
            .percent = number(object.text("pcnt-running")),
            .metric = number(object.text("metric-value")),
            .metric_unit = object.text("metric-unit")};
    if (row.event.empty()) return sink.metric_line();
    if (!row.value && !is_not_counted(value))
        return sink.reject(line, row.event, "its counter-value is no count");
    sink.row(row);
}

}  // namespace

void read_json(LineReader& lines, Sink& sink) {
    Object object;
    for (std::string_view text; lines.next(text);) {
        const std::size_t line = lines.line();
        if (text.starts_with("# started on")) sink.run("");
        if (lines.cut()) {
            sink.reject(line, "", "the line is longer than any that perf writes");
            continue;
        }
        const std::size_t first = text.find('{');
        if (first == std::string_view::npos) {
            if (is_complaint(text)) sink.complaint(text);
            continue;
        }
        // Several objects may stand on one line.
        for (std::size_t at = first; at < text.size(); at = text.find('{', at)) {
            if (object.read(text, at)) {
                take(object, line, sink);
                continue;
            }
            sink.reject(line, "", "the object breaks off");
            break;
        }
    }
}

}  // namespace mansard::analyzer::perf
