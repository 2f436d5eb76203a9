// An operation on tensors as a profile describes it, neutral of who profiled: what cost models read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/names.hpp"

namespace mansard::analyzer::cost {

/// What a tensor's elements are. Types without a Dtype (i64, bool) have a size only.
struct ElementType {
    Dtype dtype = Dtype::unknown;
    double bytes = 0;  ///< of one element (0.5 for four bits); 0: the type is not known
    bool is_float = false;
    bool is_complex = false;  ///< two numbers of `dtype`
    bool operator==(const ElementType&) const = default;
};

/// By the names that PyTorch ("float", "c10::Half", "long int") and CANN ("DT_BF16", "FLOAT16") write, of any
/// case; a type of 0 bytes for any other.
ElementType element_type(std::string_view name);

struct Tensor {
    std::vector<std::int64_t> dims{};  ///< logical, outermost first: N, C, H, W; empty: a scalar
    ElementType type{};
    /// Elements in memory where they are not the product of dims: more in a layout that pads, fewer where
    /// dimensions are broadcast (a stride of 0).
    std::optional<double> stored{};
    std::string_view format{};  ///< of the layout, as the profiler names it ("FRACTAL_NZ"); of static storage
    bool padded = false;        ///< dims are those of the padded layout, the true ones are not known
};

/// What stands at one place of the call.
struct Argument {
    std::vector<Tensor> tensors{};  ///< one, several of a list, or none
    bool is_list = false;
    std::string value{};  ///< of a number, a list of numbers or a flag: "0.5", "[1, 1]", "True"; empty: none
};

/// The unit that computes matrix products, and the type it multiplies in.
struct ProductUnit {
    Dtype dtype = Dtype::unknown;
    Engine engine = Engine::matrix;
};

struct Op {
    std::string name{};              ///< without namespace and without the underscore of operations in place
    bool in_place = false;           ///< the first argument is also the result
    std::vector<Argument> inputs{};  ///< in the order of its signature
    std::vector<Tensor> outputs{};   ///< empty where the profile does not list them
    /// Where the profile shows it (a kernel's name, a flag). Otherwise types of 16 bits and fewer are taken
    /// to be a matrix unit's, wider ones the vector units'.
    std::optional<ProductUnit> product_unit{};

    /// The tensor at place `i`, or null where there is none, or a list.
    const Tensor* tensor(std::size_t i) const {
        return i < inputs.size() && inputs[i].tensors.size() == 1 ? inputs[i].tensors.data() : nullptr;
    }
    /// The text at place `i`; empty where there is none.
    std::string_view value(std::size_t i) const {
        return i < inputs.size() ? std::string_view(inputs[i].value) : std::string_view();
    }
};

/// An operation of PyTorch by its name in profiles: "aten::add_" is "add" in place; namespaces but aten stay.
Op named_op(std::string_view profiled_name);

}  // namespace mansard::analyzer::cost
