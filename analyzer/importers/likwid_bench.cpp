// likwid-bench's report: "Key:<tab>value" lines. Its bytes are those that instructions ask for.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/importers/importer.hpp"
#include "analyzer/likwid/points.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view banner = "LIKWID MICRO BENCHMARK";
/// No cache that a core reaches holds a set of this size: who streams it moves it from and to memory.
constexpr double beyond_caches = 5e8;
/// Of one pass over a set: less than that from memory, and the set came from caches or was not counted.
constexpr double streamed_part = 0.5;

int sniff(const std::filesystem::path&, std::string_view head) {
    return head.find(banner) != std::string_view::npos ? 96 : 0;
}

/// One benchmark's lines.
struct Report {
    std::size_t line = 0;
    std::map<std::string, std::string, std::less<>> values{};
    std::string warning{};

    std::string text(std::string_view key) const {
        const auto found = values.find(key);
        return found == values.end() ? "" : found->second;
    }
    std::optional<double> number(std::string_view key) const {
        const std::string value = text(key);
        const ReadNumber read = read_number(std::string_view(value));
        return read.fault == nullptr ? std::optional(read.value) : std::nullopt;
    }
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::vector<Report> read_reports(std::string_view text) {
    std::vector<Report> reports;
    std::string warning;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = trimmed(text.substr(at, end - at));
        at = end + 1;
        ++number;
        if (line.starts_with("Warning: Sanitizing")) warning = escape_invalid_utf8(line);
        if (line == banner) {
            reports.push_back({.line = number, .warning = std::exchange(warning, {})});
            continue;
        }
        if (reports.empty() || line.starts_with("|")) continue;
        auto& values = reports.back().values;
        if (line.starts_with("Using ") && line.ends_with(" threads"))
            values.emplace("threads", line.substr(6, line.size() - 14));
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos) continue;
        // "Time:\t1.5 sec": what stands behind the number is its unit. The first of a key stays.
        std::string_view value = trimmed(line.substr(colon + 1));
        const std::string_view key = line.substr(0, colon);
        if (key != "Test") value = value.substr(0, value.find(' '));
        if (values.size() < 64) values.emplace(key, value);
    }
    return reports;
}

Dtype dtype_of(std::string_view test) {
    // "triad_sp_avx", "sum_int": LIKWID names double precision nowhere.
    const auto has = [&](std::string_view part) { return test.find(part) != std::string_view::npos; };
    return has("_sp") ? Dtype::f32 : has("_int") ? Dtype::i32 : Dtype::f64;
}

Point point_of(const Report& report) {
    Point point{
        .name = escape_invalid_utf8(report.text("Test")), .calls = 1, .seconds = report.number("Time")};
    if (const auto threads = report.number("threads"); threads && *threads >= 1 && *threads < 1e6)
        point.threads = static_cast<int>(*threads);
    // Iterations are the sum over threads; how often the kernel ran over its set is what one thread did.
    if (const auto calls = report.number("Iterations per thread"); calls && *calls >= 1) point.calls = *calls;
    if (const auto flops = report.number("Number of Flops"))
        point.flops.push_back({.dtype = dtype_of(point.name), .count = *flops, .how = How::modelled});
    if (const auto volume = report.number("Data volume (Byte)")) {
        ByteCount bytes{.level = Level::L1, .how = How::modelled, .count = *volume};
        const auto loads = report.number("Load bytes per element"),
                   stores = report.number("Store bytes per elem.");
        if (loads && stores && *loads + *stores > 0) {
            bytes.read = *volume * (*loads / (*loads + *stores));
            bytes.written = *volume - *bytes.read;
        }
        point.bytes.push_back(bytes);
        point.notes.push_back(
            "likwid-bench counts the bytes that instructions ask for, without write-allocates: taken for L1");
    }
    if (!report.warning.empty()) point.notes.push_back(report.warning);
    return point;
}

std::string fault_of(const Report& report) {
    if (report.text("Test").empty()) return "it names no test";
    for (const char* key : {"Time", "Number of Flops", "Data volume (Byte)"}) {
        if (!report.values.contains(key)) {
            if (std::string_view(key) == "Time") return "it breaks off before its time";
            continue;
        }
        const std::string text = report.text(key);
        if (const ReadNumber number = read_number(std::string_view(text)); number.fault != nullptr)
            return fault_text(key, text, number.fault);
    }
    return {};
}

/// What counters that ran beside the benchmark say, against what the benchmark did.
std::string judge(const Point& counted, const Point& bench, const Report& report) {
    const auto dram = std::find_if(counted.bytes.begin(), counted.bytes.end(),
                                   [](const ByteCount& bytes) { return bytes.level == Level::DRAM; });
    if (dram == counted.bytes.end() || bench.bytes.empty()) return "";
    std::string text = fmt::format("the counters saw {} of DRAM", si(dram->count, "B"));
    if (!bench.flops.empty() && dram->count > 0)
        text += fmt::format(", an intensity of {} FLOP/B", plain(bench.flops[0].count / dram->count));
    const bool streams = report.number("Size (Byte)").value_or(0) > beyond_caches;
    if (streams && dram->count < streamed_part * bench.bytes[0].count)
        text += fmt::format(": implausible, since the benchmark streamed {} through a set of {}",
                            si(bench.bytes[0].count, "B"), binary_size(*report.number("Size (Byte)")));
    return text;
}

/// Counters of the benchmark's own region belong to its point; those of the whole process do not.
void take_counters(const likwid::Tables& tables, const likwid::PointMaker& maker, const Report& report,
                   Point& point, Profile& profile) {
    for (const likwid::Block& block : tables.blocks) {
        ++profile.records;
        if (!block.fault.empty()) {
            profile.rejected.push_back(likwid::rejected(block, profile.source));
            continue;
        }
        const Point counted = maker.point_of(block);
        const std::string words = judge(counted, point, report);
        const bool own_region = !block.region.empty();
        if (!words.empty()) point.notes.push_back(words);
        if (!own_region || words.find("implausible") != std::string::npos) {
            profile.rejected.push_back(
                {.record = fmt::format("{}, line {}", profile.source, block.line),
                 .name = block.group,
                 .reason = own_region ? words
                                      : fmt::format("its counters are of the whole process, not of the "
                                                    "benchmark alone{}{}",
                                                    words.empty() ? "" : "; ", words)});
            continue;
        }
        ++point.records;
        for (const ByteCount& bytes : counted.bytes)
            if (std::none_of(point.bytes.begin(), point.bytes.end(),
                             [&](const ByteCount& known) { return known.level == bytes.level; }))
                point.bytes.push_back(bytes);
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string text = read_file(path);
    Profile profile{.source = input_name(path), .format = "likwid-bench"};
    const std::vector<Report> reports = read_reports(text);
    if (reports.empty())
        throw Error(Exit::bad_input, "there is no report of likwid-bench in it",
                    {.where = profile.source, .expected = fmt::format("a line \"{}\"", banner)});
    const likwid::Tables tables = likwid::read_tables(text);
    profile.device = tables.cpu;
    const likwid::PointMaker maker(options);
    for (const Report& report : reports) {
        ++profile.records;
        if (const std::string fault = fault_of(report); !fault.empty()) {
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, report.line),
                                        .name = escape_invalid_utf8(report.text("Test")),
                                        .reason = fault});
            continue;
        }
        Point point = point_of(report);
        // With several benchmarks in one file nothing tells whose the counters are.
        if (reports.size() == 1) take_counters(tables, maker, report, point, profile);
        profile.points.push_back(std::move(point));
    }
    const bool counters_left = reports.size() > 1 || profile.points.empty();
    for (const likwid::Block& block : tables.blocks) {
        if (!counters_left) break;
        ++profile.records;
        profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, block.line),
                                    .name = block.group,
                                    .reason = "nothing tells which benchmark its counters are of"});
    }
    return profile;
}

}  // namespace

extern constinit const ImporterDesc likwid_bench_importer{
    .name = "likwid-bench",
    .summary = "text of likwid-bench, with the counters of likwid-perfctr around it",
    .sniff = sniff,
    .import = import,
    .heeds = {.fp16 = true}};

}  // namespace mansard::analyzer
