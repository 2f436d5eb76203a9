// The interactive page: its data, its script, and the places that the script fills.
#pragma once

#include <iosfwd>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::page {

/// Whether this build can write it: the script was bundled.
bool has_interactive_page();
void write_interactive_page(const Analysis& analysis, std::ostream& out);

}  // namespace mansard::analyzer::page
