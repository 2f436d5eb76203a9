#include "analyzer/breach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/quantity.hpp"

namespace mansard::analyzer {

using ceilings::Line;
using ceilings::View;

namespace {

struct Breach {
    std::string_view what{}, unit{};
    double rate = 0;
    const Line* roof = nullptr;
};

std::vector<Breach> breaches(const PlacedPoint& placed, const View& view, double margin) {
    const double seconds = *placed.point.seconds;
    std::vector<Breach> found;
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
            found.push_back({"compute", "FLOP/s", flops / seconds, highest});
    }
    for (const ByteCount& bytes : placed.point.bytes) {
        const Line* highest = view.highest_bandwidth(bytes.level, bytes.basis == Basis::traffic
                                                                      ? ceilings::Convention::bus
                                                                      : ceilings::Convention::architectural);
        if (highest == nullptr || bytes.count <= margin * highest->upper() * seconds) continue;
        found.push_back({name_of(bytes.level), "B/s", bytes.count / seconds, highest});
    }
    return found;
}

std::string in_words(const Breach& breach) {
    const Line& roof = *breach.roof;
    const std::string_view doubt = roof.suspect() ? ", suspect" : "";
    if (!std::isfinite(breach.rate))
        return fmt::format("{}: a rate beyond the range of numbers, above {} ({}{})", breach.what, roof.name,
                           si(roof.upper(), breach.unit), doubt);
    return fmt::format("{}: {} is {} × the highest roof, {} ({}, at most {}{})", breach.what,
                       si(breach.rate, breach.unit), plain(breach.rate / roof.value), roof.name,
                       si(roof.value, breach.unit), si(roof.upper(), breach.unit), doubt);
}

}  // namespace

std::string breach(const PlacedPoint& placed, const View& view, double margin) {
    std::string text;
    for (const Breach& one : breaches(placed, view, margin))
        text += (text.empty() ? "" : "; ") + in_words(one);
    return text;
}

bool breaks_only_suspect_roofs(const PlacedPoint& placed, const View& view, double margin) {
    const std::vector<Breach> found = breaches(placed, view, margin);
    return !found.empty() &&
           std::all_of(found.begin(), found.end(), [](const Breach& one) { return one.roof->suspect(); });
}

}  // namespace mansard::analyzer
