// What nvprof's metrics mean, and what they make of one kernel.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer::nvidia {

/// Of one metric: "flops", "flops_part", "read", "written", "more_read" or "more_written".
struct NvprofMeaning {
    std::string quantity{};
    Dtype dtype = Dtype::unknown;
    Level level = Level::DRAM;
    double scale = 1;  ///< FLOP or B of one that is counted
};
using NvprofMeanings = std::map<std::string, NvprofMeaning, std::less<>>;

/// From configs/metrics/nvprof/, by the metrics' names.
NvprofMeanings nvprof_meanings();

/// The metrics of one kernel on one device.
struct NvprofKernel {
    std::string name{};
    Label device{};
    double calls = 1;
    std::vector<FlopCount> flops{};
    std::map<Dtype, std::vector<double>> flop_parts{};  ///< additions, products and FMAs, as collected
    std::map<Level, ByteCount> bytes{};
    std::map<Level, double> more_read{}, more_written{};
};

/// Adds `total`, in FLOP or B over all calls, as what `meaning` says it is.
void count(NvprofKernel& kernel, const NvprofMeaning& meaning, double total);

/// The kernel's counts as a point without a time; its name moves there.
Point point_of(NvprofKernel& kernel);

}  // namespace mansard::analyzer::nvidia
