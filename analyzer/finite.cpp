#include "analyzer/finite.hpp"

#include <algorithm>
#include <cmath>

namespace mansard::analyzer {

void keep_finite(Point& point) {
    const auto endless = [](const std::optional<double>& value) { return value && !std::isfinite(*value); };
    const std::size_t before = point.flops.size() + point.bytes.size();
    std::erase_if(point.flops, [](const FlopCount& flops) { return !std::isfinite(flops.count); });
    std::erase_if(point.bytes, [&](const ByteCount& bytes) {
        return !std::isfinite(bytes.count) || endless(bytes.read) || endless(bytes.written);
    });
    const bool no_time = endless(point.seconds);
    if (no_time) point.seconds.reset();
    if (no_time || point.flops.size() + point.bytes.size() < before)
        point.notes.push_back("a number of it is beyond the range of numbers and left out");
}

}  // namespace mansard::analyzer
