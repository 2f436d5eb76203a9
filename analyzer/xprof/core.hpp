// One core of a raw profile: the operations that it ran one within another, or the streams of a GPU.
#pragma once

#include <cstdint>
#include <vector>

#include "analyzer/xprof/line.hpp"
#include "analyzer/xprof/totals.hpp"

namespace mansard::analyzer::xprof {

/// What a core's timelines say besides its operations, and what of them could not be read.
struct CoreTimes {
    double wall = 0;                     ///< s, from its first operation or step to its last
    std::optional<double> busy{};        ///< s, where operations overlap: what does counts once
    std::size_t damaged = 0;             ///< events that are no protocol buffer, or have no time
    std::size_t nameless = 0;            ///< events of operations that the plane does not describe
    std::size_t damaged_lines = 0;       ///< lines that are no protocol buffer
    double other_memories = 0;           ///< B in memories that are none of HBM, CMEM and VMEM
    std::size_t steps = 0, skipped = 0;  ///< steps that it has; of them left out
};

/// A core's "XLA Ops": an operation within another (a while loop's body) is taken out of the other's own
/// time. Adds them to `totals`, by the "Steps" that they began in.
CoreTimes read_core(const Plane& plane, const ImportOptions& options, Totals& totals);

/// A GPU's "Stream #…": kernels by the operation that launched them, and copies.
CoreTimes read_streams(const Plane& plane, const ImportOptions& options, Totals& totals);

/// The operations of a SparseCore, which run beside those of its core: refused, with that reason.
CoreTimes read_sparse_core(const Plane& plane, Totals& totals);

/// Whether the plane has a line whose name begins so.
bool has_line(const Plane& plane, std::string_view beginning);

/// The lines whose names begin so, and the time that all lines of the plane count from.
struct Lines {
    std::vector<Line> lines{};
    std::int64_t base_ns = 0;
    std::size_t damaged = 0;
};
Lines lines_of(const Plane& plane, std::string_view beginning);

}  // namespace mansard::analyzer::xprof
