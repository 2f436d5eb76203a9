// NVTX ranges as Nsight Compute prints them: which regions a launch ran in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::nvidia {

/// The regions of one launch as one text, outermost first, from the two NVTX columns of a table: push/pop
/// ranges ("domain:range:type:value", nested) and start/stop ranges ("id:domain:range:type:value"). `tail` is
/// how many fields follow the range, which differs by version.
std::string pack_regions(std::string_view push_pop, std::string_view start_stop, std::size_t tail = 2);
/// `tail` by such a column's own name: "thread Domain:Push/Pop_Range:PL_Type:PL_Value" has 2.
std::size_t fields_behind_range(std::string_view column);
/// Appends a region to such a text.
void append_region(std::string& packed, std::string_view domain, std::string_view range);
/// The regions in such a text.
std::vector<std::string> nvtx_regions(std::string_view packed);

}  // namespace mansard::analyzer::nvidia
