// NVTX ranges as Nsight Compute prints them: which regions a launch ran in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::nvidia {

/// The regions of one launch as one text, outermost first, from the two NVTX columns of a table: push/pop
/// ranges ("domain:range:type:value", nested) and start/stop ranges ("id:domain:range:type:value").
std::string pack_regions(std::string_view push_pop, std::string_view start_stop);
/// Appends a region to such a text.
void append_region(std::string& packed, std::string_view domain, std::string_view range);
/// The regions in such a text.
std::vector<std::string> nvtx_regions(std::string_view packed);

}  // namespace mansard::analyzer::nvidia
