// What a kernel's name tells: the unit and types it computes with, its tile.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/cost/op.hpp"

namespace mansard::analyzer::torch {

/// The unit of a kernel that multiplies matrices, where its name says more than its tensors' types do:
/// "…tf32…" on tensors of f32, "sgemm", "d884gemm".
std::optional<cost::ProductUnit> product_unit(std::string_view kernel);

/// The element type in a template's arguments ("…<float, …>", "c10::BFloat16"), where there is exactly one; a
/// type of 0 bytes otherwise.
cost::ElementType element_type_in(std::string_view kernel);

/// A kernel that multiplies matrices by tiles.
struct GemmKernel {
    double tile_rows = 0, tile_columns = 0;
    cost::ElementType type{};  ///< of the factors
};
/// From names such as "ampere_fp16_s16816gemm_fp16_128x256_ldg8_f2f_stages_64x3_nn"; nothing for others.
std::optional<GemmKernel> gemm_kernel(std::string_view kernel);

/// A kernel's name without its result, its template's and its own arguments, for notes: at most 60 bytes.
std::string short_name(std::string_view kernel);

/// Kernels that move data between devices (NCCL, RCCL).
bool is_communication(std::string_view kernel);

}  // namespace mansard::analyzer::torch
