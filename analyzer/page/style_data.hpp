// How levels look, for the interactive page: the table of every other chart, so that one run's pictures
// agree.
#pragma once

#include "core/json.hpp"

namespace mansard::analyzer::page {

/// {levels: [{level, color, shape, dash: [px]}], from the cores outwards; unproven_dash, bus_dash}. An empty
/// dash is solid.
Json styles_json();

}  // namespace mansard::analyzer::page
