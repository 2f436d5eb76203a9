// Numbers out of other people's files: a finite number that is not negative, or why there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/json_fwd.hpp"

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

}  // namespace mansard::analyzer
