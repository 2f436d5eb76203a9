// Prediction against measurement: what a tiling or a buffering should give by its model.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

/// "64x64x64,f64,m=4096": sizes, a number type, and named numbers, each where it is given.
struct PredictionArguments {
    std::string text{};  ///< as it was given, with its kind
    std::vector<double> sizes{};
    std::optional<Dtype> dtype{};
    std::map<std::string, double> named{};

    /// A named number, or `otherwise`.
    double number(const std::string& name, double otherwise) const;
};

/// Ends the words of a prediction whose `measured` is of counts that lack something.
inline constexpr std::string_view lower_bound_measured = "; what was measured is a lower bound";

struct PredictionDesc {
    std::string_view name;                        ///< "tile"
    std::string_view summary;                     ///< one line, with its arguments
    std::span<const std::string_view> arguments;  ///< names of named numbers
    std::size_t fewest_sizes, most_sizes;
    /// What the model says of `pair`, whose after was placed as `after`. Empty where the pair lacks what the
    /// model needs; `why_not` then says what.
    std::vector<Predicted> (*predict)(const PredictionArguments& arguments, const Pair& pair,
                                      const PlacedPoint& after, const Comparison& comparison,
                                      std::string& why_not);
};

/// All models, sorted by file name: generated from the files of analyzer/predictions.
std::span<const PredictionDesc* const> prediction_models();

/// Every model asked for ("tile=64x64x64,f64", "matmul*:tile=…") about every pair that it names. What cannot
/// be said becomes a note. Throws Error{usage} for an unknown model, arguments that it does not take, or a
/// name that no pair has.
std::vector<Predicted> predict(std::span<const std::string> specs, const Comparison& comparison,
                               std::vector<Note>& notes);

/// Bytes of one number; nothing for types without a fixed size here.
std::optional<double> size_of(Dtype dtype);

}  // namespace mansard::analyzer
