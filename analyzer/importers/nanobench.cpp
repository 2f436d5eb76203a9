// nanobench's JSON and CSV templates: one point for each result, of one call. A unit of "flop" or "byte" says
// what a batch is.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/delimited.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "core/words.hpp"

namespace mansard::analyzer {
namespace {

bool is_header(const Header& keys) {
    return has_column(keys, "title") && has_column(keys, "name") && has_column(keys, "unit") &&
           has_column(keys, "batch") && has_column(keys, "elapsed");
}

int sniff(const std::filesystem::path&, std::string_view head) {
    if (head.find("\"median(elapsed)\"") != std::string_view::npos) return 96;
    return find_header(head, is_header) ? 90 : 0;
}

/// What a batch of a unit is worth: {"flop", "FLOP", "flops"}, {"byte", "B", "bytes"}.
enum class Unit : std::uint8_t { other, flop, byte };

Unit unit_of(std::string_view text) {
    const std::string unit = lower(text);
    if (unit == "flop" || unit == "flops") return Unit::flop;
    return unit == "byte" || unit == "bytes" || unit == "b" ? Unit::byte : Unit::other;
}

/// One result, whichever template wrote it.
struct Result {
    std::string title{}, name{}, unit{};
    ReadNumber elapsed{}, batch{.value = 1};
    std::string elapsed_text{};
};

void take(const Result& result, const std::string& where, Profile& profile) {
    ++profile.records;
    Point point{
        .name = result.name, .threads = 1, .category = Label(result.title), .seconds = result.elapsed.value};
    std::string fault;
    if (result.name.empty()) fault = "it has no name";
    if (result.elapsed.fault != nullptr)
        fault = fault_text("elapsed", result.elapsed_text, result.elapsed.fault);
    if (result.batch.fault != nullptr) fault = fmt::format("its batch {}", result.batch.fault);
    if (!fault.empty()) {
        profile.rejected.push_back({.record = where, .name = result.name, .reason = std::move(fault)});
        return;
    }
    switch (unit_of(result.unit)) {
        case Unit::flop:
            point.flops.push_back({.count = result.batch.value, .how = How::modelled});
            break;
        case Unit::byte:
            point.bytes.push_back({.level = Level::L1, .how = How::modelled, .count = result.batch.value});
            point.notes.push_back("its bytes name no level: taken as what instructions ask of L1");
            break;
        case Unit::other:
            point.notes.push_back(fmt::format("its unit \"{}\" is neither FLOP nor bytes: time only",
                                              printable(result.unit, 40)));
    }
    keep_finite(point);
    profile.points.push_back(std::move(point));
}

std::string text_of(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? escape_invalid_utf8(found->get<std::string>()) : "";
}

void read_json(std::string_view text, Profile& profile) {
    const TolerantJson json = parse_tolerantly(text, profile.source, "results");
    const auto results = json.document.is_object() ? json.document.find("results") : json.document.end();
    if (!json.document.is_object() || results == json.document.end() || !results->is_array())
        throw Error(Exit::bad_input, "there is no \"results\" array",
                    {.where = profile.source, .expected = "nanobench's JSON template"});
    std::size_t index = 0;
    for (const Json& entry : *results) {
        const std::string where = fmt::format("{}, results[{}]", profile.source, index++);
        Result result;
        result.elapsed.fault = "is missing";
        if (entry.is_object()) {
            result.title = text_of(entry, "title");
            result.name = text_of(entry, "name");
            result.unit = text_of(entry, "unit");
            if (entry.contains("batch")) result.batch = read_number(entry["batch"]);
            if (entry.contains("median(elapsed)")) {
                result.elapsed = read_number(entry["median(elapsed)"]);
                result.elapsed_text = entry["median(elapsed)"].dump();
            }
        }
        take(result, where, profile);
    }
    note_if_mended(json, profile);
    if (!json.cut_at.empty())
        profile.notes.push_back({.code = "truncated",
                                 .text = fmt::format("{} breaks off at {}: its whole results are kept",
                                                     printable(profile.source), json.cut_at),
                                 .remedy = "run the benchmark to its end"});
}

void read_csv(std::string_view text, Profile& profile) {
    const std::optional<char> delimiter = find_header(text, is_header);
    if (!delimiter)
        throw Error(Exit::bad_input, "there is no header with the columns that are needed",
                    {.where = profile.source,
                     .expected = "nanobench's columns title; name; unit; batch; elapsed; …"});
    Header header;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) continue;
        const std::vector<std::string> fields = split_csv_line(line, *delimiter);
        Header keys;
        for (const std::string& field : fields) keys.push_back(column_key(field));
        // Templates of several titles repeat the header.
        if (is_header(keys)) {
            header = std::move(keys);
            continue;
        }
        if (header.empty()) continue;
        const auto cell = [&](std::string_view key) {
            const auto place =
                static_cast<std::size_t>(std::find(header.begin(), header.end(), key) - header.begin());
            return place < fields.size() ? fields[place] : std::string();
        };
        const std::string elapsed = cell("elapsed"), batch = cell("batch");
        take({.title = escape_invalid_utf8(cell("title")),
              .name = escape_invalid_utf8(cell("name")),
              .unit = escape_invalid_utf8(cell("unit")),
              .elapsed = read_number(std::string_view(elapsed)),
              .batch = read_number(std::string_view(batch)),
              .elapsed_text = elapsed},
             fmt::format("{}, line {}", profile.source, number), profile);
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "nanobench"};
    const std::string text = read_file(path);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{')
        read_json(text, profile);
    else
        read_csv(text, profile);
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file holds no result",
                    {.where = profile.source, .expected = "at least one benchmark that was run"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nanobench_importer{
    .name = "nanobench", .summary = "nanobench's JSON and CSV templates", .sniff = sniff, .import = import};

}  // namespace mansard::analyzer
