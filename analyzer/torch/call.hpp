// A call of an operation as PyTorch records it (record_shapes), and what it costs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "analyzer/cost/cost.hpp"
#include "analyzer/torch/events.hpp"
#include "analyzer/torch/kernel_name.hpp"

namespace mansard::analyzer::torch {

/// The call whose dimensions, types, values and strides are the parts of `text` (see part_mark). Tensors of a
/// list have no types in a profile: `list_type` is taken for them.
cost::Op op_of(std::string_view name, std::string_view text, const cost::ElementType& list_type);

/// "[128] [5,128] {2 tensors}": the tensors of a call, for its point's name.
std::string shapes_of(const cost::Op& op);

/// "f16", "f32, 8 B": the types of the elements of a call's tensors, without those of lists.
std::string types_of(const cost::Op& op);

/// The costs of calls, each worked out once.
class Calls {
  public:
    explicit Calls(const Events& events) : events_(events) {}

    struct Known {
        cost::Cost cost{};
        std::string family{};
        std::string shapes{}, types{};
    };
    /// The cost of `call` of the op `name`, whose products the kernel `kernel` computes (no_text: not known);
    /// null where no model knows it.
    const Known* find(std::uint32_t name, std::uint32_t call, std::uint32_t kernel);

    /// The name of the call's point: "aten::mm [64,32] [32,128]", and where calls of this name and these
    /// shapes were found with several types of elements, "… (f16)": each is a point of its own.
    std::string point_name(std::uint32_t name, const Known& call) const;

  private:
    using Key = std::tuple<std::uint32_t, std::uint32_t, Dtype, Dtype>;
    /// What a kernel's name tells, by its number.
    struct Kernel {
        std::optional<cost::ProductUnit> unit{};
        cost::ElementType type{};
    };
    const Kernel& kernel(std::uint32_t name);

    const Events& events_;
    std::map<Key, Known> known_{};
    std::map<std::uint32_t, Kernel> kernels_{};
    /// Of each name with its shapes: the first types, and whether there are others.
    std::map<std::pair<std::uint32_t, std::string>, std::pair<std::string, bool>> types_{};
};

}  // namespace mansard::analyzer::torch
