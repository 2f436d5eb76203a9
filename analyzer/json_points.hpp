// A placed point as one line of JSON, written without building a document: files may hold a million of them.
#pragma once

#include <string>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// Appends the object; docs/formats.md names its keys. What has no value has no key.
void append_point(std::string& out, const PlacedPoint& placed);

/// Appends `text` quoted and escaped; what is no UTF-8 becomes \xNN.
void append_json_string(std::string& out, std::string_view text);

/// "f64", or "tensor.f64" for a matrix unit's.
std::string flops_key(const FlopCount& flops);

}  // namespace mansard::analyzer
