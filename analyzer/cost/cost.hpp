// What an operation costs at least: FLOPs and compulsory bytes from the shapes of its tensors.
//
// A cost is a model. FLOPs are those of the textbook algorithm (a product of matrices is 2·M·N·K, whatever
// the kernel does); bytes are each input read once and each output written once, which no kernel can go
// below.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/cost/op.hpp"
#include "analyzer/point.hpp"

namespace mansard::analyzer::cost {

struct Work {
    Dtype dtype = Dtype::unknown;
    Engine engine = Engine::vector;
    double count = 0;  ///< FLOP (or OP of integer types)
};

struct Cost {
    std::vector<Work> flops{};                ///< empty: not known; a count of 0: known to be none
    std::optional<double> read{}, written{};  ///< compulsory B
    std::vector<std::string> notes{};         ///< what the model leaves out
    std::string reason{};                     ///< why there is no cost; empty if there is one

    bool known() const { return reason.empty(); }
};

/// One family of operations: a file in cost/families, found by the registry.
struct FamilyDesc {
    std::string_view name;
    std::string_view summary;               ///< how it is counted, in one line
    std::span<const std::string_view> ops;  ///< the names (Op::name) that it knows
    Cost (*cost)(const Op& op);
};

/// All families, sorted by name: generated from the files of cost/families.
std::span<const FamilyDesc* const> families();

/// The family that knows operations of this name, or null.
const FamilyDesc* family_of(std::string_view op_name);

/// The cost of one call. No cost, with its reason: an unknown name, shapes that do not fit, an element type
/// whose size is not known, sums beyond the range of numbers.
Cost cost_of(const Op& op);

/// Gives `point` the FLOPs and the bytes (of device memory) of `calls` calls, as modelled, with their notes.
void apply(const Cost& cost, Point& point, double calls = 1);

}  // namespace mansard::analyzer::cost
