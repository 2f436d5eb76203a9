#include "ceilings/lacking.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mansard::ceilings {

bool lacks_isa(const Roof& roof) {
    return roof.status == Status::absent && roof.target.isa &&
           roof.reason == fmt::format("this CPU has no {}", name_of(*roof.target.isa));
}

std::vector<std::string> lacking_lines(std::span<const Roof* const> roofs) {
    std::vector<std::pair<std::string, int>> counts;
    for (const Roof* roof : roofs) {
        if (!lacks_isa(*roof)) continue;
        auto found = std::find_if(counts.begin(), counts.end(),
                                  [&](const auto& entry) { return entry.first == roof->reason; });
        if (found == counts.end()) found = counts.insert(counts.end(), {roof->reason, 0});
        ++found->second;
    }
    std::vector<std::string> lines;
    lines.reserve(counts.size());
    for (const auto& [reason, count] : counts)
        lines.push_back(fmt::format("{}: {} {}", reason, count, count == 1 ? "roof" : "roofs"));
    return lines;
}

}  // namespace mansard::ceilings
