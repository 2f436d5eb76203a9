// What a rule is: one file that knows one thing worth saying about a point, and a descriptor that the
// registry finds.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

struct FindingContext {
    const Analysis& analysis;  ///< ceilings and roofs; its points are not placed yet
    /// The roofs that hold for a point's threads; only to be called where there are ceilings.
    std::function<const ceilings::View&(const Point&)> view;
};

struct Advice {
    std::string text, remedy;
};

struct FindingDesc {
    std::string_view code;     ///< "below_all_roofs"
    std::string_view summary;  ///< one line for the documentation
    /// Names of the thresholds in configs/analyze/analysis.json; their values come in this order.
    std::span<const std::string_view> parameters;
    bool (*applies)(const PlacedPoint& placed, std::span<const double> thresholds,
                    const FindingContext& context);
    /// The words, only asked for where it applies.
    Advice (*advise)(const PlacedPoint& placed, std::span<const double> thresholds,
                     const FindingContext& context);
    /// Whether it can hold for any point under these ceilings: asked once. Null: under all.
    bool (*possible)(const ceilings::Ceilings& ceilings) = nullptr;
    /// It speaks of the code, and so not of a point that mostly waited.
    bool of_code = true;
    /// What it says beside other rules. A `cause` is a roof of slower code that the point reaches, where
    /// memory does not explain its time; it is nearer than the `bound`, whose advice would gain nothing
    /// before.
    enum class Speaks : std::uint8_t { apart, cause, bound } speaks = Speaks::apart;
};

/// All rules, sorted by file name: generated from the files of this folder.
std::span<const FindingDesc* const> findings();

}  // namespace mansard::analyzer
