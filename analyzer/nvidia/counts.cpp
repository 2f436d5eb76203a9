#include "analyzer/nvidia/counts.hpp"

#include <algorithm>
#include <cmath>

namespace mansard::analyzer::nvidia {
namespace {

/// Time and cycles are measured in passes of their own, between which clocks may drift; a wrong sign is a
/// factor of 1000.
constexpr double same_time_within = 3;

const Reading* find(const RawLaunch& launch, Counter counter, Form form) {
    for (const Reading& reading : launch.readings)
        if (reading.counter == counter && reading.form == form) return &reading;
    return nullptr;
}

std::optional<double> finite(double value) {
    return std::isfinite(value) && value >= 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

Counts::Counts(const RawLaunch& launch, const Locale& locale, const MetricTable& table)
    : launch_(launch), locale_(locale) {
    clock_hz_ = direct(table.clock());
    if (clock_hz_ && *clock_hz_ <= 0) clock_hz_ = std::nullopt;
    cycles_ = direct(table.cycles());
    for (const Counter counter : table.seconds())
        if ((seconds_ = direct(counter))) break;
    if (!seconds_ && cycles_ && clock_hz_) seconds_ = finite(*cycles_ / *clock_hz_);
    if (!cycles_ && seconds_ && clock_hz_) cycles_ = finite(*seconds_ * *clock_hz_);
}

std::optional<double> Counts::given(Counter counter, Form form) const {
    const Reading* reading = find(launch_, counter, form);
    if (reading == nullptr || reading->missing) return std::nullopt;
    return finite(locale_.value({.value = reading->value, .spelling = reading->spelling}));
}

std::optional<double> Counts::total(Counter counter) const {
    if (const auto sum = direct(counter)) return sum;
    if (const auto rate = given(counter, Form::per_second); rate && seconds_)
        return finite(*rate * *seconds_);
    if (const auto rate = given(counter, Form::per_cycle); rate && cycles_) return finite(*rate * *cycles_);
    return std::nullopt;
}

bool Counts::has_rates_alone() const {
    return std::ranges::any_of(launch_.readings, [this](const Reading& reading) {
        return reading.form != Form::total && !direct(reading.counter) && total(reading.counter);
    });
}

bool Counts::unavailable(Counter counter) const {
    const Reading* reading = find(launch_, counter, Form::total);
    return reading != nullptr && reading->missing;
}

std::optional<bool> Counts::consistent(const RawLaunch& launch, DecimalSign sign, const MetricTable& table) {
    const auto value = [&](Counter counter) -> std::optional<double> {
        const Reading* reading = find(launch, counter, Form::total);
        if (reading == nullptr || reading->missing) return std::nullopt;
        return Locale::value({.value = reading->value, .spelling = reading->spelling}, sign);
    };
    const auto cycles = value(table.cycles()), clock = value(table.clock());
    if (!cycles || !clock || *clock <= 0) return std::nullopt;
    for (const Counter counter : table.seconds())
        if (const auto seconds = value(counter); seconds && *seconds > 0) {
            const double ratio = *cycles / *clock / *seconds;
            return ratio < same_time_within && ratio > 1 / same_time_within;
        }
    return std::nullopt;
}

}  // namespace mansard::analyzer::nvidia
