// How many records, points and seconds, as JSON.
#pragma once

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// The `summary` of docs/formats.md, with the points of every status.
Json summary_json(const Analysis& analysis);

}  // namespace mansard::analyzer
