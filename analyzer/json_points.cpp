#include "analyzer/json_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "analyzer/lower_bounds.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

/// Writes members and elements with the commas between them.
class Writer {
  public:
    explicit Writer(std::string& out) : out_(out) {}

    void open(char bracket) { out_ += bracket, first_ = true; }
    void close(char bracket) { out_ += bracket, first_ = false; }
    void element() {
        if (!first_) out_ += ',';
        first_ = false;
    }
    void key(std::string_view name) {
        element();
        out_ += '"';
        out_ += name;
        out_ += "\":";
    }
    void number(std::string_view name, double value) {
        key(name);
        if (!std::isfinite(value))
            throw std::logic_error("a number that is not finite was about to be written");
        std::array<char, 32> digits{};
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
        out_.append(digits.data(), end);
    }
    void number(std::string_view name, const std::optional<double>& value) {
        if (value) number(name, *value);
    }
    void text(std::string_view name, std::string_view value) {
        key(name);
        append_json_string(out_, value);
    }
    /// Only where there is something to say.
    void text_if_any(std::string_view name, std::string_view value) {
        if (!value.empty()) text(name, value);
    }

    /// Only where it holds.
    void flag(std::string_view name, bool value) {
        if (!value) return;
        key(name);
        out_ += "true";
    }

  private:
    std::string& out_;
    bool first_ = true;
};

/// A level that is known in two bases has one number here, the first, as in CSV; the details have both.
void write_levels(std::string_view name, const LevelValues& values, Writer& writer) {
    if (values.empty()) return;
    writer.key(name);
    writer.open('{');
    for (auto at = values.begin(); at != values.end(); ++at)
        if (std::none_of(values.begin(), at, [&](const auto& before) { return before.first == at->first; }))
            writer.number(name_of(at->first), at->second);
    writer.close('}');
}

void write_counts(const PlacedPoint& placed, Writer& writer) {
    const Point& point = placed.point;
    if (!point.flops.empty()) {
        writer.key("flops");
        writer.open('{');
        for (std::size_t i = 0; i < point.flops.size(); ++i) {
            // Counts of one type by different means are one number here; the details keep them apart.
            double sum = point.flops[i].count;
            bool seen = false;
            for (std::size_t j = 0; j < point.flops.size(); ++j)
                if (j != i && point.flops[j].dtype == point.flops[i].dtype &&
                    flops_key(point.flops[j]) == flops_key(point.flops[i])) {
                    seen = seen || j < i;
                    sum += point.flops[j].count;
                }
            // None at all is what a lower bound of 0 would look like.
            const bool says = sum > 0 || !flops_at_least(point);
            if (!seen && says && std::isfinite(sum)) writer.number(flops_key(point.flops[i]), sum);
        }
        writer.close('}');
        writer.number("flops_total", placed.flops);
    }
    if (point.bytes.empty()) return;
    LevelValues levels;
    for (const ByteCount& bytes : point.bytes) levels.emplace_back(bytes.level, bytes.count);
    write_levels("bytes", levels, writer);
}

void write_placement(const PlacedPoint& placed, Writer& writer) {
    writer.text_if_any("bound", placed.bound);
    writer.number("attainable", placed.attainable);
    if (placed.attainable)
        writer.text("attainable_unit", placed.flops && *placed.flops == 0 ? "B/s" : "FLOP/s");
    writer.number("efficiency", placed.efficiency);
    writer.number("headroom_seconds", placed.headroom_seconds);
    if (placed.components.empty()) return;
    LevelValues levels;
    for (const Component& component : placed.components) {
        const auto utilization = placed.utilization(component);
        if (!component.level)
            writer.number("flop_utilization", utilization);
        else if (utilization)
            levels.emplace_back(*component.level, *utilization);
    }
    write_levels("bandwidth_utilization", levels, writer);
    writer.key("components");
    writer.open('[');
    for (const Component& component : placed.components) {
        writer.element();
        writer.open('{');
        writer.text("name", component.name());
        writer.number("roof", component.roof);
        writer.text_if_any("roof_id", component.roof_id);
        writer.number("seconds", component.seconds);
        writer.close('}');
    }
    writer.close(']');
}

void write_details(const Point& point, Writer& writer) {
    if (!point.flops.empty()) {
        writer.key("flops_detail");
        writer.open('[');
        for (const FlopCount& flops : point.flops) {
            writer.element();
            writer.open('{');
            writer.text("dtype", name_of(flops.dtype));
            writer.text("engine", name_of(flops.engine));
            writer.number("count", flops.count);
            writer.text("how", name_of(flops.how));
            writer.flag("lower_bound", flops.at_least);
            writer.close('}');
        }
        writer.close(']');
    }
    if (point.bytes.empty()) return;
    writer.key("bytes_detail");
    writer.open('[');
    for (const ByteCount& bytes : point.bytes) {
        writer.element();
        writer.open('{');
        writer.text("level", name_of(bytes.level));
        writer.number("read", bytes.read);
        writer.number("written", bytes.written);
        writer.number("count", bytes.count);
        writer.text("basis", name_of(bytes.basis));
        writer.text("how", name_of(bytes.how));
        writer.flag("lower_bound", bytes.at_least);
        writer.close('}');
    }
    writer.close(']');
}

template <typename Texts>
void write_texts(std::string_view name, const Texts& texts, std::string& out, Writer& writer) {
    if (texts.empty()) return;
    writer.key(name);
    writer.open('[');
    for (const auto& text : texts) {
        writer.element();
        append_json_string(out, text);
    }
    writer.close(']');
}

/// What only some profilers know: docs/formats.md has the keys.
void write_profiler_details(const Details& details, std::string& out, Writer& writer) {
    if (details.launch) {
        writer.key("launch_id");
        out += fmt::format("{}", *details.launch);
    }
    writer.text_if_any("grid", details.grid);
    writer.text_if_any("block", details.block);
    writer.text_if_any("shapes", details.shapes);
    write_texts("regions", details.regions, out, writer);
    if (details.call_seconds) {
        writer.key("call_seconds");
        writer.open('{');
        writer.number("min", details.call_seconds->min);
        writer.number("median", details.call_seconds->median);
        writer.number("max", details.call_seconds->max);
        if (const auto& ci95 = details.call_seconds->ci95) {
            writer.key("ci95");
            writer.open('[');
            out += fmt::format("{},{}", ci95->low, ci95->high);
            writer.close(']');
        }
        writer.close('}');
    }
    writer.number("clock_hz", details.clock_hz);
    writer.number("coverage", details.coverage);
    writer.text_if_any("profiler_verdict", details.verdict);
    if (details.metrics.empty()) return;
    writer.key("metrics");
    writer.open('[');
    for (const Metric& metric : details.metrics) {
        writer.element();
        writer.open('{');
        writer.text("name", metric.name);
        writer.number("value", metric.value);
        writer.close('}');
    }
    writer.close(']');
}

}  // namespace

std::string flops_key(const FlopCount& flops) {
    return (flops.engine == Engine::matrix ? "tensor." : "") + std::string(name_of(flops.dtype));
}

void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x80) {
            const std::size_t length = utf8_sequence_length(text, at);
            if (length == 0)
                out += fmt::format("\\\\x{:02x}", byte);
            else
                out += text.substr(at, length);
            at += std::max<std::size_t>(length, 1);
            continue;
        }
        if (byte < 0x20)
            out += fmt::format("\\u{:04x}", byte);
        else if (byte == '"' || byte == '\\')
            out += '\\', out += text[at];
        else
            out += text[at];
        ++at;
    }
    out += '"';
}

void append_point(std::string& out, const PlacedPoint& placed) {
    const Point& point = placed.point;
    Writer writer(out);
    writer.open('{');
    writer.text("name", point.name);
    writer.text("granularity", name_of(point.granularity));
    writer.text_if_any("device", point.device);
    if (point.threads) writer.number("threads", *point.threads);
    writer.text_if_any("category", point.category);
    writer.text_if_any("step", point.step);
    writer.number("calls", point.calls);
    writer.number("seconds", point.seconds);
    writer.number("share", placed.share);
    writer.text("status", name_of(placed.status));
    writer.text_if_any("reason", placed.reason);
    write_counts(placed, writer);
    write_levels("intensity", placed.intensity(), writer);
    writer.number("rate", placed.rate);
    write_levels("bandwidth", placed.bandwidth(), writer);
    write_placement(placed, writer);
    write_details(point, writer);
    if (point.details) write_profiler_details(*point.details, out, writer);
    write_texts("findings", placed.findings, out, writer);
    write_texts("notes", point.notes, out, writer);
    writer.close('}');
}

}  // namespace mansard::analyzer
