// Values out of JSON text: what an event's arguments hold, read only where they are needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::trace {

/// A time in µs, as a number or as text, to ns; nothing if it is none or beyond ±73 years (of
/// the epoch, where a trace counts from there).
std::optional<std::int64_t> nanoseconds(std::string_view microseconds);
/// A number, or text that holds one; nothing for others, also not finite ones.
std::optional<double> number(std::string_view json);
std::optional<std::int64_t> integer(std::string_view json);
/// What a string says, without quotes and escapes; other values as they stand. Half of a surrogate pair stays
/// as it is spelled ("\ud800").
std::string text(std::string_view json);
/// The elements of an array, as JSON text; nothing if it is none.
std::optional<std::vector<std::string_view>> elements(std::string_view json);

}  // namespace mansard::analyzer::trace
