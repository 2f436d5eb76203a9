// The numbers of one launch, asked by what they count; rates are multiplied out.
#pragma once

#include <optional>

#include "analyzer/nvidia/raw_launch.hpp"

namespace mansard::analyzer::nvidia {

class Counts {
  public:
    Counts(const RawLaunch& launch, const Locale& locale, const MetricTable& table);

    /// Of one call, as it is given.
    std::optional<double> direct(Counter counter) const { return given(counter, Form::total); }
    /// Of one call: as given, else its rate × time or cycles.
    std::optional<double> total(Counter counter) const;
    /// Whether some count is there as a rate alone, so that total() multiplies it out.
    bool has_rates_alone() const;
    /// The metric is there, and the chip or the driver gave it no value.
    bool unavailable(Counter counter) const;

    std::optional<double> seconds() const { return seconds_; }    ///< of one call
    std::optional<double> clock_hz() const { return clock_hz_; }  ///< of the SMs

    /// Whether time and cycles fit under a decimal sign: nothing where there is no such pair.
    static std::optional<bool> consistent(const RawLaunch& launch, DecimalSign sign,
                                          const MetricTable& table);

  private:
    std::optional<double> given(Counter counter, Form form) const;

    const RawLaunch& launch_;
    const Locale& locale_;
    std::optional<double> seconds_{}, clock_hz_{}, cycles_{};
};

}  // namespace mansard::analyzer::nvidia
