// The name of the JSON type, for headers that only pass documents on: the library itself costs every file
// that includes it more to compile than the rest of that file. Who builds or reads a document includes
// core/json.hpp.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace mansard {

/// Keys keep the order in which they were written: files are read by people too.
using Json = nlohmann::ordered_json;

}  // namespace mansard
