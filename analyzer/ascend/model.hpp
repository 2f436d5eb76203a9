// What an Ascend op must do, from its shapes, types and formats: FLOPs and compulsory bytes, modelled.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "analyzer/ascend/tensors.hpp"
#include "analyzer/cost/cost.hpp"

namespace mansard::analyzer::ascend {

/// The cells of one row that a model reads.
struct OpText {
    std::string_view type{}, hf32{};
    std::string_view in_shapes{}, in_types{}, in_formats{};
    std::string_view out_shapes{}, out_types{}, out_formats{};
};

class Model {
  public:
    Model();

    /// Remembers a TransData: the layout that it makes tells the true sizes of a weight that follows.
    void observe(const OpText& op);
    /// The true sizes of a convolution's weight ("64,3,11,11"), of the nearest TransData before; empty for
    /// others. Valid until the next observe().
    std::string_view weight_of(const OpText& op) const;
    /// FLOPs, and Σ bytes of the inputs and of the outputs as they lie in memory. FLOPs that no model knows
    /// are missing, and a note says why; without shapes there is no cost at all.
    cost::Cost cost(const OpText& op, std::string_view weight) const;

  private:
    std::map<std::string, std::string, std::less<>> kinds_{};    ///< of types
    std::map<std::string, std::string, std::less<>> weights_{};  ///< true sizes by format and shape
};

}  // namespace mansard::analyzer::ascend
