// What reading our own documents takes besides core/json.hpp.
#pragma once

#include <string>
#include <string_view>

#include "core/error.hpp"
#include "core/json_fwd.hpp"

namespace mansard {

/// A member that is a list. Throws Error{bad_input} where it is missing or anything else: an object, too, can
/// be walked through, and would pass for a list of its values.
const Json& list_member(const Json& object, std::string_view key, const std::string& where);

/// `error`, and `remedy` where it names none itself.
Error with_remedy(const Error& error, const std::string& remedy);

}  // namespace mansard
