// The points as CSV (RFC 4180): the same columns always, a dot in decimals, an empty field where there is no
// value.
#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>

#include "analyzer/reporters/reporter.hpp"
#include "core/csv.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t flush_bytes = std::size_t{1} << 16;

/// Appends fields, each after its comma, to one line at a time.
class Line {
  public:
    void text(std::string_view value) {
        separate();
        append_csv_field(buffer_, value);
    }
    void number(std::optional<double> value) {
        separate();
        if (!value) return;
        std::array<char, 32> digits{};
        const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), *value);
        buffer_.append(digits.data(), end);
    }
    void end() {
        buffer_ += "\r\n";
        first_ = true;
    }
    std::string& buffer() { return buffer_; }

  private:
    void separate() {
        if (!first_) buffer_ += ',';
        first_ = false;
    }
    std::string buffer_{};
    bool first_ = true;
};

/// FLOPs of one type, on matrix units or not. A lower bound is left out: read again it would pass for all.
std::optional<double> flops_of(const Point& point, Dtype dtype, bool matrix) {
    std::optional<double> sum;
    bool at_least = false;
    for (const FlopCount& flops : point.flops) {
        if (flops.dtype != dtype || (flops.engine == Engine::matrix) != matrix) continue;
        sum = sum.value_or(0) + flops.count;
        at_least = at_least || flops.at_least;
    }
    return at_least ? std::nullopt : sum;
}

const ByteCount* bytes_of(const Point& point, Level level) {
    const auto found = std::find_if(point.bytes.begin(), point.bytes.end(),
                                    [level](const ByteCount& bytes) { return bytes.level == level; });
    return found == point.bytes.end() ? nullptr : &*found;
}

std::optional<double> value_at(const LevelValues& values, Level level) {
    for (const auto& [known, value] : values)
        if (known == level) return value;
    return std::nullopt;
}

void header(Line& line) {
    for (const std::string_view name : {"name",
                                        "status",
                                        "reason",
                                        "granularity",
                                        "device",
                                        "threads",
                                        "category",
                                        "step",
                                        "calls",
                                        "seconds",
                                        "share",
                                        "flops",
                                        "rate",
                                        "bound",
                                        "roof",
                                        "attainable",
                                        "efficiency",
                                        "headroom_seconds",
                                        "flop_utilization",
                                        "findings"})
        line.text(name);
    for (const auto& [dtype, name] : Names<Dtype>::table) line.text("flops_" + std::string(name));
    for (const auto& [dtype, name] : Names<Dtype>::table) line.text("flops_tensor." + std::string(name));
    for (const auto& [level, name] : Names<Level>::table) {
        const std::string of(name);
        for (const std::string& column :
             {"bytes_" + of, "bytes_" + of + "_read", "bytes_" + of + "_written", "intensity_" + of,
              "bandwidth_" + of, "bandwidth_utilization_" + of})
            line.text(column);
    }
    line.end();
}

void row(const PlacedPoint& placed, Line& line) {
    const Point& point = placed.point;
    line.text(escape_invalid_utf8(point.name));
    line.text(name_of(placed.status));
    line.text(placed.reason);
    line.text(name_of(point.granularity));
    line.text(point.device);
    line.number(point.threads);
    line.text(point.category);
    line.text(point.step);
    line.number(point.calls);
    line.number(point.seconds);
    line.number(placed.share);
    line.number(placed.flops);
    line.number(placed.rate);
    line.text(placed.bound);
    const Component* bound = placed.bounding();
    line.number(bound ? bound->roof : std::nullopt);
    line.number(placed.attainable);
    line.number(placed.efficiency);
    line.number(placed.headroom_seconds);
    const auto utilization = [&](std::optional<Level> level) {
        for (const Component& component : placed.components)
            if (component.level == level) return placed.utilization(component);
        return OptionalNumber();
    };
    line.number(utilization(std::nullopt));
    std::string findings;
    for (const std::string_view code : placed.findings)
        findings += (findings.empty() ? "" : " ") + std::string(code);
    line.text(findings);
    for (const bool matrix : {false, true})
        for (const auto& [dtype, name] : Names<Dtype>::table) line.number(flops_of(point, dtype, matrix));
    const LevelValues intensities = placed.intensity(), bandwidths = placed.bandwidth();
    for (const auto& [level, name] : Names<Level>::table) {
        const ByteCount* bytes = bytes_of(point, level);
        line.number(bytes && !bytes->at_least ? std::optional(bytes->count) : std::nullopt);
        line.number(bytes ? bytes->read : std::nullopt);
        line.number(bytes ? bytes->written : std::nullopt);
        line.number(value_at(intensities, level));
        line.number(value_at(bandwidths, level));
        line.number(bytes ? utilization(level) : std::nullopt);
    }
    line.end();
}

void write(const Analysis& analysis, const ReportOptions&, std::ostream& out) {
    Line line;
    const auto flush = [&](std::size_t least) {
        if (line.buffer().size() < least) return;
        out.write(line.buffer().data(), static_cast<std::streamsize>(line.buffer().size()));
        line.buffer().clear();
    };
    header(line);
    for (const PlacedPoint& placed : analysis.points) {
        row(placed, line);
        flush(flush_bytes);
    }
    flush(0);
}

}  // namespace

extern constinit const ReporterDesc csv_reporter{.name = "csv",
                                                 .extension = ".csv",
                                                 .summary = "all points, one to a line, with stable columns",
                                                 .write = write};

}  // namespace mansard::analyzer
