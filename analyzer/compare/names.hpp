// The two names of a renamed point, so short that both fit and what differs can be seen.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mansard::analyzer {

/// "k", or "k_d4 → k_d1" where they differ; printable, each at most `columns` characters. Long names are cut
/// around what differs: that of before and that of after would look the same otherwise.
std::string pair_name(std::string_view before, std::string_view after, std::size_t columns);

}  // namespace mansard::analyzer
