// Hardware counters in a trace (CUPTI ranges), as FLOPs and bytes.
#pragma once

#include <span>

#include "analyzer/importers/importer.hpp"
#include "analyzer/torch/events.hpp"

namespace mansard::analyzer::torch {

/// Gives `point` what the counters count of FLOPs by type and of bytes of device memory; a type all of whose
/// counters are missing stays unknown.
void add_counted(std::span<const Counter> counters, const Interner& names, HalfCount fp16, Point& point);

}  // namespace mansard::analyzer::torch
