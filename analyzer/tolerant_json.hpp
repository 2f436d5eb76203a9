// JSON as profilers write it: with tokens that the grammar forbids, or broken off.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analyzer/point.hpp"
#include "core/json.hpp"

namespace mansard::analyzer {

/// What a tolerant reading of JSON makes of a file.
struct TolerantJson {
    Json document;
    std::string cut_at{};    ///< where the file breaks off ("line 12, column 3"), empty if it is whole
    std::size_t mended = 0;  ///< bytes and halves of surrogate pairs that mean no character, now escaped
    /// A key that stands twice (its last value counts): in a row or an object within, by row; in the top
    /// object.
    std::map<std::size_t, std::string> repeated_in_row{};
    std::string repeated{};
};

/// Parses JSON that profilers write and the grammar forbids. Bare NaN, Infinity and numbers beyond the range
/// of a double become strings, so that only the record that holds them is lost. What means no character in a
/// string (bytes that are no UTF-8, half of a surrogate pair) is escaped ("\ud800"). Of a file that breaks
/// off inside the array of objects at the top object's `key`, the whole objects are kept. Anything else
/// throws as parse_json().
TolerantJson parse_tolerantly(std::string_view text, const std::string& source, std::string_view key);

/// Says so in the profile's notes where something was escaped.
void note_if_mended(const TolerantJson& json, Profile& profile);

}  // namespace mansard::analyzer
