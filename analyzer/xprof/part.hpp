// The devices of one kind in a raw profile, and what their operations come to together.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "analyzer/xprof/peaks.hpp"
#include "analyzer/xprof/totals.hpp"

namespace mansard::analyzer::xprof {

struct Part {
    Chip chip = Chip::unknown;
    Totals totals{};
    Peaks peaks{};  ///< of one core
    std::string device{};
    std::size_t cores = 0;
    double seconds = 0;         ///< of all cores, idle or not
    bool without_cost = false;  ///< its kernels have no FLOPs and no bytes

    std::string_view name() const;
    /// The chip may lack a memory that nothing went through.
    void drop_unused_memories();
    /// The last of an operation: what is a share of the whole, and what XProf would say.
    void prepare(Op& op) const;
    /// The point of a sum of operations; what is beyond the range of numbers is missing.
    Point whole(Op op) const;
};

/// The memories that sums are made of.
inline constexpr std::array summed_memories{&MemoryBytes::hbm, &MemoryBytes::cmem_read,
                                            &MemoryBytes::cmem_write, &MemoryBytes::vmem_read,
                                            &MemoryBytes::vmem_write};

/// As XProf adds operations up: what is unknown of one is missing in the sum.
void add_known(Op& sum, const Op& op);

}  // namespace mansard::analyzer::xprof
