#pragma once

#include <string_view>

namespace mansard {

/// "0.1.0": written once, in CMakeLists.txt.
std::string_view version();

}  // namespace mansard
