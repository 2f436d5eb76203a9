// The interactive report's own code, bundled when the program was built.
#pragma once

#include <string_view>

namespace mansard::analyzer::page {

/// The script with everything that it needs; empty where the build had no Node.js.
std::string_view bundled_script();
std::string_view bundled_style();

}  // namespace mansard::analyzer::page
