// Numbers out of other people's files: a finite number that is not negative, or why there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json.hpp"

namespace mansard::analyzer {

/// A number read from text, or what is wrong with it.
struct ReadNumber {
    double value = 0;
    const char* fault = nullptr;  ///< "is no number", "is negative", …; null if the value is good
};

/// The number that `text` (spaces around it do not count) spells in full, independent of the locale.
ReadNumber read_number(std::string_view text);
/// The same from JSON; null is no number, and so is a string.
ReadNumber read_number(const Json& value);

/// "seconds is "abc", which is no number": for a rejection's reason.
std::string fault_text(std::string_view field, std::string_view text, const char* fault);

/// What a tolerant reading of JSON makes of a file.
struct TolerantJson {
    Json document;
    std::string cut_at{};  ///< where the file breaks off ("line 12, column 3"), empty if it is whole
};

/// Parses JSON that profilers write and the grammar forbids. Bare NaN, Infinity and numbers beyond the range
/// of a double become strings, so that only the record that holds them is lost. Of a file that breaks off
/// inside the array of objects at the top object's `key`, the whole objects are kept. Anything else throws as
/// parse_json().
TolerantJson parse_tolerantly(std::string_view text, const std::string& source, std::string_view key);

}  // namespace mansard::analyzer
