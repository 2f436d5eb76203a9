#include "kernels/system/environment.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace mansard::kernels {
namespace {

/// Seconds stolen by the hypervisor since boot: field 8 of the cpuN lines of /proc/stat (proc(5)).
std::optional<double> steal_seconds(std::span<const int> cpus, const std::filesystem::path& root) {
    std::ifstream stream(root / "proc/stat");
    double ticks = 0;
    bool found = false;
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with("cpu") || line.starts_with("cpu ")) continue;
        std::istringstream fields(line.substr(3));
        int cpu = 0;
        double value = 0;
        fields >> cpu;
        if (std::find(cpus.begin(), cpus.end(), cpu) == cpus.end()) continue;
        for (int field = 1; field <= 8 && fields >> value; ++field)
            if (field == 8) ticks += value, found = true;
    }
    if (!found) return std::nullopt;
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace

Environment read_environment(std::span<const int> cpus, const Cgroup& cgroup,
                             const std::filesystem::path& root) {
    Environment environment;
    std::ifstream load(root / "proc/loadavg");
    if (double value = 0; load >> value) environment.load_1min = value;
    if (!cpus.empty()) {
        std::ifstream governor(root /
                               fmt::format("sys/devices/system/cpu/cpu{}/cpufreq/scaling_governor", cpus[0]));
        governor >> environment.governor;
    }
    environment.steal_s = steal_seconds(cpus, root);
    if (const auto throttling = cgroup.throttling()) {
        environment.throttled_s = throttling->seconds;
        environment.throttled_periods = throttling->periods;
    }
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) environment.involuntary_switches = usage.ru_nivcsw;
    return environment;
}

}  // namespace mansard::kernels
