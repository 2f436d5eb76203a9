// Tensors as Ascend's tables write them: shapes, element types and formats in three cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/cost/op.hpp"

namespace mansard::analyzer::ascend {

/// "N/A", or nothing at all.
bool is_missing(std::string_view cell);
/// Without blanks and tabs around it: start times end with a tab inside the cell.
std::string_view trimmed(std::string_view cell);
/// Without the quotes that stay around shapes after CSV's own are gone.
std::string_view unquoted(std::string_view cell);
/// Calls for each part between `separator`; one empty part of an empty text.
std::vector<std::string_view> parts(std::string_view text, char separator);

/// Dimensions "32,3,224,224"; none for a scalar's empty text; nothing for what is no list of sizes.
std::optional<std::vector<std::int64_t>> dimensions(std::string_view text);

/// The tensors of one side of an op.
struct Tensors {
    std::vector<cost::Tensor> list{};  ///< as they lie in memory; those that are absent (UNDEFINED) left out
    std::vector<std::string> formats{};  ///< of each, without "FORMAT_" and a suffix ":1"
    std::string fault{};                 ///< why there are none
};
/// Shapes "32,9216;4096,9216;4096", types "FLOAT;FLOAT;FLOAT", formats "ND;ND;ND".
Tensors read_tensors(std::string_view shapes, std::string_view types, std::string_view formats);

/// NC1HWC0, FRACTAL_Z, …: sizes are rounded up to the unit's.
bool is_padded_format(std::string_view format);

/// `tensor` with the sizes that its format stands for (N, C, H, W; rows and columns last), marked as padded,
/// and its elements in memory. C0 is the last dimension, never derived from the type.
cost::Tensor logical(const cost::Tensor& tensor, std::string_view format);

}  // namespace mansard::analyzer::ascend
