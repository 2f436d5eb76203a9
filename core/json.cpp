#include "core/json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json_parse.hpp"
#include "core/utf8.hpp"

namespace mansard {
namespace {

/// Escapes invalid UTF-8 in every string and refuses non-finite numbers. Our documents are shallow.
Json writable(const Json& value) {
    if (value.is_string()) return escape_invalid_utf8(value.get_ref<const std::string&>());
    if (value.is_number_float() && !std::isfinite(value.get<double>()))
        throw std::logic_error("a number that is not finite was about to be written");
    if (value.is_array()) {
        Json out = Json::array();
        for (const auto& element : value) out.push_back(writable(element));
        return out;
    }
    if (value.is_object()) {
        Json out = Json::object();
        for (const auto& [key, element] : value.items()) out[escape_invalid_utf8(key)] = writable(element);
        return out;
    }
    return value;
}

/// Of files whose reader knows nothing better.
constexpr const char* write_again = "correct the file, or write it again with the program that made it";

[[noreturn]] void wrong_type(std::string_view key, const std::string& where, std::string_view expected,
                             const Json& found) {
    throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, found.type_name()),
                {.where = where, .expected = std::string(expected), .remedy = write_again});
}

}  // namespace

std::string place_in(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
    return fmt::format("line {}, column {}", line, column);
}

Json parse_json(std::string_view text, const std::string& source) {
    return parse_document(text, source, write_again, {});
}

Json parse_json(std::string_view text, const std::string& source, const RepeatedKeySink& repeated) {
    return parse_document(text, source, write_again, repeated);
}

Json read_document(const std::filesystem::path& path, std::string_view schema, const std::string& remedy) {
    const std::string source = input_name(path);
    try {
        Json document = parse_document(read_file(path), source, remedy, {});
        if (!document.is_object())
            throw Error(Exit::bad_input, fmt::format("the JSON is {}", document.type_name()),
                        {.where = source,
                         .expected = fmt::format("an object with \"schema\": \"{}\"", schema),
                         .remedy = remedy});
        const auto found = document.find("schema");
        const std::string actual =
            found != document.end() && found->is_string() ? found->get<std::string>() : "";
        if (actual != schema)
            throw Error(
                Exit::bad_input,
                actual.empty() ? std::string("the file names no schema")
                               : fmt::format("the file has the schema \"{}\"", printable(actual)),
                {.where = source, .expected = fmt::format("\"schema\": \"{}\"", schema), .remedy = remedy});
        return document;
    } catch (Error& error) {
        throw error.while_doing(fmt::format("reading {}", schema.substr(0, schema.find('/'))));
    }
}

std::string to_text(const Json& document) {
    return writable(document).dump(2) + "\n";
}

const Json& member(const Json& object, std::string_view key, const std::string& where) {
    if (!object.is_object())
        throw Error(
            Exit::bad_input, fmt::format("{} stands where \"{}\" is looked for", object.type_name(), key),
            {.where = where, .expected = fmt::format("an object with \"{}\"", key), .remedy = write_again});
    const auto found = object.find(key);
    if (found == object.end())
        throw Error(Exit::bad_input, fmt::format("\"{}\" is missing", key),
                    {.where = where, .remedy = write_again});
    return *found;
}

double number_member(const Json& object, std::string_view key, const std::string& where) {
    const Json& value = member(object, key, where);
    if (!value.is_number()) wrong_type(key, where, "a number", value);
    return value.get<double>();
}

int int_member(const Json& object, std::string_view key, const std::string& where) {
    const double value = number_member(object, key, where);
    if (value != std::floor(value) || value < std::numeric_limits<int>::min() ||
        value > std::numeric_limits<int>::max())
        throw Error(Exit::bad_input, fmt::format("\"{}\" is {}", key, value),
                    {.where = where, .expected = "a whole number", .remedy = write_again});
    return static_cast<int>(value);
}

std::string string_member(const Json& object, std::string_view key, const std::string& where) {
    const Json& value = member(object, key, where);
    if (!value.is_string()) wrong_type(key, where, "a string", value);
    return value.get<std::string>();
}

std::optional<double> optional_number(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return std::nullopt;
    return number_member(object, key, where);
}

std::optional<int> optional_int(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return std::nullopt;
    return int_member(object, key, where);
}

std::string optional_string(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return {};
    return string_member(object, key, where);
}

Json or_null(std::optional<double> value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string utc_now() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(now)));
}

}  // namespace mansard
