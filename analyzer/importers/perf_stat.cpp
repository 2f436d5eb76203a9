// perf stat: CSV (-x), JSON lines (-j) and text, of any version; intervals, breakdowns, cgroups, repeats.
#include <algorithm>

#include "analyzer/importers/importer.hpp"
#include "analyzer/perf/collector.hpp"
#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;

/// What perf record and perf stat record write.
constexpr std::string_view binary_magic = "PERFILE2";

enum class Form : std::uint8_t { none, csv, json, text };

struct Seen {
    Form form = Form::none;
    char separator = ',';
    bool header = false;  ///< perf's own first line
};

Seen look_at(std::string_view head) {
    Seen seen{.header = head.find("# started on ") != std::string_view::npos};
    if (head.find("\"counter-value\"") != std::string_view::npos) {
        seen.form = Form::json;
        return seen;
    }
    if (head.find("Performance counter stats for") != std::string_view::npos ||
        head.find("counts unit events") != std::string_view::npos) {
        seen.form = Form::text;
        return seen;
    }
    // Lines of the program may stand before perf's.
    constexpr int most_lines = 200;
    int lines = 0;
    for (std::size_t at = 0; at < head.size() && lines < most_lines; ++lines) {
        const std::size_t end = std::min(head.find('\n', at), head.size());
        std::string_view line = head.substr(at, end - at);
        at = end + 1;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() || line.front() == '#' || line.size() > 1000) continue;
        if (const auto separator = perf::separator_of(line)) {
            seen.form = Form::csv;
            seen.separator = *separator;
            return seen;
        }
    }
    return seen;
}

int sniff(const std::filesystem::path&, std::string_view head) {
    if (head.starts_with(binary_magic)) return 100;
    const Seen seen = look_at(head);
    if (seen.form == Form::json || seen.form == Form::text) return 95;
    if (seen.header) return 90;
    return seen.form == Form::csv ? 85 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    LineReader lines(path);
    const std::string_view head = lines.head(head_bytes);
    if (head.starts_with(binary_magic))
        throw Error(Exit::bad_input, "it is perf's binary file of samples, not what perf stat prints",
                    {.where = input_name(path),
                     .expected = "rows of perf stat -x, -j, or its text",
                     .remedy = "count instead of sampling: perf stat -x, -o perf.csv -e EVENTS PROGRAM"});
    Profile profile{.source = input_name(path), .format = "perf-stat"};
    perf::Collector collector(profile, options);
    const Seen seen = look_at(head);
    switch (seen.form) {
        case Form::json:
            perf::read_json(lines, collector);
            break;
        case Form::text:
            perf::read_text(lines, profile.source, options.decimal, collector);
            break;
        default:
            perf::read_csv(lines, profile.source, seen.separator, collector);
    }
    collector.finish();
    return profile;
}

}  // namespace

extern constinit const ImporterDesc perf_stat_importer{
    .name = "perf-stat",
    .summary = "perf stat's CSV (-x), JSON (-j) and text, with intervals, cgroups and breakdowns",
    .sniff = sniff,
    .import = import,
    .heeds = {.fp16 = true, .decimal = true}};

}  // namespace mansard::analyzer
