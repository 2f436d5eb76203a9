// The analysis as JSON, schema mansard.analysis/1: complete, and written point by point.
#include <algorithm>
#include <ostream>

#include "analyzer/json_points.hpp"
#include "analyzer/json_summary.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t flush_bytes = std::size_t{1} << 16;

Json strings(const std::vector<std::string>& texts) {
    Json array = Json::array();
    for (const std::string& text : texts) array.push_back(text);
    return array;
}

Json ceilings_of(const Analysis& analysis) {
    if (!analysis.ceilings) return nullptr;
    const ceilings::Ceilings& ceilings = *analysis.ceilings;
    return {{"source", analysis.ceilings_source},
            {"tool_version", ceilings.tool_version},
            {"created", ceilings.created},
            {"plan", ceilings.plan},
            {"machine", to_json(ceilings.machine)}};
}

Json roofs_of(const Analysis& analysis) {
    Json array = Json::array();
    for (const UsedRoof& roof : analysis.roofs)
        array.push_back(
            {{"name", roof.name},
             {"ids", strings(roof.ids)},
             {"unit", roof.unit},
             {"low", roof.low},
             {"high", roof.high},
             {"interval", roof.interval ? Json{roof.interval->low, roof.interval->high} : Json(nullptr)},
             {"samples", roof.samples},
             {"status", std::string(name_of(roof.status))},
             {"points", roof.points},
             {"bound", roof.bound}});
    return array;
}

Json elsewhere_of(const Elsewhere& other) {
    Json least = Json::array();
    for (const OptionalNumber& seconds : other.least_seconds) least.push_back(or_null(seconds));
    return {{"source", escape_invalid_utf8(other.source)},
            {"machine", escape_invalid_utf8(other.machine)},
            {"total_seconds", or_null(other.total_seconds)},
            {"unknown", other.unknown},
            {"least_seconds", std::move(least)}};
}

/// to_text() without its last line end, for use as a member's value; deeper lines are indented to fit.
std::string value_text(const Json& value) {
    std::string out;
    for (const char c : to_text(value)) {
        out += c;
        if (c == '\n') out += "  ";
    }
    out.erase(out.find_last_not_of(" \n") + 1);
    return out;
}

class Document {
  public:
    explicit Document(std::ostream& out) : out_(out) { buffer_ = "{"; }

    void member(std::string_view key, const Json& value) {
        name(key);
        buffer_ += value_text(value);
    }
    void points(std::string_view key, const std::vector<PlacedPoint>& points) {
        array(key, points, [&](const PlacedPoint& placed) { append_point(buffer_, placed); });
    }
    /// One element to a line.
    template <typename Elements, typename Append>
    void array(std::string_view key, const Elements& elements, const Append& append) {
        name(key);
        buffer_ += '[';
        bool first = true;
        for (const auto& element : elements) {
            buffer_ += first ? "\n    " : ",\n    ";
            first = false;
            append(element);
            if (buffer_.size() >= flush_bytes) flush();
        }
        buffer_ += first ? "]" : "\n  ]";
    }
    /// An element on one line.
    void inline_value(const Json& value) { buffer_ += value.dump(); }
    /// An element that is an object of texts.
    void texts(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
        buffer_ += '{';
        bool first = true;
        for (const auto& [key, value] : members) {
            if (!first) buffer_ += ", ";
            first = false;
            append_json_string(buffer_, key);
            buffer_ += ": ";
            append_json_string(buffer_, value);
        }
        buffer_ += '}';
    }
    void end() {
        buffer_ += "\n}\n";
        flush();
    }

  private:
    void name(std::string_view key) {
        buffer_ += first_ ? "\n  " : ",\n  ";
        first_ = false;
        append_json_string(buffer_, key);
        buffer_ += ": ";
    }
    void flush() {
        out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
        buffer_.clear();
    }

    std::ostream& out_;
    std::string buffer_{};
    bool first_ = true;
};

void write(const Analysis& analysis, const ReportOptions&, std::ostream& out) {
    Document document(out);
    document.member("schema", std::string(analysis_schema));
    document.member("tool_version", analysis.tool_version);
    document.member("created", analysis.created);
    document.member("context", {{"sources", strings(analysis.sources)},
                                {"formats", strings(analysis.formats)},
                                {"scope", std::string(name_of(analysis.scope))}});
    document.member("ceilings", ceilings_of(analysis));
    document.member("summary", summary_json(analysis));
    document.member("roofs", roofs_of(analysis));
    document.points("points", analysis.points);
    document.points("program", analysis.program);
    document.points("step_points", analysis.step_points);
    document.points("regions", analysis.regions);
    document.array("elsewhere", analysis.elsewhere,
                   [&](const Elsewhere& other) { document.inline_value(elsewhere_of(other)); });
    document.array("rejected", analysis.rejected, [&](const Rejected& record) {
        document.texts({{"record", record.record}, {"name", record.name}, {"reason", record.reason}});
    });
    document.array("findings", analysis.findings, [&](const Finding& finding) {
        document.texts({{"code", finding.code},
                        {"point", finding.point},
                        {"text", finding.text},
                        {"remedy", finding.remedy}});
    });
    document.member("notes", to_json(analysis.notes));
    document.end();
}

}  // namespace

extern constinit const ReporterDesc json_reporter{
    .name = "json", .extension = ".json", .summary = "everything, schema mansard.analysis/1", .write = write};

}  // namespace mansard::analyzer
