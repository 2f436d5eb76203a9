// A launch's counters become a point: its time, FLOPs by type and bytes by level, each with how it was got.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "analyzer/nvidia/counts.hpp"

namespace mansard::analyzer::nvidia {

/// What all launches together show, for the profile's notes: text → launches that it holds for.
using Tally = std::map<std::string, std::size_t>;

struct Tallies {
    Tally conventions{};  ///< by which convention a level's bytes were counted
    Tally uncounted{};    ///< groups of FLOPs without a counter
    std::size_t without_flops = 0;
};

class LaunchPoints {
  public:
    LaunchPoints(const MetricTable& table, const Locale& locale, const Texts& texts, HalfCount fp16)
        : table_(table), locale_(locale), texts_(texts), fp16_(fp16) {}

    Point point(const RawLaunch& launch);
    const Tallies& tallies() const { return tallies_; }

  private:
    /// What a kernel's name tells, found once for each.
    struct Kernel {
        std::string lower{};
        bool says_tensor = false;
    };
    const Kernel& kernel(std::uint32_t name);
    void add_flops(Point& point, const RawLaunch& launch, const Counts& counts);
    void add_bytes(Point& point, const RawLaunch& launch, const Counts& counts);
    void add_details(Point& point, const RawLaunch& launch, const Counts& counts);

    const MetricTable& table_;
    const Locale& locale_;
    const Texts& texts_;
    HalfCount fp16_;
    Tallies tallies_{};
    std::unordered_map<std::uint32_t, Kernel> kernels_{};
    std::unordered_map<std::uint32_t, Label> devices_{};
};

/// What the tensor cores did in one call.
struct TensorWork {
    std::vector<FlopCount> flops{};
    bool counted = false;         ///< there are counters of the tensor cores
    bool constant_moves = false;  ///< all that they counted is moves of constants
    std::string unknown{};        ///< why their FLOPs are not known although they worked; empty if they are
    std::vector<std::string> notes{};
};

/// `kernel` in lower case.
TensorWork tensor_work(const Counts& counts, const MetricTable& table, const Generation& generation,
                       std::string_view kernel);

/// The bytes of one call at every level that has counters, with notes and conventions.
struct ByteWork {
    std::vector<ByteCount> bytes{};
    std::vector<std::string> notes{};
    std::vector<std::string> conventions{};
};
ByteWork byte_work(const Counts& counts, const Generation& generation, bool rounded);

}  // namespace mansard::analyzer::nvidia
