// What this process's control groups allow: CPU quota, throttling so far, memory. Versions 1, 2 and hybrids.
#pragma once

#include <filesystem>
#include <optional>

namespace mansard::kernels {

struct Throttling {
    double seconds = 0;  ///< time that threads of the group were kept off the CPU by its quota
    long periods = 0;    ///< enforcement periods in which that happened
};

class Cgroup {
  public:
    /// Reads where this process stands from `root`/proc/self; `root` is "/" but in tests.
    explicit Cgroup(std::filesystem::path root = "/");

    /// CPUs' worth of time per period (1.5 = one and a half cores), the tightest of the group and its
    /// ancestors; nothing if unlimited or unknown.
    std::optional<double> quota_cpus() const;
    /// Nothing where no group with CPU accounting exists.
    std::optional<Throttling> throttling() const;
    /// The tightest memory limit in bytes of the group and its ancestors; nothing if unlimited.
    std::optional<double> memory_limit() const;

  private:
    /// The group's directory in a mounted hierarchy, the hierarchy's top, and its version.
    struct Place {
        std::filesystem::path group, top;
        bool unified = false;
    };
    std::optional<Place> find(const char* controller) const;

    std::filesystem::path root_;
    std::optional<Place> cpu_, memory_;
};

}  // namespace mansard::kernels
