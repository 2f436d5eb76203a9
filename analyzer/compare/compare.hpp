// The comparison: two analyses in, pairs with verdicts out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

struct CompareOptions {
    std::vector<std::string> maps{};          ///< OLD=NEW
    std::vector<std::string> expectations{};  ///< [NAME:]METRIC OP VALUE
    std::vector<std::string> predictions{};   ///< [NAME:]KIND=…
    std::optional<double> single_run{};       ///< instead of the threshold of that name
    bool allow_missing = false;               ///< expectations are about pairs alone, whatever has no partner
    bool force = false;                       ///< compare profiles of different devices all the same
};

/// Pairs points, judges each pair, each expectation and each prediction. Throws Error{usage} for options that
/// mean nothing or name nothing, Error{bad_input} for profiles of two devices or without a common point.
Comparison compare(Analysis before, Analysis after, const CompareOptions& options);

}  // namespace mansard::analyzer
