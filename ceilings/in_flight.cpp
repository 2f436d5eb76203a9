#include "ceilings/in_flight.hpp"

#include <algorithm>

namespace mansard::ceilings {

InFlightCurve::InFlightCurve(const Ceilings& ceilings, Level level, const std::string& device) {
    for (const Roof& roof : ceilings.roofs)
        if (roof.target.in_flight_bytes && roof.target.level == level && roof.target.device == device &&
            roof.status == Status::measured && roof.value && *roof.target.in_flight_bytes > 0)
            samples_.push_back({*roof.target.in_flight_bytes, *roof.value});
    std::sort(samples_.begin(), samples_.end(),
              [](const Sample& a, const Sample& b) { return a.bytes < b.bytes; });
    // More under way never takes away what fewer reached.
    for (std::size_t i = 1; i < samples_.size(); ++i)
        samples_[i].value = std::max(samples_[i].value, samples_[i - 1].value);
}

std::optional<double> InFlightCurve::at(double bytes) const {
    if (samples_.empty()) return std::nullopt;
    const auto above = std::find_if(samples_.begin(), samples_.end(),
                                    [bytes](const Sample& sample) { return sample.bytes >= bytes; });
    if (above == samples_.end()) return samples_.back().value;
    if (above == samples_.begin()) return above->value * bytes / above->bytes;
    const Sample& below = *(above - 1);
    const double part = (bytes - below.bytes) / (above->bytes - below.bytes);
    return below.value + part * (above->value - below.value);
}

double InFlightCurve::bytes_for(double share) const {
    const double wanted = share * most();
    for (std::size_t i = 0; i < samples_.size(); ++i) {
        if (samples_[i].value < wanted) continue;
        if (i == 0) return samples_[i].bytes * wanted / samples_[i].value;
        const Sample& below = samples_[i - 1];
        const double part = (wanted - below.value) / (samples_[i].value - below.value);
        return below.bytes + part * (samples_[i].bytes - below.bytes);
    }
    return 0;
}

}  // namespace mansard::ceilings
