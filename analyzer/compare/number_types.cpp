#include "analyzer/compare/number_types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "analyzer/compare/predict.hpp"
#include "analyzer/verdict.hpp"

namespace mansard::analyzer {

std::string types_of(const PlacedPoint& placed) {
    std::set<std::string> types;
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.dtype == Dtype::unknown || flops.count == 0) continue;
        types.insert((flops.engine == Engine::matrix ? "tensor." : "") + std::string(name_of(flops.dtype)));
    }
    return fmt::format("{}", fmt::join(types, ", "));
}

std::optional<double> mean_type_bytes(const PlacedPoint& placed) {
    double bytes = 0, count = 0;
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.count == 0) continue;
        const std::optional<double> size = size_of(flops.dtype);
        if (!size) return std::nullopt;
        bytes += *size * flops.count, count += flops.count;
    }
    return count > 0 ? quotient(bytes, count) : std::nullopt;
}

}  // namespace mansard::analyzer
