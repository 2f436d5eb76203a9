#include "analyzer/own_json.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/file.hpp"

namespace mansard::analyzer {

int sniff_own_json(std::string_view head, std::string_view family) {
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool object = first != std::string_view::npos && head[first] == '{';
    return object && head.find(fmt::format("\"{}", family)) != std::string_view::npos ? 100 : 0;
}

TolerantJson read_own_json(const std::filesystem::path& path, const std::string& source,
                           std::string_view schema) {
    TolerantJson json = parse_tolerantly(read_file(path), source, "points");
    const std::string found =
        json.document.is_object() ? optional_string(json.document, "schema", source) : "";
    if (found != schema)
        throw Error(Exit::bad_input,
                    found.empty() ? "the file names no schema"
                                  : fmt::format("the file has the schema \"{}\"", printable(found)),
                    {.where = source, .expected = fmt::format("\"schema\": \"{}\"", schema)});
    if (!json.repeated.empty())
        throw Error(Exit::bad_input, stands_twice(json.repeated),
                    {.where = source,
                     .expected = "each key once in an object",
                     .remedy = "leave one of the two out"});
    const Json& points = member(json.document, "points", source);
    if (!points.is_array() || points.empty())
        throw Error(Exit::bad_input, "\"points\" holds no points",
                    {.where = source, .expected = "an array of objects"});
    return json;
}

void note_if_cut(const TolerantJson& json, Profile& profile) {
    note_if_mended(json, profile);
    if (json.cut_at.empty()) return;
    profile.notes.push_back({.code = "truncated",
                             .text = fmt::format("{} breaks off at {}: its {} whole points are kept",
                                                 printable(profile.source), json.cut_at, profile.records),
                             .remedy = "write the file to its end"});
}

std::string stands_twice(std::string_view key) {
    return fmt::format("\"{}\" stands there twice", printable(key, 40));
}

std::string spelled(const Json& value) {
    return value.is_string() ? value.get<std::string>()
                             : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace mansard::analyzer
