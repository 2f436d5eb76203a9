// What stands in the way of measuring well, told before measuring. Pure: judges the facts it is given.
#pragma once

#include <string>
#include <vector>

#include "kernels/system/facts.hpp"

namespace mansard::kernels {

enum class Health : std::uint8_t {
    ok,
    warning,  ///< roofs may come out lower, or hold for a part of the machine only
    problem,  ///< roofs will be flagged or suspect
};

struct Diagnosis {
    std::string topic{};  ///< "huge pages"
    Health health = Health::ok;
    std::string text{};
    std::string remedy{};  ///< empty where there is none, or none is needed
};

/// One diagnosis per topic, always all of them in the same order.
std::vector<Diagnosis> examine(const Facts& facts);

}  // namespace mansard::kernels

namespace mansard {
template <>
struct Names<kernels::Health> {
    static constexpr NameTable<kernels::Health, 3> table{{{kernels::Health::ok, "ok"},
                                                          {kernels::Health::warning, "warning"},
                                                          {kernels::Health::problem, "problem"}}};
};
}  // namespace mansard
