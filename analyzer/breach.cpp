#include "analyzer/breach.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "analyzer/convention.hpp"
#include "analyzer/execution_unit.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {

using ceilings::Line;
using ceilings::View;

namespace {

/// Of one execution unit or one level.
struct Breach {
    std::string_view what{}, unit{};
    double rate = 0;
    double roof = 0, upper = 0;        ///< of the highest roofs: of several types, what they allow together
    std::vector<const Line*> lines{};  ///< of each type the highest
    std::vector<std::string_view> types{};
};

/// What the types of one unit need together.
struct Need {
    double flops = 0, least = 0, seconds = 0;  ///< least: at the upper ends of the roofs' intervals
    std::vector<const Line*> lines{};
    std::vector<std::string_view> types{};
};

std::vector<Breach> breaches(const PlacedPoint& placed, const View& view, double margin) {
    const double seconds = *placed.point.seconds;
    std::vector<Breach> found;
    std::array<Need, execution_units> needs{};
    for (const FlopCount& count : placed.point.flops) {
        if (count.count <= 0) continue;
        const Line* line = view.highest_compute(count.dtype, count.engine);
        if (line == nullptr) continue;
        Need& need = needs[execution_unit(*line, count.engine, count.dtype)];
        need.least += count.count / line->upper();
        need.seconds += count.count / line->value;
        need.flops += count.count;
        if (std::find(need.lines.begin(), need.lines.end(), line) != need.lines.end()) continue;
        need.lines.push_back(line);
        need.types.push_back(name_of(count.dtype));
    }
    for (const Need& need : needs)
        if (!need.lines.empty() && need.least > margin * seconds)
            found.push_back({"compute", "FLOP/s", need.flops / seconds,
                             need.lines.size() > 1 ? need.flops / need.seconds : need.lines[0]->value,
                             need.lines.size() > 1 ? need.flops / need.least : need.lines[0]->upper(),
                             need.lines, need.types});
    for (const ByteCount& bytes : placed.point.bytes) {
        const Line* highest = view.highest_bandwidth(bytes.level, convention_of(bytes));
        if (highest == nullptr || bytes.count <= margin * highest->upper() * seconds) continue;
        found.push_back({name_of(bytes.level),
                         "B/s",
                         bytes.count / seconds,
                         highest->value,
                         highest->upper(),
                         {highest},
                         {}});
    }
    return found;
}

bool is_suspect(const Breach& breach) {
    return std::any_of(breach.lines.begin(), breach.lines.end(),
                       [](const Line* line) { return line->suspect(); });
}

/// "f64 fma avx2, 1 core"; "the f64+f32 mix of f64 fma avx2, 1 core and f32 fma avx2, 1 core".
std::string name_of_roof(const Breach& breach) {
    if (breach.lines.size() == 1) return breach.lines[0]->name;
    std::vector<std::string_view> names;
    for (const Line* line : breach.lines) names.push_back(line->name);
    return fmt::format("the {} mix of {}", fmt::join(breach.types, "+"), fmt::join(names, " and "));
}

std::string in_words(const Breach& breach) {
    const std::string_view doubt = is_suspect(breach) ? ", suspect" : "";
    if (!std::isfinite(breach.rate))
        return fmt::format("{}: a rate beyond the range of numbers, above {} ({}{})", breach.what,
                           name_of_roof(breach), si(breach.upper, breach.unit), doubt);
    return fmt::format("{}: {} is {} × the highest roof, {} ({}, at most {}{})", breach.what,
                       si(breach.rate, breach.unit), plain(breach.rate / breach.roof), name_of_roof(breach),
                       si(breach.roof, breach.unit), si(breach.upper, breach.unit), doubt);
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
    return !found.empty() && std::all_of(found.begin(), found.end(), is_suspect);
}

}  // namespace mansard::analyzer
