#include "ceilings/ridge.hpp"

#include <algorithm>
#include <cmath>

namespace mansard::ceilings {
namespace {

bool is_sample(const Roof& roof) {
    const Target& target = roof.target;
    return target.kind == Kind::ridge && target.level && target.dtype && target.intensity &&
           *target.intensity > 0 && roof.status == Status::measured && roof.value && *roof.value > 0;
}

}  // namespace

Ridges::Ridges(const Ceilings& ceilings, std::optional<int> threads) {
    for (const Roof& roof : ceilings.roofs) {
        const Target& target = roof.target;
        if (!is_sample(roof) || !(threads ? target.threads == *threads : target.scope == Scope::device))
            continue;
        auto line = std::find_if(lines_.begin(), lines_.end(), [&](const Line& known) {
            return known.level == *target.level && known.dtype == *target.dtype;
        });
        if (line == lines_.end())
            line = lines_.insert(lines_.end(), Line{.level = *target.level, .dtype = *target.dtype});
        line->samples.push_back({*target.intensity, *roof.value});
    }
    for (Line& line : lines_)
        std::stable_sort(line.samples.begin(), line.samples.end(),
                         [](const Sample& a, const Sample& b) { return a.intensity < b.intensity; });
}

std::optional<double> Ridges::rate(Level level, Dtype dtype, double intensity) const {
    const auto line = std::find_if(lines_.begin(), lines_.end(), [&](const Line& known) {
        return known.level == level && known.dtype == dtype;
    });
    if (line == lines_.end()) return std::nullopt;
    const auto above =
        std::find_if(line->samples.begin(), line->samples.end(),
                     [intensity](const Sample& sample) { return sample.intensity >= intensity; });
    if (above == line->samples.end()) return std::nullopt;
    if (above->intensity == intensity) return above->value;
    if (above == line->samples.begin()) return std::nullopt;
    const Sample& below = *(above - 1);
    const double x0 = std::log(below.intensity), x1 = std::log(above->intensity);
    const double weight = (std::log(intensity) - x0) / (x1 - x0);
    return std::exp((1 - weight) * std::log(below.value) + weight * std::log(above->value));
}

bool has_ridges(const Ceilings& ceilings) {
    return std::any_of(ceilings.roofs.begin(), ceilings.roofs.end(), is_sample);
}

}  // namespace mansard::ceilings
