// Rows of XProf's tables as operations.
#pragma once

#include "analyzer/xprof/data_table.hpp"
#include "analyzer/xprof/op.hpp"
#include "analyzer/xprof/peaks.hpp"

namespace mansard::analyzer::xprof {

/// Which memories a table speaks of: those with traffic anywhere. XProf fills the columns of memories that a
/// chip lacks with 0.
struct Memories {
    bool cmem = false, vmem = false, l1 = false;
};
Memories memories_of(const DataTable& table);

/// What a row says, or why it is no operation.
struct TableOp {
    Op op{};
    std::string fault{};
};

/// Rates are undone by the total time that they were taken over: GFLOP/s are 1e9 FLOP/s, GiB/s 2^30 B/s.
TableOp read_op(const DataTable& table, const Row& row, const Memories& memories);

/// The chip that the table speaks of: by its properties, else by the columns that only a TPU's table has.
Chip chip_of(const DataTable& table);

/// Those that XProf wrote beside the table, as its properties.
Peaks peaks_of(const DataTable& table);

/// Notes the device, the peaks that XProf reckons with, and where the file breaks off.
void note_table(const DataTable& table, Profile& profile);

}  // namespace mansard::analyzer::xprof
