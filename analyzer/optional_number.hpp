// A number, or none, in the space of a number.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

namespace mansard::analyzer {

/// Behaves as a std::optional<double> that is never NaN, and takes half its space: a million placed points
/// have some fifteen million of them.
class OptionalNumber {
  public:
    OptionalNumber() = default;
    OptionalNumber(std::nullopt_t) {}
    OptionalNumber(double value) : value_(value) {}
    OptionalNumber(const std::optional<double>& value) : value_(value ? *value : none) {}

    bool has_value() const { return !std::isnan(value_); }
    explicit operator bool() const { return has_value(); }
    /// There must be a value.
    const double& operator*() const { return value_; }
    double& operator*() { return value_; }
    double value_or(double other) const { return has_value() ? value_ : other; }
    operator std::optional<double>() const { return has_value() ? std::optional(value_) : std::nullopt; }
    void reset() { value_ = none; }

  private:
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double value_ = none;
};

}  // namespace mansard::analyzer
