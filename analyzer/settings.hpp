// The thresholds of configs/analyze/analysis.json, read once for each analysis.
#pragma once

#include <memory>
#include <string_view>

#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard::analyzer {

class Settings {
  public:
    /// Reads the embedded file.
    Settings();

    double above_roof_margin() const { return above_roof_margin_; }
    Dtype unknown_dtype() const { return unknown_dtype_; }
    std::size_t most_findings_per_rule() const { return most_findings_per_rule_; }
    /// A parameter of a rule: rule("near_roof", "efficiency_from"). Throws Error where the file has none.
    double rule(std::string_view code, std::string_view parameter) const;

  private:
    std::shared_ptr<const Json> rules_{};
    double above_roof_margin_ = 1;
    Dtype unknown_dtype_ = Dtype::f64;
    std::size_t most_findings_per_rule_ = 0;
};

}  // namespace mansard::analyzer
