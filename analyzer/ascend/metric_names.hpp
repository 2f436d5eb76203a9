// Names of metrics that an importer writes and a rule reads; the type's name follows.
#pragma once

#include <string_view>

namespace mansard::analyzer::ascend {

/// Share of the compute time that all ops of a type take.
inline constexpr std::string_view type_share_metric = "share_of_type ";
/// The longest call of a type ÷ the average one.
inline constexpr std::string_view type_uneven_metric = "longest_over_average_of_type ";
/// Share of the time that a device worked which collectives take, and that no op hides.
inline constexpr std::string_view communication_metric = "share_of_communication";
inline constexpr std::string_view exposed_metric = "share_of_exposed_communication";

}  // namespace mansard::analyzer::ascend
