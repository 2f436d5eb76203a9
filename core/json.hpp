// JSON as every part reads and writes it: nlohmann/json with bounded depth, located errors and no NaN.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard {

/// No file that anybody writes is deeper; more is refused instead of exhausting the stack.
inline constexpr int max_json_depth = 64;

/// Parses `text`, naming `source` in errors (line and column of the first fault, what was expected).
/// Throws Error{bad_input}: empty, truncated, not JSON, nested deeper than max_json_depth.
Json parse_json(std::string_view text, const std::string& source);

/// Is told of a key that an object has a second time, whose last value then stands, and of what leads to that
/// object: keys, and places in arrays ("points", "3", "flops").
using RepeatedKeySink = std::function<void(std::span<const std::string> path, const std::string& key)>;
Json parse_json(std::string_view text, const std::string& source, const RepeatedKeySink& repeated);

/// Reads and parses a file of one of our schemas, e.g. read_document("c.json", "mansard.ceilings/1",
/// "…remedy"). Throws Error{bad_input} if it cannot be read, parsed, or carries another schema (which is
/// named).
Json read_document(const std::filesystem::path& path, std::string_view schema, const std::string& remedy);

/// The JSON text of `document`, two-space indented, newline-terminated; invalid UTF-8 in strings is escaped.
/// A non-finite number anywhere is a bug of ours and throws std::logic_error.
std::string to_text(const Json& document);

/// Line and column, both from 1, of byte `offset` of `text`.
std::string place_in(std::string_view text, std::size_t offset);

/// A member of a document with a located error: at(json, "value", "roofs[3]") throws Error{bad_input}
/// "roofs[3] has no \"value\"" where it is missing.
const Json& member(const Json& object, std::string_view key, const std::string& where);
double number_member(const Json& object, std::string_view key, const std::string& where);
/// A whole number within the range of int.
int int_member(const Json& object, std::string_view key, const std::string& where);
std::string string_member(const Json& object, std::string_view key, const std::string& where);
/// Nothing where the key is missing or null.
std::optional<double> optional_number(const Json& object, std::string_view key, const std::string& where);
std::optional<int> optional_int(const Json& object, std::string_view key, const std::string& where);
std::string optional_string(const Json& object, std::string_view key, const std::string& where);

/// A named enumerator, an Error{bad_input} listing the right names otherwise.
template <typename E>
E name_member(const Json& object, std::string_view key, const std::string& where) {
    const std::string name = string_member(object, key, where);
    const auto value = parse_name<E>(name);
    if (!value)
        throw Error(Exit::bad_input, "\"" + std::string(key) + "\" is \"" + printable(name) + "\"",
                    {.where = where, .expected = "one of " + all_names<E>()});
    return *value;
}
/// The same, nothing where the key is missing or null.
template <typename E>
std::optional<E> optional_name(const Json& object, std::string_view key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end() || found->is_null()) return std::nullopt;
    return name_member<E>(object, key, where);
}

/// JSON null for nothing, the number or name otherwise.
Json or_null(std::optional<double> value);
template <typename E>
Json name_or_null(std::optional<E> value) {
    return value ? Json(std::string(name_of(*value))) : Json(nullptr);
}

/// UTC time now as "2026-01-31T12:00:00Z".
std::string utc_now();

}  // namespace mansard
