#include "core/json.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/file.hpp"
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

/// Where the parser stopped, in bytes from the start; its exceptions say that of faults of grammar only.
class FaultFinder : public nlohmann::json_sax<Json> {
  public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string& token, const Json::exception&) override {
        offset = position - std::min(position, token.size());
        last = token;
        return false;
    }

    std::size_t offset = 0;  ///< of the token that was wrong
    std::string last{};
};

/// The grammar holds, but a number does not fit: the only fault of that kind that the parser knows.
Error unusable(std::string_view text, const std::string& source, const std::string& remedy) {
    FaultFinder fault;
    Json::sax_parse(text, &fault);
    return Error(Exit::bad_input,
                 fmt::format("the number {} is beyond the range of numbers", printable(fault.last, 40)),
                 {.where = fmt::format("{}, {}, byte {}", source, place_in(text, fault.offset), fault.offset),
                  .expected = "numbers of at most 1.8e308",
                  .remedy = remedy});
}

/// Where a bracket opens one level too many; the parser does not say where it stands.
std::size_t too_deep_at(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (in_string && c == '\\')
            ++at;
        else if (c == '"')
            in_string = !in_string;
        else if (!in_string && (c == '[' || c == '{') && ++depth > max_json_depth)
            return at;
        else if (!in_string && (c == ']' || c == '}'))
            --depth;
    }
    return text.size();
}

Json parse(std::string_view text, const std::string& source, const std::string& remedy) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw Error(Exit::bad_input, "the file is empty",
                    {.where = source, .expected = "a JSON document", .remedy = remedy});
    // The parser keeps its own stack, so depth costs no recursion until the callback refuses it.
    const auto guard = [&](int depth, Json::parse_event_t, Json&) {
        if (depth > max_json_depth)
            throw Error(Exit::bad_input, fmt::format("JSON nested deeper than {} levels", max_json_depth),
                        {.where = source + ", " + place_in(text, too_deep_at(text)),
                         .expected = "a file written by a profiler or by mansard",
                         .remedy = remedy});
        return true;
    };
    try {
        return Json::parse(text, guard);
    } catch (const Json::parse_error& error) {
        const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
        const bool truncated = offset >= text.size();
        throw Error(Exit::bad_input,
                    truncated
                        ? std::string("the JSON ends in the middle (is the file cut short?)")
                        : fmt::format("not JSON: unexpected \"{}\"", printable(text.substr(offset, 20))),
                    {.where = fmt::format("{}, {}, byte {}", source, place_in(text, offset), offset),
                     .expected = "a JSON document",
                     .remedy = remedy});
    } catch (const Json::exception&) {
        throw unusable(text, source, remedy);
    }
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
    return parse(text, source, write_again);
}

Json read_document(const std::filesystem::path& path, std::string_view schema, const std::string& remedy) {
    const std::string source = input_name(path);
    try {
        Json document = parse(read_file(path), source, remedy);
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
