// What a trace of the device says beyond its kernels: when it was busy, and what was copied.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer::nvidia {

/// Intervals in which devices worked, in s.
class BusyTime {
  public:
    void add(int device, double start, double end) { intervals_[device].emplace_back(start, end); }
    bool empty() const { return intervals_.empty(); }
    std::size_t devices() const { return intervals_.size(); }
    /// Σ over the devices of the union of their intervals: kernels that overlap count once.
    double seconds();
    /// From the first beginning to the last end.
    double span() const;

  private:
    std::map<int, std::vector<std::pair<double, double>>> intervals_{};
};

/// Copies and fills by kind. They are no kernels and run beside them, so they are no points of the partition.
class Copies {
  public:
    /// `kind` as nsys names it: "[CUDA memcpy HtoD]", "Host-to-Device", "[CUDA memset]".
    void add(std::string_view kind, double calls, double seconds, std::optional<double> bytes);
    /// Appends a whole for each kind to profile.program, and a note.
    void finish(Profile& profile) const;

  private:
    struct Sum {
        double calls = 0, seconds = 0, bytes = 0;
        bool sized = true;
        std::string_view category{};  ///< of static storage
        std::optional<Level> level{};
    };
    std::map<std::string, Sum, std::less<>> sums_{};
};

/// "Tesla T4 (0)" → "Tesla T4".
std::string_view device_name(std::string_view text);

}  // namespace mansard::analyzer::nvidia
