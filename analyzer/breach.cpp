#include "analyzer/breach.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/quantity.hpp"

namespace mansard::analyzer {

using ceilings::Line;
using ceilings::View;

std::string breach(const PlacedPoint& placed, const View& view, double margin) {
    const double seconds = *placed.point.seconds;
    const auto words = [&](std::string_view what, double rate, std::string_view unit, const Line& roof) {
        if (!std::isfinite(rate))
            return fmt::format("{}: a rate beyond the range of numbers, above {} ({})", what, roof.name,
                               si(roof.upper(), unit));
        return fmt::format("{}: {} is {} × the highest roof, {} ({}, at most {})", what, si(rate, unit),
                           plain(rate / roof.value), roof.name, si(roof.value, unit), si(roof.upper(), unit));
    };
    std::string text;
    const auto append = [&text](const std::string& more) { text += text.empty() ? "" : "; ", text += more; };
    for (const bool matrix : {false, true}) {
        double least = 0, flops = 0;
        const Line* highest = nullptr;
        for (const FlopCount& count : placed.point.flops) {
            if ((count.engine == Engine::matrix) != matrix || count.count <= 0) continue;
            const Line* line = view.highest_compute(count.dtype, count.engine);
            if (line == nullptr) continue;
            least += count.count / line->upper();
            flops += count.count;
            highest = line;
        }
        if (highest != nullptr && least > margin * seconds)
            append(words("compute", flops / seconds, "FLOP/s", *highest));
    }
    for (const ByteCount& bytes : placed.point.bytes) {
        const Line* highest = view.highest_bandwidth(bytes.level, bytes.basis == Basis::traffic
                                                                      ? ceilings::Convention::bus
                                                                      : ceilings::Convention::architectural);
        if (highest == nullptr || bytes.count <= margin * highest->upper() * seconds) continue;
        append(words(name_of(bytes.level), bytes.count / seconds, "B/s", *highest));
    }
    return text;
}

}  // namespace mansard::analyzer
