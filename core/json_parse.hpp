// The parser behind parse_json(): the library's, into documents that are built here.
#pragma once

#include <string>
#include <string_view>

#include "core/json.hpp"

namespace mansard {

/// As parse_json(); `remedy` ends its errors.
Json parse_document(std::string_view text, const std::string& source, const std::string& remedy,
                    const RepeatedKeySink& repeated);

}  // namespace mansard
