// Intel VTune's reports as CSV (vtune -report hotspots|hw-events -format csv), by function, module or line.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analyzer/delimited.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/metrics/event_sums.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view event_prefix = "hardwareeventcount:";

bool is_header(const Header& keys) {
    const bool events = std::any_of(keys.begin(), keys.end(),
                                    [](const std::string& key) { return key.starts_with(event_prefix); });
    if (events) return true;
    const bool names = has_column(keys, "function") || has_column(keys, "functionstack") ||
                       has_column(keys, "sourcefunction") || has_column(keys, "module");
    return names && std::any_of(keys.begin(), keys.end(),
                                [](const std::string& key) { return key.starts_with("cputime"); });
}

int sniff(const std::filesystem::path&, std::string_view head) {
    return find_header(head, is_header) ? 92 : 0;
}

struct EventColumn {
    std::size_t column = 0, place = 0;
    double scale = 1;
};

/// "Hardware Event Count:FP_ARITH_INST_RETIRED.SCALAR_DOUBLE_PS (K):Self" → its event, in thousands. Which of
/// the two endings comes last differs between versions.
std::string event_of(std::string_view name, double& scale, bool& total) {
    name.remove_prefix(std::min(name.find(':') + 1, name.size()));
    for (int i = 0; i < 2; ++i) {
        if (name.ends_with(":Self")) name.remove_suffix(5);
        if (name.ends_with(":Total")) name.remove_suffix(6), total = true;
        for (const auto& [ending, factor] : {std::pair(" (K)", 1e3), {" (M)", 1e6}, {" (G)", 1e9}})
            if (name.ends_with(ending)) name.remove_suffix(4), scale = factor;
    }
    if (name.ends_with("_PS")) name.remove_suffix(3);
    return std::string(name);
}

std::vector<EventColumn> event_columns(const DelimitedTable& table, const metrics::EventSums& sums) {
    std::vector<EventColumn> columns;
    for (const bool totals : {false, true}) {
        for (std::size_t i = 0; i < table.keys().size(); ++i) {
            if (!table.keys()[i].starts_with(event_prefix)) continue;
            bool total = false;
            EventColumn column{.column = i};
            const auto place = sums.find(event_of(table.names()[i], column.scale, total));
            if (!place || total != totals) continue;
            column.place = *place;
            columns.push_back(column);
        }
        // A function's own counts; those with its callees only where there are no others.
        if (!columns.empty()) break;
    }
    return columns;
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Profile profile{.source = input_name(path), .format = "vtune"};
    DelimitedTable table(path, is_header,
                         "VTune's columns \"Function\", \"CPU Time\", \"Hardware Event Count:…\"");
    const metrics::EventSums sums("configs/metrics/perf/");
    const std::vector<EventColumn> events = event_columns(table, sums);
    const auto time = table.column({"cputime:self", "cputime", "cputime:total"});
    const auto module = table.column({"module"});
    std::vector<metrics::EventAmount> amounts;
    while (table.next()) {
        ++profile.records;
        Point point{.name = escape_invalid_utf8(table.at(0)), .granularity = Granularity::region};
        if (module != std::optional<std::size_t>(0))
            point.category = Label(escape_invalid_utf8(table.at(module)));
        std::string fault = point.name.empty() ? "it has no name" : "";
        const auto read = [&](std::size_t column) -> std::optional<double> {
            std::string_view text = table.at(column);
            if (text.empty()) return std::nullopt;
            const std::string_view whole = text;
            double unit = 1;
            if (column == time && text.ends_with("ms"))
                text.remove_suffix(2), unit = 1e-3;
            else if (column == time && text.ends_with('s'))
                text.remove_suffix(1);
            const std::string plain = plain_number(text, table.delimiter());
            const ReadNumber number = read_number(std::string_view(plain));
            if (number.fault != nullptr && fault.empty())
                fault = fault_text(table.names()[column], whole, number.fault);
            return number.fault == nullptr ? std::optional(number.value * unit) : std::nullopt;
        };
        if (time) point.seconds = read(*time);
        amounts.assign(sums.size(), {});
        for (const EventColumn& event : events)
            if (const auto count = read(event.column)) amounts[event.place].add(*count * event.scale);
        if (!fault.empty()) {
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, table.line()),
                                        .name = point.name,
                                        .reason = std::move(fault)});
            continue;
        }
        sums.add_to(point, amounts, options.fp16);
        profile.points.push_back(std::move(point));
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the report has a header and no rows",
                    {.where = profile.source, .expected = "functions, modules or source lines"});
    if (time)
        profile.notes.push_back(
            {.code = "cpu_time",
             .text = "VTune's CPU Time adds the time of all threads",
             .remedy = "read efficiencies of programs with threads per core (--scope core)"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc vtune_importer{
    .name = "vtune",
    .summary = "Intel VTune's reports as CSV, with hardware events",
    .sniff = sniff,
    .import = import,
    .heeds = {.fp16 = true}};

}  // namespace mansard::analyzer
