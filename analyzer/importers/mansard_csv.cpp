// mansard's own CSV: one row is one point. docs/formats.md has the vocabulary of its header.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/fields.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/steps.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/lines.hpp"

namespace mansard::analyzer {
namespace {

struct Column {
    Field field{};
    std::string name{};
};

bool is_blank(std::string_view text) {
    return text.empty() || (static_cast<unsigned char>(text.front()) <= ' ' &&
                            text.find_first_not_of(" \t\r") == std::string_view::npos);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? ""
                                           : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

int sniff(const std::filesystem::path& path, std::string_view head) {
    const std::string_view line = first_line(head);
    int known = 0, unknown = 0;
    bool named = false;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t comma = std::min(line.find(',', at), line.size());
        std::string_view name = trimmed(line.substr(at, comma - at));
        if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
            name = name.substr(1, name.size() - 2);
        const Field field = parse_field(name);
        named = named || field.kind == Field::Kind::name;
        ++(field.kind == Field::Kind::unknown ? unknown : known);
        at = comma + 1;
    }
    if (!named) return 0;
    // A name alone is in many a table; a second known column tells.
    if (known >= 2) return 90;
    return unknown == 0 && path.extension() == ".csv" ? 60 : 20;
}

std::vector<Column> read_header(CsvReader& csv, Profile& profile) {
    std::vector<std::string_view> fields;
    if (!csv.next(fields))
        throw Error(Exit::bad_input, "the file is empty",
                    {.where = profile.source, .expected = "a header: " + std::string(field_vocabulary())});
    const std::string where = fmt::format("{}, line {}", profile.source, csv.line());
    std::vector<Column> columns;
    std::vector<std::string> unknown;
    for (const std::string_view raw : fields) {
        const std::string name(trimmed(raw));
        const Field field = parse_field(name);
        if (field.kind == Field::Kind::unknown)
            unknown.push_back(printable(name, 40));
        else if (std::any_of(columns.begin(), columns.end(),
                             [&](const Column& other) { return other.field == field; }))
            throw Error(Exit::bad_input, fmt::format("the column {} stands there twice", name),
                        {.where = where});
        columns.push_back({field, name});
    }
    if (std::none_of(columns.begin(), columns.end(),
                     [](const Column& c) { return c.field.kind == Field::Kind::name; }))
        throw Error(Exit::bad_input, "the header has no column \"name\"",
                    {.where = where,
                     .expected = std::string(field_vocabulary()),
                     .remedy = fields.size() == 1 ? "separate the columns by commas" : ""});
    if (!unknown.empty())
        profile.notes.push_back(
            {.code = "columns_ignored",
             .text = fmt::format("{} has columns without a meaning here, which are left out: {}",
                                 printable(profile.source), fmt::join(unknown, ", ")),
             .remedy = "known are " + std::string(field_vocabulary())});
    return columns;
}

/// Fills `builder` from a record's fields.
void read_record(const std::vector<Column>& columns, const std::vector<std::string_view>& fields,
                 PointBuilder& builder) {
    for (std::size_t i = 0; i < std::min(columns.size(), fields.size()); ++i) {
        const auto& [field, name] = columns[i];
        const std::string_view text = fields[i];
        if (field.is_text())
            builder.set_text(field, text);
        else if (field.kind != Field::Kind::unknown && !is_blank(text))
            builder.set_number(field, read_number(text), name, text);
    }
    if (fields.size() != columns.size())
        builder.reject(fmt::format("it has {} fields, the header {}", fields.size(), columns.size()));
}

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    Profile profile{.source = input_name(path), .format = "mansard-csv"};
    CsvReader csv(path);
    const std::vector<Column> columns = read_header(csv, profile);
    std::vector<std::string_view> fields;
    PointBuilder builder(profile.arenas.add());
    while (csv.next(fields)) {
        ++profile.records;
        builder.start();
        if (csv.truncated()) builder.reject("the file ends inside a quoted field");
        read_record(columns, fields, builder);
        if (builder.reason().empty())
            profile.points.push_back(builder.finish());
        else
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, csv.line()),
                                        .name = builder.name(),
                                        .reason = builder.reason()});
    }
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the file has a header and no points",
                    {.where = profile.source, .expected = "at least one row"});
    skip_steps(profile, options.skip_steps);
    sum_steps(profile);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc mansard_csv_importer{
    .name = "mansard-csv",
    .summary = "mansard's own CSV: name, seconds, flops_<dtype>, bytes_<level>, …",
    .sniff = sniff,
    .import = import,
    .heeds = {.skip_steps = true}};

}  // namespace mansard::analyzer
