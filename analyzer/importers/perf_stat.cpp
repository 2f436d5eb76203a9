// perf stat: CSV (-x), JSON lines (-j) and text, of any version; intervals, breakdowns, cgroups, repeats.
#include <algorithm>
#include <fstream>

#include "analyzer/importers/importer.hpp"
#include "analyzer/perf/collector.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

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
        const std::string_view line = head.substr(at, end - at);
        at = end + 1;
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
    const Seen seen = look_at(head);
    if (seen.form == Form::json || seen.form == Form::text) return 95;
    if (seen.header) return 90;
    return seen.form == Form::csv ? 85 : 0;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    std::string head(std::size_t{1} << 16, '\0');
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw Error(Exit::bad_input, "cannot read the file",
                    {.where = path.string(), .remedy = "check the path and its permissions"});
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    Profile profile{.source = path.string(), .format = "perf-stat"};
    perf::Collector collector(profile, options);
    const Seen seen = look_at(head);
    switch (seen.form) {
        case Form::json:
            perf::read_json(path, collector);
            break;
        case Form::text:
            perf::read_text(path, collector);
            break;
        default:
            perf::read_csv(path, seen.separator, collector);
    }
    collector.finish();
    return profile;
}

}  // namespace

extern constinit const ImporterDesc perf_stat_importer{
    .name = "perf-stat",
    .summary = "perf stat's CSV (-x), JSON (-j) and text, with intervals, cgroups and breakdowns",
    .sniff = sniff,
    .import = import};

}  // namespace mansard::analyzer
