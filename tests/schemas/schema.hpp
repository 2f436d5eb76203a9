// Validation against docs/schemas by an independent validator.
#pragma once

#include <string>
#include <string_view>

#include "core/json_fwd.hpp"

namespace mansard {

/// What `document`, as it would be written to a file, breaks of docs/schemas/mansard.<name>-1.schema.json,
/// one fault a line; "" if nothing.
std::string schema_faults(std::string_view name, const Json& document);

}  // namespace mansard
