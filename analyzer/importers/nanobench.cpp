// nanobench's JSON and CSV templates: one point for each result, of one call. A unit of "flop" or "byte" says
// what a batch is.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "analyzer/delimited.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/tolerant_json.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

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
    std::string unit(text);
    std::transform(unit.begin(), unit.end(), unit.begin(), [](unsigned char c) { return std::tolower(c); });
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

void read_json(const std::filesystem::path& path, Profile& profile) {
    const TolerantJson json = parse_tolerantly(read_file(path), profile.source, "results");
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
    if (!json.cut_at.empty())
        profile.notes.push_back({.code = "truncated",
                                 .text = fmt::format("{} breaks off at {}: its whole results are kept",
                                                     printable(profile.source), json.cut_at),
                                 .remedy = "run the benchmark to its end"});
}

void read_csv(const std::filesystem::path& path, Profile& profile) {
    DelimitedTable table(path, is_header, "nanobench's columns title; name; unit; batch; elapsed; …");
    const auto title = table.column({"title"}), name = table.column({"name"}), unit = table.column({"unit"}),
               batch = table.column({"batch"}), elapsed = table.column({"elapsed"});
    while (table.next()) {
        // Templates of several titles repeat the header.
        if (table.at(title) == "title" && table.at(name) == "name") continue;
        take({.title = escape_invalid_utf8(table.at(title)),
              .name = escape_invalid_utf8(table.at(name)),
              .unit = escape_invalid_utf8(table.at(unit)),
              .elapsed = read_number(table.at(elapsed)),
              .batch = read_number(table.at(batch)),
              .elapsed_text = std::string(table.at(elapsed))},
             fmt::format("{}, line {}", profile.source, table.line()), profile);
    }
}

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = path.string(), .format = "nanobench"};
    std::string head = read_file(path);
    if (head.find("\"median(elapsed)\"") != std::string::npos ||
        head.find("\"results\"") != std::string::npos)
        read_json(path, profile);
    else
        read_csv(path, profile);
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file holds no result",
                    {.where = profile.source, .expected = "at least one benchmark that was run"});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc nanobench_importer{
    .name = "nanobench", .summary = "nanobench's JSON and CSV templates", .sniff = sniff, .import = import};

}  // namespace mansard::analyzer
