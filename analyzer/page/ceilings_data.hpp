// The calibration as the interactive page reads it.
#pragma once

#include "analyzer/analysis.hpp"
#include "core/json_fwd.hpp"

namespace mansard::analyzer::page {

/// The machine, when and how it was measured, and every roof with its evidence; null without ceilings.
Json ceilings_json(const Analysis& analysis);

}  // namespace mansard::analyzer::page
