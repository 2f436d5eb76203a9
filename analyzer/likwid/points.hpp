// Points out of likwid-perfctr's blocks.
#pragma once

#include <string>

#include "analyzer/importers/importer.hpp"
#include "analyzer/likwid/tables.hpp"
#include "analyzer/metrics/event_sums.hpp"

namespace mansard::analyzer::likwid {

/// A block that is not whole (Block::fault).
Rejected rejected(const Block& block, const std::string& source);

/// Makes the points of a file: the groups of one region together. Groups of one run were counted in turns,
/// so that their counts are parts of the whole; those of runs one after the other each count all of it.
class PointMaker {
  public:
    explicit PointMaker(const ImportOptions& options) : fp16_(options.fp16) {}

    /// Adds the points of `tables` to `profile`; each block is a record.
    void make(const Tables& tables, Profile& profile) const;

    /// FLOPs, bytes and time of one block. Sums over hardware threads; an uncore counter stands at one of
    /// each socket's threads only.
    Point point_of(const Block& block) const;

  private:
    Point joined(const std::vector<const Block*>& blocks) const;

    metrics::EventSums sums_{"configs/metrics/likwid/"};
    HalfCount fp16_;
};

}  // namespace mansard::analyzer::likwid
